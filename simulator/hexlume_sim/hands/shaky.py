"""Hands whose every gesture is a way in millimetres, on which discs hover, slide, slip and arrive off centre."""

from collections.abc import Iterable
from itertools import chain
from math import cos, pi, sin, sqrt
from random import Random
from typing import Any

from hexlume.games.game import Game
from hexlume.games.grid import NO_CELL
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume.sensing.panel import PITCH_MM

from ..twin import Board
from . import hand_errors
from .careful import MS, Hands, Script
from .eyes import Eyes
from .hand import Hand
from .hand_errors import Knobs, Tally
from .trajectory import STEP_MS, Point, Way, carry, distance_mm, fall, hold_still, lower, reach

QUICKEST_MS = 350.0
"""The least time in which a hand carries a disc anywhere."""
PUSH_MS = 120.0
"""How long a push of a disc lasts."""
TURNING_LIFT_MM = 30.0
"""How high a disc is lifted to be turned over."""
LOOSE_LIFT_MM = 30.0
"""How high a disc is stopped above its cell before it is lowered slowly."""


class ShakyHands(Hands):
    """Two hands that carry discs on real ways, with the mishaps ``hand_errors.ON_THE_WAY``.

    ``tally`` counts the game's mishaps. Every magnet has a strength of its own.
    """

    def __init__(self, twin: Board, eyes: Eyes, game: Game, choice: Random, knobs: Knobs) -> None:
        super().__init__(twin, eyes, game, choice)
        self.tally = Tally()
        self._knobs = knobs
        self._hand = Hand(twin, "right")
        self._other_hand = Hand(twin, "left")

    def report(self) -> dict[str, Any]:
        """Return the game's mishaps by name, and how many of them were recovered from."""
        return {"mishaps": dict(sorted(self.tally.injected.items())), "recovered": self.tally.recovered}

    def _seen_right(self) -> None:
        self.tally.seen_right()

    def _draw(self, name: str) -> float:
        return self._knobs.draw(name, self._choice)

    # Gestures

    def _put(self, name: str, piece: int) -> Script:
        """Bring a disc from beside the board and set it down on an empty cell."""
        self._hand.take(piece, self._hand.beside(self._choice), self._draw("strength"))
        yield from self._bring(name)

    def _lift(self, name: str) -> Script:
        """Take the disc on a cell and lay it beside the board."""
        self._hand.grasp(name)
        yield from self._hand.follow(self._carry(self._hand.at, self._hand.beside(self._choice)))
        self._hand.put_away()

    def _turn(self, name: str) -> Script:
        """Lift the disc on a cell, turn it over in the hand and set it down again."""
        self._hand.grasp(name)
        yield from self._hand.follow(reach(self._hand.at, self._hand.at._replace(lift_mm=TURNING_LIFT_MM), 250))
        yield self._pause(100, 300)
        self._hand.turn_over()
        yield self._pause(50, 200)
        yield from self._hand.follow(reach(self._hand.at, self._rest_on(name), 250))
        self._hand.set_down(name)

    def _push(self, name: str, to: Point) -> Script:
        """Push the disc on a cell to a place near it."""
        disc, centre = self._twin.table.disc(name), self._centre(self._twin.table.cell(name))
        for at in reach(Point(disc.x_mm, disc.y_mm), to, PUSH_MS):
            self._twin.table.nudge(name, at.x_mm - centre.x_mm, at.y_mm - centre.y_mm)
            yield STEP_MS * MS

    def _make(self, work: tuple[tuple[int, int], ...]) -> Script:
        """Do an action's hand work; a piece that steps to an empty cell is carried, or slid, right there."""
        if len(work) == 2 and work[0][1] == EMPTY:
            origin, target = (self._twin.grid.name(self._layout.to_panel[cell]) for cell, _ in work)
            if target not in self._twin.table.discs():
                self._hand.grasp(origin)
                if self._happens((hand_errors.SLIDE,)):
                    yield from self._hand.follow(self._slide(self._hand.at, self._rest_on(target)))
                else:
                    yield from self._hand.follow(self._carry(self._hand.at, self._rest_on(target)))
                self._hand.set_down(target)
                return
        yield from super()._make(work)

    def _bring(self, name: str) -> Script:
        """Carry the disc in the hand to a cell, in whatever manner comes about, and set it down."""
        rest = self._rest_on(name)
        manner = self._knobs.happens(hand_errors.ON_THE_WAY, self._choice)
        way = self._way(manner, name, rest)
        if way is None:
            manner, way = "", self._carry(self._hand.at, rest)
        if manner:
            self.tally.happened(manner)
        yield from self._hand.follow(way)
        self._hand.set_down(name)
        if manner == hand_errors.BOTH_HANDS:
            # The other disc is on its way while this one comes to rest.
            yield self._pause(300, 600)

    def _happens(self, names: tuple[str, ...]) -> str:
        """Draw which of some mishaps happens now, if any, and count it."""
        name = self._knobs.happens(names, self._choice)
        if name:
            self.tally.happened(name)
        return name

    # Ways

    def _way(self, manner: str, name: str, rest: Point) -> Way | None:
        """Return the way to a cell with a mishap on it, or ``None`` where that cannot happen."""
        start = self._hand.at
        if manner == hand_errors.SLIDE:
            touch = self._touching_down(name)
            return None if touch is None else chain(self._carry(start, touch), self._slide(touch, rest))
        if manner == hand_errors.HOVER:
            over = self._centre(self._choice.randrange(self._twin.grid.cells))
            over = over._replace(lift_mm=self._draw("hover_height"))
            still = hold_still(over, self._draw("hover_time"), self._draw("tremor"), self._choice)
            return chain(self._carry(start, over), still, self._carry(over, rest))
        if manner == hand_errors.SLOW_LOWERING:
            return self._lower_slowly(start, rest)
        if manner == hand_errors.FUMBLE:
            return self._fumble(start, rest)
        if manner == hand_errors.HESITATE:
            sites = self._twin.sensors.sites
            edge = min((Point(s.x_mm, s.y_mm) for s in sites), key=lambda at: distance_mm(at, start))
            edge = edge._replace(lift_mm=self._draw("carry_height"))
            still = hold_still(edge, self._draw("hesitation"), self._draw("tremor"), self._choice)
            return chain(self._carry(start, edge), still, self._carry(edge, rest))
        if manner == hand_errors.BOTH_HANDS:
            self._start_other_hand(rest)
        return self._carry(start, rest) if manner else None

    def _lower_slowly(self, start: Point, rest: Point) -> Way:
        high = rest._replace(lift_mm=LOOSE_LIFT_MM)
        lower_down = rest._replace(lift_mm=self._draw("hover_height"))
        speed = self._draw("lowering_speed")
        tremor = self._draw("tremor")
        return chain(
            self._carry(start, high),
            hold_still(high, self._choice.uniform(100, 500), tremor, self._choice),
            lower(high, lower_down.lift_mm, speed),
            hold_still(lower_down, self._choice.uniform(100, 800), tremor, self._choice),
            lower(lower_down, 0.0, speed),
        )

    def _fumble(self, start: Point, rest: Point) -> Way:
        slips = self._offset(rest, 4.0)._replace(lift_mm=self._draw("fumble_height"))
        return chain(self._carry(start, slips), fall(slips, rest))

    def _carry(self, start: Point, end: Point) -> Way:
        ms = max(QUICKEST_MS, 1000 * distance_mm(start, end) / self._draw("carry_speed"))
        return carry(start, end, self._draw("carry_height"), ms)

    def _slide(self, start: Point, end: Point) -> Way:
        return reach(start, end, 1000 * distance_mm(start, end) / self._draw("slide_speed"))

    def _touching_down(self, name: str) -> Point | None:
        """Return where a disc touches the table that slides straight to a cell over an empty one or more."""
        grid, standing = self._twin.grid, self._twin.table.discs()
        target = grid.cell(name)
        lines = []
        for near in grid.neighbours[target]:
            step_x, step_y = (a - b for a, b in zip(grid.place(near), grid.place(target), strict=True))
            crossed, cell = 0, near
            while cell != NO_CELL and grid.name(cell) not in standing:
                crossed += 1
                cell = self._cell_at(target, (crossed + 1) * step_x, (crossed + 1) * step_y)
            if crossed:
                lines.append((crossed, step_x, step_y))
        if not lines:
            return None
        crossed, step_x, step_y = self._choice.choice(lines)
        centre = self._centre(target)
        # It touches down half way between two cells, where no sensor feels it as a disc.
        away = (self._choice.randint(1, crossed) + 0.5) * PITCH_MM
        return Point(centre.x_mm + away * step_x, centre.y_mm + away * step_y)

    def _start_other_hand(self, rest: Point) -> None:
        """Let the other hand carry a disc over the table, past where this one sets its own down."""
        hand, height = self._other_hand, self._draw("other_hand_height")
        start = hand.beside(self._choice)
        near = self._offset(rest, PITCH_MM)._replace(lift_mm=height)
        over = self._centre(self._choice.randrange(self._twin.grid.cells))._replace(lift_mm=height)
        back = self._carry(over, hand.beside(self._choice))
        # Drawn at once: two scripts that draw in turn would not draw the same every time.
        way = list(chain(self._carry(start, near), reach(near, over, 400), back))
        piece, strength = self._choice.choice((WHITE, BLACK)), self._draw("strength")

        def script() -> Script:
            hand.take(piece, start, strength)
            yield from hand.follow(iter(way))
            hand.put_away()

        self._twin.clock.run_script(script())

    # Places

    def _cell_at(self, origin: int, dx: float, dy: float) -> int:
        """Return the panel cell so many pitches from another, or ``NO_CELL``."""
        x, y = self._twin.grid.place(origin)
        return _nearest(self._twin.grid.place, range(self._twin.grid.cells), x + dx, y + dy)

    def _centre(self, cell: int) -> Point:
        site = self._twin.sensors.sites[cell]
        return Point(site.x_mm, site.y_mm)

    def _rest_on(self, name: str) -> Point:
        """Return where on a cell a disc comes to rest."""
        return self._offset(self._centre(self._twin.table.cell(name)), self._draw("off_centre"))

    def _offset(self, at: Point, most_mm: float) -> Point:
        """Return a point anywhere in a circle around another."""
        angle, away = self._choice.uniform(0, 2 * pi), most_mm * sqrt(self._choice.random())
        return at._replace(x_mm=at.x_mm + away * cos(angle), y_mm=at.y_mm + away * sin(angle))


def _nearest(place: Any, cells: Iterable[int], x: float, y: float) -> int:
    for cell in cells:
        at_x, at_y = place(cell)
        if abs(at_x - x) < 0.1 and abs(at_y - y) < 0.1:
            return cell
    return NO_CELL
