"""A record of all disc movements on a twin's table, independent of the hands' own tally."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from math import hypot
from typing import Any

from hexlume_sim.twin import Twin

LEVEL_MM = 0.01
"""Lifts within so much are the same."""


@dataclass
class Held:
    """Where a hand held a disc at a virtual time in us."""

    us: int
    piece: str
    x: float
    y: float
    lift: float


@dataclass
class Witness:
    """Sees everything that happens to discs on a twin's table, and which buttons are pressed."""

    twin: Twin
    ways: list[tuple[str, list[Held]]] = field(default_factory=list)
    """Each disc's way in a hand: the hand's name and where it was."""
    rests: list[tuple[int, str, str, float, float]] = field(default_factory=list)
    """Each disc set down: us, cell, piece, its distance from the cell's centre in mm, its magnet's strength."""
    taken: list[tuple[int, str]] = field(default_factory=list)
    """Discs that left their cells: us and cell."""
    pushes: list[tuple[str, float]] = field(default_factory=list)
    """Pushed discs: the cell and the distance from its centre in mm."""
    swept: list[tuple[int, int]] = field(default_factory=list)
    """Boards that were cleared: us and how many discs stood."""
    pressed: list[str] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        table = self.twin.table
        self._open: dict[str, list[Held]] = {}
        for name in ("hold", "let_go", "grasp", "set_down", "lift", "clear", "nudge"):
            setattr(table, name, partial(getattr(self, f"_{name}"), getattr(table, name)))
        press = self.twin.press
        self.twin.press = lambda button: (self.pressed.append(button), press(button))  # type: ignore
        self.twin.listeners.append(self.told.append)

    def way(self, hand: str = "right") -> Iterator[list[Held]]:
        return (way for name, way in self.ways if name == hand)

    def _hold(
        self, hold: Callable[..., None], hand: str, piece: str, x: float, y: float, lift: float, *rest: Any
    ) -> None:
        if hand not in self._open:
            self._open[hand] = []
            self.ways.append((hand, self._open[hand]))
        self._open[hand].append(Held(self.twin.clock.now, piece, x, y, lift))
        hold(hand, piece, x, y, lift, *rest)

    def _let_go(self, let_go: Callable[..., None], hand: str) -> None:
        self._open.pop(hand, None)
        let_go(hand)

    def _grasp(self, grasp: Callable[..., Any], hand: str, cell: str) -> Any:
        self.taken.append((self.twin.clock.now, cell))
        return grasp(hand, cell)

    def _set_down(self, set_down: Callable[..., None], hand: str, cell: str) -> None:
        set_down(hand, cell)
        self._open.pop(hand, None)
        disc, site = self.twin.table.disc(cell), self.twin.sensors.sites[self.twin.table.cell(cell)]
        away = hypot(disc.x_mm - site.x_mm, disc.y_mm - site.y_mm)
        self.rests.append((self.twin.clock.now, cell, disc.piece, away, disc.strength))

    def _lift(self, lift: Callable[..., str], cell: str) -> str:
        self.taken.append((self.twin.clock.now, cell))
        return lift(cell)

    def _clear(self, clear: Callable[..., None]) -> None:
        self.swept.append((self.twin.clock.now, len(self.twin.table.discs())))
        clear()

    def _nudge(self, nudge: Callable[..., None], cell: str, dx: float, dy: float) -> None:
        self.pushes.append((cell, hypot(dx, dy)))
        nudge(cell, dx, dy)

    # What the ways tell

    def stops(self, hand: str = "right", least_ms: float = 250.0) -> list[list[Held]]:
        """Return the stretches in which a hand stood still in the air, trembling, for so long."""
        found = []
        for way in self.way(hand):
            still: list[Held] = []
            for at in way:
                if still and (
                    abs(at.lift - still[0].lift) > LEVEL_MM or hypot(at.x - still[0].x, at.y - still[0].y) > 3
                ):
                    found.append(still)
                    still = []
                still = [*still, at]
            found.append(still)
        return [still for still in found if still[-1].us - still[0].us >= least_ms * 1000 and still[0].lift > 1]

    def slides(self) -> list[list[Held]]:
        """Return the stretches in which a disc moved along the table."""
        found: list[list[Held]] = []
        for way in self.way():
            for touching, stretch in groupby(way, lambda at: at.lift < LEVEL_MM):
                down = list(stretch)
                if touching and hypot(down[0].x - down[-1].x, down[0].y - down[-1].y) > 20:
                    found.append(down)
        return found
