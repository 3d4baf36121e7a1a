"""One hand: picks up a disc, on or beside the board, and carries it along a path in millimetres."""

from collections.abc import Generator
from random import Random

from hexlume.games.pieces import NAMES

from ..twin import Board
from .trajectory import STEP_MS, Point, Trajectory

BESIDE_MM = 100.0
"""Distance of unused discs from the outermost cells: out of every sensor's reach."""


class Hand:
    """A named hand, empty or with one disc. ``at`` is the disc's position."""

    def __init__(self, twin: Board, name: str) -> None:
        self._twin = twin
        self._name = name
        self._piece = ""
        self.at = Point(0.0, 0.0)
        sites = twin.sensors.sites
        self._beside_mm = max(site.x_mm for site in sites) + BESIDE_MM
        self._deep_mm = max(site.y_mm for site in sites)

    def beside(self, choice: Random) -> Point:
        """Return a point for a disc beside the board."""
        side = choice.choice((-1.0, 1.0))
        return Point(side * self._beside_mm, choice.uniform(-self._deep_mm, self._deep_mm))

    def take(self, piece: int, at: Point, strength: float) -> None:
        """Pick up a disc at a point. ``strength`` scales its magnet."""
        self._piece, self.at = NAMES[piece], at
        self._twin.table.hold(self._name, self._piece, *at, strength)

    def grasp(self, cell: str) -> None:
        """Grasp the disc on a cell."""
        disc = self._twin.table.grasp(self._name, cell)
        self._piece, self.at = disc.piece, Point(disc.x_mm, disc.y_mm)

    def follow(self, path: Trajectory) -> Generator[float, None, None]:
        """Move the disc along a path."""
        for point in path:
            self.at = point
            self._twin.table.hold(self._name, self._piece, *point)
            yield STEP_MS * 1000

    def turn_over(self) -> None:
        """Turn the disc over in the hand."""
        white = self._piece.startswith("white")
        self._piece = self._piece.replace(*(("white", "black") if white else ("black", "white")))
        self._twin.table.hold(self._name, self._piece, *self.at)

    def set_down(self, cell: str) -> None:
        """Put the disc on a cell, where it is held."""
        self._twin.table.set_down(self._name, cell)

    def put_away(self) -> None:
        """Put the disc down beside the board."""
        self._twin.table.let_go(self._name)
