"""Rule sheets: found by a game's name, in the game's own folder or among those of the five first games."""

from pathlib import Path

import hexlume.games
from hexlume.games.catalogue import EXTERNAL

from ..errors import HostError

SHEET = "rules.md"
SEEDS = (Path(__file__).parents[3] / "seeds", Path(__file__).parents[1] / "seeds")
"""Where the sheets of games without one in their folder lie: in the repository, and in an installed package."""


def rule_sheet(name: str) -> Path:
    """Return the file of a game's rule sheet, in Markdown; raises ``HostError`` if the game has none."""
    own = Path(EXTERNAL.get(name, Path(hexlume.games.__file__).parent / name))
    for path in (own / SHEET, *(folder / f"{name}.md" for folder in SEEDS)):
        if path.is_file():
            return path
    raise HostError(f"The game {name} has no rule sheet: its folder {own} has no {SHEET}.")
