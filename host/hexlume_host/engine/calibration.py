"""How sure the engine is of its chances, and how sure it would have to be to be right about them.

What it expects is compared with what came of it in games against itself. The chances that are told have their log odds
multiplied by one factor, the game's ``sureness``, as scores of classifiers are calibrated (Guo and others, "On
calibration of modern neural networks", ICML 2017, there as a temperature).
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from hexlume.games import notation
from hexlume.games.pieces import WHITE, other

from .level import STRONGEST, Limit, settings_of, told
from .match import Terms, opening, start

_CERTAIN = 1e-9
_LEAST, _MOST = 0.01, 10.0
_HALVINGS = 50


@dataclass(frozen=True, slots=True)
class Expecting:
    """Games of the strongest level against itself; ``terms.seconds`` count where ``playouts`` is ``None``."""

    terms: Terms
    playouts: int | None
    memory_mb: int = 128


@dataclass(frozen=True, slots=True)
class Expected:
    """What was expected in a game, position by position, and what came of it.

    ``chances`` are those of who was to act, as the search found them; ``points`` what that player came to have: 1, 0.5
    or 0. Positions whose result was proven are left out.
    """

    chances: list[float]
    points: list[float]


def play(task: Expecting, number: int) -> Expected:
    """Play the game of a number; one that is too long tells nothing."""
    # What the search stands on takes seconds to load.
    from .engine import Engine  # noqa: PLC0415

    terms = task.terms
    raw = replace(STRONGEST, tuned={terms.game: replace(settings_of(terms.game), sureness=1.0)})
    seed = Random(f"{terms.seed} {number}").getrandbits(62)
    engine = Engine(raw, seed, task.memory_mb, 1, time.thread_time if terms.cpu else time.monotonic)
    game = start(terms)
    for action in opening(terms, 2 * number):
        game.push(action)
    owner = {WHITE: 0, other(WHITE): 1}
    movers: list[int] = []
    chances: list[float] = []
    while game.result is None and len(game.codes) < terms.longest:
        action = engine.choose(game, Limit(None if task.playouts else terms.seconds, task.playouts))
        if engine.last is not None and engine.last.proven is None:
            movers.append(owner[game.to_move])
            chances.append(engine.last.chance)
        game.push(action)
        if notation.swaps_seats(action):
            owner[WHITE], owner[other(WHITE)] = owner[other(WHITE)], owner[WHITE]
    if game.result is None:
        return Expected([], [])
    if game.result == "0":
        return Expected(chances, [0.5] * len(chances))
    winner = owner[WHITE if game.result == "W+" else other(WHITE)]
    return Expected(chances, [float(mover == winner) for mover in movers])


def fitted(games: Sequence[Expected]) -> float:
    """Return the sureness with which what came of games was most likely: that of the least log loss.

    Raises ``ValueError`` without a position to go by.
    """
    chances, points = _joined(games)
    if not len(chances):
        raise ValueError("no game came to an end that was not proven from the start")
    odds = np.log(chances) - np.log1p(-chances)
    low, high = np.log(_LEAST), np.log(_MOST)
    # The loss has one minimum: its slope rises with the factor.
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = np.sum((1 / (1 + np.exp(-np.exp(middle) * odds)) - points) * odds)
        low, high = (low, middle) if slope > 0 else (middle, high)
    return float(np.exp(low))


def interval(games: Sequence[Expected], seed: int = 1, times: int = 400) -> tuple[float, float]:
    """Return where the sureness lies with 95 %, by drawing as many of the games by lot again and again."""
    draw = Random(seed)
    found = [fitted(draw.choices(games, k=len(games))) for _ in range(times)]
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def log_loss(games: Sequence[Expected], sureness: float) -> float:
    """Return how wrong the chances were when told so, in nats a position: log 2 is that of knowing nothing."""
    chances, points = _joined(games)
    odds = sureness * (np.log(chances) - np.log1p(-chances))
    return float(np.mean(np.logaddexp(0, odds) - points * odds))


@dataclass(frozen=True, slots=True)
class Kept:
    """How promises of about one size were kept: mean chances and points of who seemed ahead."""

    positions: int
    promised: float
    came: float


def promises(games: Sequence[Expected], sureness: float, parts: int = 5) -> list[Kept | None]:
    """Return how promises were kept, in equal parts from a half to 1; ``None`` where none was made."""
    chances, points = _joined(games)
    shown = np.array([told(float(chance), sureness) for chance in chances])
    ahead, came = np.maximum(shown, 1 - shown), np.where(shown >= 0.5, points, 1 - points)
    part = np.minimum(((ahead - 0.5) * 2 * parts).astype(int), parts - 1)
    return [
        Kept(int(np.sum(part == at)), float(np.mean(ahead[part == at])), float(np.mean(came[part == at])))
        if np.any(part == at)
        else None
        for at in range(parts)
    ]


def _joined(games: Sequence[Expected]) -> tuple[Any, Any]:
    chances = np.array([chance for game in games for chance in game.chances])
    return np.clip(chances, _CERTAIN, 1 - _CERTAIN), np.array([one for game in games for one in game.points])
