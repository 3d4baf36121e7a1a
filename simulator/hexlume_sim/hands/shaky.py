"""Shaky hands: every gesture is a path in millimetres, on which discs hover, slide and slip."""

from collections import Counter
from itertools import chain
from math import cos, pi, sin, sqrt
from random import Random
from typing import Any

from hexlume.games.game import Game
from hexlume.games.grid import NO_CELL
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume.hardware.cell_site import PITCH_MM

from ..twin import Board
from .careful import MS, Hands, Script
from .eyes import Eyes
from .hand import Hand
from .hand_errors import CARRY_ERRORS, Knobs
from .trajectory import STEP_MS, Point, Trajectory, carry, distance_mm, fall, hold_still, lower, reach

MIN_CARRY_MS = 350.0
"""Min duration of carrying a disc, in ms."""
PUSH_MS = 120.0
"""Duration of a push of a disc, in ms."""
TURNING_LIFT_MM = 30.0
"""Height at which a disc is turned over."""
LOWERING_START_MM = 30.0
"""Height above its cell from which a disc is lowered slowly."""


class ShakyHands(Hands):
    """Two hands that carry discs along real paths, with the errors ``CARRY_ERRORS``.

    Every magnet has its own strength.
    """

    def __init__(self, twin: Board, eyes: Eyes, game: Game, choice: Random, knobs: Knobs) -> None:
        super().__init__(twin, eyes, game, choice)
        self._mishaps: Counter[str] = Counter()
        self._recovered = 0
        self._knobs = knobs
        grid = twin.grid
        self._cells = {tuple(round(part, 3) for part in grid.place(cell)): cell for cell in range(grid.cells)}
        """Each cell by its place in pitches."""
        self._hand = Hand(twin, "right")
        self._other_hand = Hand(twin, "left")

    def report(self) -> dict[str, Any]:
        """Return the game's errors by name, and the number of corrected ones."""
        return {"mishaps": dict(sorted(self._mishaps.items())), "recovered": self._recovered}

    def _on_lights_correct(self) -> None:
        self._recovered = self._mishaps.total()

    def _draw(self, name: str) -> float:
        return self._knobs.draw(name, self._choice)

    # Gestures

    def _put(self, name: str, piece: int) -> Script:
        """Carry a disc from beside the board to an empty cell and put it down."""
        self._hand.take(piece, self._hand.beside(self._choice), self._draw("strength"))
        yield from self._bring(name)

    def _lift(self, name: str) -> Script:
        """Pick up the disc on a cell and put it beside the board."""
        self._hand.grasp(name)
        yield from self._hand.follow(self._carry(self._hand.at, self._hand.beside(self._choice)))
        self._hand.put_away()

    def _turn(self, name: str) -> Script:
        """Lift the disc on a cell, turn it over in the hand and put it down again."""
        self._hand.grasp(name)
        yield from self._hand.follow(reach(self._hand.at, self._hand.at._replace(lift_mm=TURNING_LIFT_MM), 250))
        yield self._pause(100, 300)
        self._hand.turn_over()
        yield self._pause(50, 200)
        yield from self._hand.follow(reach(self._hand.at, self._rest_on(name), 250))
        self._hand.set_down(name)

    def _push(self, name: str, to: Point) -> Script:
        """Push the disc on a cell to a point nearby."""
        disc, centre = self._twin.table.disc(name), self._centre(self._twin.table.cell(name))
        for at in reach(Point(disc.x_mm, disc.y_mm), to, PUSH_MS):
            self._twin.table.nudge(name, at.x_mm - centre.x_mm, at.y_mm - centre.y_mm)
            yield STEP_MS * MS

    def _make(self, work: tuple[tuple[int, int], ...]) -> Script:
        """Do an action's hand work; carry or slide a piece that steps to an empty cell."""
        if len(work) == 2 and work[0][1] == EMPTY:
            origin, target = (self._twin.grid.name(self._layout.to_panel[cell]) for cell, _ in work)
            if target not in self._twin.table.discs():
                self._hand.grasp(origin)
                move = self._carry
                if self._knobs.happens(("slide",), self._choice):
                    move = self._slide
                    self._mishaps["slide"] += 1
                yield from self._hand.follow(move(self._hand.at, self._rest_on(target)))
                self._hand.set_down(target)
                return
        yield from super()._make(work)

    def _bring(self, name: str) -> Script:
        """Carry the disc in the hand to a cell, possibly with an error, and put it down."""
        rest = self._rest_on(name)
        manner = self._knobs.happens(CARRY_ERRORS, self._choice)
        path = self._with_error(manner, name, rest)
        if path is None:
            manner, path = "", self._carry(self._hand.at, rest)
        if manner:
            self._mishaps[manner] += 1
        yield from self._hand.follow(path)
        self._hand.set_down(name)
        if manner == "both_hands":
            # The other disc is still moving while this one comes to rest.
            yield self._pause(300, 600)

    # Paths

    def _with_error(self, manner: str, name: str, rest: Point) -> Trajectory | None:
        """Return the path to a cell with an error on it, or None if that is not possible."""
        start = self._hand.at
        match manner:
            case "slide":
                touch = self._touching_down(name)
                return None if touch is None else chain(self._carry(start, touch), self._slide(touch, rest))
            case "hover":
                over = self._centre(self._choice.randrange(self._twin.grid.cells))
                return self._stop_at(over._replace(lift_mm=self._draw("hover_height")), "hover_time", rest)
            case "slow_lowering":
                return self._lower_slowly(start, rest)
            case "fumble":
                slips = self._offset(rest, 4.0)._replace(lift_mm=self._draw("fumble_height"))
                return chain(self._carry(start, slips), fall(slips, rest))
            case "hesitate":
                sites = self._twin.sensors.sites
                edge = min((Point(s.x_mm, s.y_mm) for s in sites), key=lambda at: distance_mm(at, start))
                return self._stop_at(edge._replace(lift_mm=self._draw("carry_height")), "hesitation", rest)
            case "both_hands":
                self._start_other_hand(rest)
        return self._carry(start, rest) if manner else None

    def _stop_at(self, stop: Point, time: str, rest: Point) -> Trajectory:
        """Return the path to a cell that stops at a point on its way for the time of a knob."""
        still = hold_still(stop, self._draw(time), self._draw("tremor"), self._choice)
        return chain(self._carry(self._hand.at, stop), still, self._carry(stop, rest))

    def _lower_slowly(self, start: Point, rest: Point) -> Trajectory:
        high = rest._replace(lift_mm=LOWERING_START_MM)
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

    def _carry(self, start: Point, end: Point) -> Trajectory:
        ms = max(MIN_CARRY_MS, 1000 * distance_mm(start, end) / self._draw("carry_speed"))
        return carry(start, end, self._draw("carry_height"), ms)

    def _slide(self, start: Point, end: Point) -> Trajectory:
        return reach(start, end, 1000 * distance_mm(start, end) / self._draw("slide_speed"))

    def _touching_down(self, name: str) -> Point | None:
        """Return the point where a disc touches down to slide straight to a cell.

        Its path crosses one or more empty cells.
        """
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
        # It touches down half-way between two cells, where no sensor detects it as a disc.
        away = (self._choice.randint(1, crossed) + 0.5) * PITCH_MM
        return Point(centre.x_mm + away * step_x, centre.y_mm + away * step_y)

    def _start_other_hand(self, rest: Point) -> None:
        """Let the other hand carry a disc over the table, past the destination of this one."""
        hand, height = self._other_hand, self._draw("other_hand_height")
        start = hand.beside(self._choice)
        near = self._offset(rest, PITCH_MM)._replace(lift_mm=height)
        over = self._centre(self._choice.randrange(self._twin.grid.cells))._replace(lift_mm=height)
        back = self._carry(over, hand.beside(self._choice))
        # Drawn in advance: two scripts that draw in turn would not be reproducible.
        path = list(chain(self._carry(start, near), reach(near, over, 400), back))
        piece, strength = self._choice.choice((WHITE, BLACK)), self._draw("strength")

        def script() -> Script:
            hand.take(piece, start, strength)
            yield from hand.follow(iter(path))
            hand.put_away()

        self._twin.clock.run_script(script())

    # Points

    def _cell_at(self, origin: int, dx: float, dy: float) -> int:
        """Return the panel cell at a distance in pitches from another, or ``NO_CELL``."""
        x, y = self._twin.grid.place(origin)
        return self._cells.get((round(x + dx, 3), round(y + dy, 3)), NO_CELL)

    def _centre(self, cell: int) -> Point:
        site = self._twin.sensors.sites[cell]
        return Point(site.x_mm, site.y_mm)

    def _rest_on(self, name: str) -> Point:
        """Return the point on a cell where a disc comes to rest."""
        return self._offset(self._centre(self._twin.table.cell(name)), self._draw("off_centre"))

    def _offset(self, at: Point, most_mm: float) -> Point:
        """Return a random point in a circle around another."""
        angle, away = self._choice.uniform(0, 2 * pi), most_mm * sqrt(self._choice.random())
        return at._replace(x_mm=at.x_mm + away * cos(angle), y_mm=at.y_mm + away * sin(angle))
