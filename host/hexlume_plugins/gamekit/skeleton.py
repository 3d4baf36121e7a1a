"""A new game's folder: a copy of the example game, under another name."""

from importlib import resources
from pathlib import Path

from hexlume.games import NAMES, part
from hexlume.games.external import NAME_RULE, is_name
from hexlume_record.errors import HexlumeError


def write_skeleton(name: str, parent: Path) -> Path:
    """Write a game's folder in another one and return it; raises ``HexlumeError``."""
    folder = parent / name
    if not is_name(name):
        raise HexlumeError(f"{name!r} cannot be the name of a game: {NAME_RULE}.")
    if name in NAMES:
        raise HexlumeError(f"There is a game named {name}: choose another name.")
    if folder.exists():
        raise HexlumeError(f"{folder} exists: choose another name, or remove it.")
    example = Path(str(resources.files(__package__))) / "example"
    texts = {file.name: file.read_text(encoding="utf-8") for file in example.iterdir() if file.is_file()}
    try:
        folder.mkdir(parents=True)
        for file, text in texts.items():
            (folder / file).write_text(_adapted(text, name), encoding="utf-8")
    except OSError as error:
        raise HexlumeError(f"{folder} cannot be written ({error.strerror}).") from error
    return folder


def clause_prefix(name: str) -> str:
    """Return the letters that a game's clauses begin with: the first three of its name, or more if they are taken."""
    clauses = [clause for game in NAMES for clause in getattr(part(game, "texts"), "CLAUSES", ())]
    taken = {"ACT", "GEO"} | {clause.partition("-")[0] for clause in clauses}
    letters = "".join(letter for letter in name.upper() if letter.isalpha())
    prefixes = (*(letters[:count] for count in range(3, len(letters) + 1)), letters, f"{letters}X")
    return next(prefix for prefix in prefixes if prefix not in taken)


def _adapted(text: str, name: str) -> str:
    """Return a file of the example for a game of another name."""
    for old, new in (("example", name), ("Example", name.capitalize()), ("EXA-", f"{clause_prefix(name)}-")):
        text = text.replace(old, new)
    return text
