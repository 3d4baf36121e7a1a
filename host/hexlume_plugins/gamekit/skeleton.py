"""A new game's folder: a copy of the example game, under another name and for another kind of board."""

from importlib import resources
from pathlib import Path

from hexlume.games import NAMES, part
from hexlume.games.external import NAME_RULE, is_name
from hexlume_record.errors import HexlumeError

HEX, SQUARE, RHOMBUS = "hex", "square", "rhombus"
_ROWS = {
    '"hex"': '"{kind}"',
    "(2, 9, 4)": "(3, 9, 5)",
    "usually 4": "usually 5",
    "HexGrid": "{kind_title}Grid",
    "a hexagon of 2 to": "a {kind} of 3 to",
    "(q, r, mark)": "(column, row, mark)",
    "(-1, 0, WHITE), (0, -1, WHITE), (0, 1, BLACK), (1, 0, BLACK)": (
        "(0, 0, WHITE), (0, 1, WHITE), (2, 1, BLACK), (2, 2, BLACK)"
    ),
}
"""What is other on a board of rows and columns."""


def write_skeleton(name: str, parent: Path, grid: str = HEX) -> Path:
    """Write a game's folder in another one and return it; raises ``HexlumeError``."""
    folder = parent / name
    if not is_name(name):
        raise HexlumeError(f"{name!r} cannot be the name of a game: {NAME_RULE}.")
    if name in NAMES:
        raise HexlumeError(f"There is a game named {name}: choose another name.")
    if folder.exists():
        raise HexlumeError(f"{folder} exists: choose another name, or remove it.")
    texts = {file.name: file.read_text(encoding="utf-8") for file in _example().iterdir() if file.is_file()}
    try:
        folder.mkdir(parents=True)
        for file, text in texts.items():
            (folder / file).write_text(_adapted(text, name, grid), encoding="utf-8")
    except OSError as error:
        raise HexlumeError(f"{folder} cannot be written ({error.strerror}).") from error
    return folder


def clause_prefix(name: str) -> str:
    """Return the letters that a game's clauses begin with: the first three of its name, or more if they are taken."""
    clauses = [clause for game in NAMES for clause in getattr(part(game, "texts"), "CLAUSES", ())]
    taken = {"ACT", "GEO"} | {clause.partition("-")[0] for clause in clauses}
    letters = "".join(letter for letter in name.upper() if letter.isalpha())
    return next(
        prefix
        for prefix in (*(letters[:count] for count in range(3, len(letters) + 1)), letters, f"{letters}X")
        if prefix not in taken
    )


def _example() -> Path:
    return Path(str(resources.files(__package__))) / "example"


def _adapted(text: str, name: str, grid: str) -> str:
    """Return a file of the example for a game of another name, on another kind of board."""
    if grid != HEX:
        for words, others in _ROWS.items():
            text = text.replace(words, others.format(kind=grid, kind_title=grid.capitalize()))
    for old, new in (("example", name), ("Example", name.capitalize()), ("EXA-", f"{clause_prefix(name)}-")):
        text = text.replace(old, new)
    return text
