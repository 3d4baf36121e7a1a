"""Outside a game's own folder nothing of the firmware and the simulator names a game."""

import re
from pathlib import Path

from hexlume import games

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "firmware" / "hexlume" / "games"
OWN = [GAMES / name for name in games.NAMES]
NAMED = re.compile("|".join(games.NAMES), re.IGNORECASE)
TEXTS = {".py", ".toml", ".txt", ".md", ".html", ".js", ".css"}


def test_no_file_of_firmware_or_simulator_names_a_game_outside_its_folder() -> None:
    found = []
    for folder in (ROOT / "firmware", ROOT / "simulator"):
        for path in folder.rglob("*"):
            if path.suffix in TEXTS and path.is_file() and not any(path.is_relative_to(own) for own in OWN):
                lines = path.read_text(encoding="utf-8").splitlines()
                found += [f"{path.relative_to(ROOT)}:{at}" for at, line in enumerate(lines, 1) if NAMED.search(line)]
    assert not found


def test_no_game_names_another() -> None:
    for name in games.NAMES:
        for path in (GAMES / name).glob("*.py"):
            assert {other.lower() for other in NAMED.findall(path.read_text(encoding="utf-8"))} <= {name}, path
