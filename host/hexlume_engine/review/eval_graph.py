"""The evaluation graph of a game: win chance at every ply, and what each action gave away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexlume_record.game.record import SEAT_SWAPS, seats_swapped

from ..search.value import CHANCE
from .evaluation import Choice, Evaluation

BETTER = 3
"""Better actions kept of a position."""
_WORSE_BY = 0.05
"""An alternative worse than the best one by more is not shown."""
_SURE_SHARE = 0.25
"""Nor is one that was searched less than this share of the best one's playouts."""

WHITE = "white"
_RESULT_CHANCE = {"W+": 1.0, "B+": 0.0, "0": 0.5}


@dataclass(frozen=True, slots=True)
class Point:
    """A position of the game, and the action that led to it.

    ``searched``: the engine has looked at it. ``white`` is the chance (0 to 1) that who has white at the game's end
    wins, ``None`` where nothing is known; ``proven`` says that it is certain. ``gave_away`` is what the action cost the
    chance of who played it, 0 to 1, ``None`` where that is not known. ``better`` are actions that were better than it,
    the best first, as chances of who played it.
    """

    ply: int
    action: str
    colour: str
    searched: bool
    white: float | None
    proven: bool
    gave_away: float | None
    better: tuple[Choice, ...]


def eval_graph(
    actions: Sequence[tuple[str, str]], result: str | None, evaluations: Mapping[int, Evaluation]
) -> list[Point]:
    """Return a game's points, the start first.

    ``actions`` are pairs (action, colour); ``result`` is the one by the rules, ``None`` if the game was not played to
    its end. A position is worth as much as the best action in it, and an action as much as the position after it:
    so no action ever raises the chance of who plays it, and what it lowers it by is what it gave away.
    """
    names = [action for action, _ in actions]
    values = [_Value()] * (len(names) + 1)
    if result is not None:
        values[-1] = _Value(_RESULT_CHANCE[result], True)
    elif len(names) in evaluations:
        values[-1] = _value_of(evaluations[len(names)], "", _Value())
    for ply in range(len(names) - 1, -1, -1):
        if ply in evaluations:
            values[ply] = _value_of(evaluations[ply], names[ply], values[ply + 1])
    points = []
    # An odd number of swaps still to come: who has white now has black at the end.
    away = seats_swapped(names)
    for ply, value in enumerate(values):
        action, colour = actions[ply - 1] if ply else ("", "")
        away ^= action in SEAT_SWAPS
        white = None if value.white is None else 1 - value.white if away else value.white
        before = values[ply - 1] if ply else _Value()
        points.append(
            Point(ply, action, colour, ply in evaluations, white, value.proven, before.gave_away, before.better)
        )
    return points


@dataclass(frozen=True, slots=True)
class _Value:
    """What a position is worth to white, as the colours are there, and what the action played in it gave away."""

    white: float | None = None
    proven: bool = False
    gave_away: float | None = None
    better: tuple[Choice, ...] = ()


def _value_of(found: Evaluation, played: str, after: _Value) -> _Value:
    """Return the value of a position; ``after`` is the value of the one that the action played in it led to.

    The first of the choices is the surest, so it counts; another one may seem better after few playouts.
    """
    others = [choice for choice in found.choices if choice.action != played]
    own = next((choice for choice in found.choices if choice.action == played), None)
    chance = own.chance if own else None
    certain = own is not None and own.proven is not None
    if after.white is not None:
        # Who swaps has the other colour then.
        as_white = (found.colour == WHITE) != (played in SEAT_SWAPS)
        chance, certain = after.white if as_white else 1 - after.white, after.proven
    best = others[0].chance if others else 0.0
    if found.proven is not None:
        best = CHANCE[found.proven]
    if chance is not None:
        best = max(best, chance)
    # What is certain of the position played to is certain here only if nothing could be better.
    proven = found.proven is not None or (certain and chance == best == 1.0)
    white = best if found.colour == WHITE else 1 - best
    if chance is None:
        return _Value(white, proven)
    better = tuple(
        choice
        for choice in others
        if choice.chance > chance
        and choice.chance >= best - _WORSE_BY
        and (choice.proven or choice.visits >= _SURE_SHARE * others[0].visits)
    )
    return _Value(white, proven, max(0.0, best - chance), better[:BETTER])


def extent(points: Sequence[Point]) -> tuple[int, int]:
    """Return how many positions were searched, and how many there are to search: where the rules end a game is none."""
    searched = sum(point.searched for point in points)
    over = points[-1].white is not None and not points[-1].searched
    return searched, len(points) - over


def swings(points: Sequence[Point], least: float) -> list[Point]:
    """Return the points whose actions gave away so much or more, as they were played."""
    return [point for point in points if point.gave_away is not None and point.gave_away >= least]
