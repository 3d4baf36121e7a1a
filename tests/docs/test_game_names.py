"""Outside a game's own folder and the engine nothing names a game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from hexlume import games
from hexlume.games.grid import GRIDS

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "firmware" / "hexlume" / "games"
HOST = ROOT / "host" / "hexlume_host"
RECORD = ROOT / "host" / "hexlume_record"
ENGINE = ROOT / "host" / "hexlume_engine"
PLUGINS = ROOT / "host" / "hexlume_plugins"
OWN = [*(GAMES / name for name in games.NAMES), ENGINE / "search"]
LOOKED_FOR = [name for name in games.NAMES if name not in GRIDS]
"""Not the game that is named after the cells of its board."""
NAMED = re.compile(rf"(?<![a-z])(?i:{'|'.join(LOOKED_FOR)})")
"""A name in any case. ``nextElementSibling`` is none."""
TEXTS = {".py", ".toml", ".txt", ".md", ".html", ".js", ".css"}


def naming(folder: Path, path: Path) -> list[str]:
    """Return the lines of a file that name a game, as ``file:line``."""
    text = path.read_text(encoding="utf-8")
    examples = help_lines(text) if "cli" in path.relative_to(folder).parts else set()
    lines = enumerate(text.splitlines(), 1)
    return [f"{path.relative_to(folder)}:{at}" for at, line in lines if NAMED.search(line) and at not in examples]


def help_lines(source: str) -> set[int]:
    """Return the lines of a command's help texts: examples in them may name games."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg == "help":
            found |= {*range(node.value.lineno, (node.value.end_lineno or 0) + 1)}
        elif isinstance(node, ast.FunctionDef) and "\n\nExamples:  hexlume" in (ast.get_docstring(node) or ""):
            found |= {*range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)}
    return found


def texts_outside(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.suffix in TEXTS and path.is_file() and not any(path.is_relative_to(own) for own in OWN):
            yield path


def test_no_file_of_firmware_simulator_or_host_names_a_game_outside_its_folder() -> None:
    found = []
    for folder in (ROOT / "firmware", ROOT / "simulator", RECORD, HOST, ENGINE, PLUGINS):
        for path in texts_outside(folder):
            found += naming(folder, path)
    assert not found


def test_no_game_names_another() -> None:
    for name in games.NAMES:
        for path in (GAMES / name).glob("*.py"):
            assert {other.lower() for other in NAMED.findall(path.read_text(encoding="utf-8"))} <= {name}, path
