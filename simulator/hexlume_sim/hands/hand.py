"""One hand: takes a disc from beside the board or from a cell and carries it on a way in millimetres."""

from collections.abc import Generator
from random import Random

from hexlume.games.pieces import NAMES

from ..twin import Board
from .trajectory import STEP_MS, Point, Way

BESIDE_MM = 100.0
"""How far beyond the outermost cells' centres the discs lie that are not in play: out of every sensor's reach."""


class Hand:
    """A hand of a name, empty or holding one disc; ``at`` is where that is."""

    def __init__(self, twin: Board, name: str) -> None:
        self._twin = twin
        self._name = name
        self._piece = ""
        self.at = Point(0.0, 0.0)
        sites = twin.sensors.sites
        self._beside_mm = max(site.x_mm for site in sites) + BESIDE_MM
        self._deep_mm = max(site.y_mm for site in sites)

    def beside(self, choice: Random) -> Point:
        """Return a place for discs beside the board."""
        side = choice.choice((-1.0, 1.0))
        return Point(side * self._beside_mm, choice.uniform(-self._deep_mm, self._deep_mm))

    def take(self, piece: int, at: Point, strength: float) -> None:
        """Take a disc from a place; its magnet is so strong."""
        self._piece, self.at = NAMES[piece], at
        self._twin.table.hold(self._name, self._piece, *at, strength)

    def grasp(self, cell: str) -> None:
        """Take hold of the disc that stands on a cell."""
        disc = self._twin.table.grasp(self._name, cell)
        self._piece, self.at = disc.piece, Point(disc.x_mm, disc.y_mm)

    def follow(self, way: Way) -> Generator[float, None, None]:
        """Move the disc along a way."""
        for point in way:
            self.at = point
            self._twin.table.hold(self._name, self._piece, *point)
            yield STEP_MS * 1000

    def turn_over(self) -> None:
        """Turn the disc over in the hand."""
        white = self._piece.startswith("white")
        self._piece = self._piece.replace(*(("white", "black") if white else ("black", "white")))
        self._twin.table.hold(self._name, self._piece, *self.at)

    def set_down(self, cell: str) -> None:
        """Let the disc stand on a cell, where it is."""
        self._twin.table.set_down(self._name, cell)

    def put_away(self) -> None:
        """Let the disc lie beside the board."""
        self._twin.table.let_go(self._name)
