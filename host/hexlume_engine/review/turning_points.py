"""Turning points: the few mistakes that changed who was winning, those that did the same together."""

from collections.abc import Sequence
from dataclasses import dataclass

from hexlume_record.game.record import seats_swapped

from .eval_graph import Point, swings

LEAST_LOSS = 0.2
"""An action that gives away less of the chance to win is no turning point."""
MOST_TURNING_POINTS = 5

BLUNDER, MISSED_WIN, MISTAKE = "blunder", "missed win", "mistake"

WON, DRAWN, LOST = "won", "drawn", "lost"
WINNING, BETTER, EVEN, WORSE, LOSING = "winning", "better", "even", "worse", "losing"
_LEAST = ((WINNING, 0.85), (BETTER, 0.6), (EVEN, 0.4), (WORSE, 0.15), (LOSING, 0.0))
"""The chance to win above which a state begins that is an estimate."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Actions of one colour that did the same: they led from the state ``before`` to ``after``, for who played them.

    ``decided``: it is the last turning point of the game, and gave it to the winner.
    """

    points: tuple[Point, ...]
    colour: str
    before: str
    after: str
    decided: bool

    @property
    def severity(self) -> str:
        """``BLUNDER`` where the other side then wins, ``MISSED_WIN`` where a won game is open again, or ``MISTAKE``."""
        if self.after in (LOST, LOSING) and self.before != WORSE:
            return BLUNDER
        return MISSED_WIN if self.before in (WON, WINNING) else MISTAKE


def turning_points(points: Sequence[Point]) -> list[TurningPoint]:
    """Return a game's turning points, max. the ``MOST_TURNING_POINTS`` worst, as they came.

    Actions that did the same are one turning point; the action that decided the game stands alone.
    """
    found = swings(points, LEAST_LOSS)
    groups: dict[tuple[str, str, str, bool], list[Point]] = {}
    for point in found:
        before, after = _states(points, point)
        decided = point is found[-1] and after in (LOST, LOSING) and _lost_the_game(points, point)
        groups.setdefault((point.colour, before, after, decided), []).append(point)
    turning = [TurningPoint(tuple(alike), *key) for key, alike in groups.items()]
    turning.sort(key=lambda turn: (not turn.decided, -max(point.gave_away or 0.0 for point in turn.points)))
    return sorted(turning[:MOST_TURNING_POINTS], key=lambda turn: turn.points[0].ply)


def winning_side(point: Point) -> str:
    """Return who wins from a position on, ``white`` or ``black`` as they are at the end; empty if that is open."""
    if point.white is None or abs(point.white - 0.5) < _LEAST[0][1] - 0.5:
        return ""
    return "white" if point.white > 0.5 else "black"


def _states(points: Sequence[Point], point: Point) -> tuple[str, str]:
    """Return the state before and after an action that gave something away, for who played it."""
    before = points[point.ply - 1]
    white = before.white or 0.0
    was = white if _has_white(points, point) else 1 - white
    return _state(was, before.proven), _state(was - (point.gave_away or 0.0), point.proven)


def _state(chance: float, proven: bool) -> str:
    if proven:
        return (LOST, DRAWN, WON)[round(2 * chance)]
    return next(state for state, least in _LEAST if chance > least or state == LOSING)


def _has_white(points: Sequence[Point], point: Point) -> bool:
    """Return whether who played an action has white at the game's end."""
    return (point.colour == "white") != seats_swapped(later.action for later in points[point.ply :])


def _lost_the_game(points: Sequence[Point], point: Point) -> bool:
    """Return whether who gave something away is who lost in the end."""
    return winning_side(points[-1]) == ("black" if _has_white(points, point) else "white")
