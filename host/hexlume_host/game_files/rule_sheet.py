"""Rule sheets: found by a game's name, in the game's own folder or among those of the five first games."""

import re
from functools import cache
from pathlib import Path

import hexlume.games
from hexlume.games.external import FOLDERS
from hexlume_record.errors import HexlumeError
from hexlume_record.table.table_words import Refusal

SHEET = "rules.md"
SEEDS = (Path(__file__).parents[3] / "seeds", Path(__file__).parents[1] / "seeds")
"""Where the sheets of games without one in their folder lie: in the repository, and in an installed package."""

_CLAUSE = re.compile(r"\*\*([A-Z]{1,8}-[0-9]{1,3})\*\*")


def rule_sheet(name: str) -> Path:
    """Return the file of a game's rule sheet, in Markdown; raises ``HexlumeError`` if the game has none."""
    own = Path(FOLDERS.get(name, Path(hexlume.games.__file__).parent / name))
    for path in (own / SHEET, *(folder / f"{name}.md" for folder in SEEDS)):
        if path.is_file():
            return path
    raise HexlumeError(f"The game {name} has no rule sheet: its folder {own} has no {SHEET}.")


@cache
def sheet_clauses(name: str) -> frozenset[str]:
    """Return the clauses on a game's rule sheet, such as ``ORO-4``; none where there is no sheet."""
    try:
        return frozenset(_CLAUSE.findall(rule_sheet(name).read_text(errors="replace")))
    except (HexlumeError, OSError):
        return frozenset()


def on_sheet(game: str, refusal: Refusal) -> Refusal:
    """Return a refusal with its clause only if the game's rule sheet has it: pages link to it."""
    return refusal if refusal.clause in sheet_clauses(game) else Refusal(refusal.sentence)
