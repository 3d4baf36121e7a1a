"""Draws the diagrams of the rule sheets: seeds/diagrams.json to seeds/pictures/*.svg.

    .venv/bin/python tools/draw_seeds.py            draw them all
    .venv/bin/python tools/draw_seeds.py --check    only tell which pictures are not what would be drawn now

Every diagram is the end of a list of legal actions, played by the rule modules themselves.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from hexlume.games import start
from hexlume.games.game import Game
from hexlume_host.images import draw
from hexlume_record.game.position import position_of

SEEDS = Path(__file__).resolve().parent.parent / "seeds"
PICTURES = SEEDS / "pictures"

CELL_MM = 11
"""The distance of neighbouring cells: a name is about eight points high on paper."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram as the data file has it; ``marks`` maps a mark to cells separated by spaces, ``actions`` likewise."""

    name: str
    game: str
    size: int
    options: dict[str, str]
    actions: str
    marks: dict[str, str]
    caption: str

    def played(self) -> Game:
        """Return the game after the diagram's actions; raises ``IllegalAction`` for one that is not legal."""
        game = start(self.game, self.size, self.options)
        for action in self.actions.split():
            game.push_text(action)
        return game

    def cells(self, mark: str) -> list[str]:
        """Return the cells that bear a mark."""
        return self.marks.get(mark, "").split()

    def drawn(self) -> str:
        """Return the diagram as SVG."""
        game = self.played()
        return draw(
            position_of(game),
            last=[game.grid.name(cell) for cell, _before, _after in game.changes()],
            marks={cell: mark for mark in self.marks for cell in self.cells(mark)},
            cell_mm=CELL_MM,
            description=self.caption,
        )


def diagrams() -> list[Diagram]:
    """Return all diagrams in the order of the data file."""
    return [Diagram(**entry) for entry in json.loads((SEEDS / "diagrams.json").read_text(encoding="utf-8"))]


def main(arguments: list[str]) -> int:
    """Draw or check all pictures; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(f"{arguments[0]} is no option: there is only --check", file=sys.stderr)
        return 2
    stale = []
    PICTURES.mkdir(exist_ok=True)
    for diagram in diagrams():
        path, drawn = PICTURES / f"{diagram.name}.svg", diagram.drawn()
        if path.is_file() and path.read_text(encoding="utf-8") == drawn:
            continue
        stale.append(path.name)
        if not arguments:
            path.write_text(drawn, encoding="utf-8")
    state = "not as they would be drawn now" if arguments else "drawn anew"
    print(f"{state}: {', '.join(stale)}" if stale else "all pictures are as they should be")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
