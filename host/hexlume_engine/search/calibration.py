"""Calibration of the engine's win chances on games against itself.

The log odds of a reported win chance are multiplied by one factor, the game's ``calibration``, as scores of classifiers
are calibrated (Guo and others, "On calibration of modern neural networks", ICML 2017, there as a temperature). The
factor is fitted: with it, the chances agree best with the results of the games.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from hexlume.games import notation
from hexlume.games.pieces import WHITE, other

from .level import STRONGEST, Limit, calibrate, settings_of
from .match import Terms, opening, start

_CERTAIN = 1e-9
_LEAST, _MOST = 0.01, 10.0
_HALVINGS = 50


@dataclass(frozen=True, slots=True)
class CalibrationRun:
    """Games of the strongest level against itself; ``terms.seconds`` count where ``playouts`` is ``None``."""

    terms: Terms
    playouts: int | None
    memory_mb: int = 128


@dataclass(frozen=True, slots=True)
class GameChances:
    """A game's win chances, position by position, and its result.

    ``chances`` are those of the player to act, as the search found them; ``points`` that player's result: 1, 0.5 or 0.
    Positions whose result was proven are left out.
    """

    chances: list[float]
    points: list[float]


def play(task: CalibrationRun, number: int) -> GameChances:
    """Play the game of a number; one that is too long has no chances."""
    # What the search stands on takes seconds to load.
    from .engine import Engine  # noqa: PLC0415

    terms = task.terms
    raw = replace(STRONGEST, tuned={terms.game: replace(settings_of(terms.game), calibration=1.0)})
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
        return GameChances([], [])
    if game.result == "0":
        return GameChances(chances, [0.5] * len(chances))
    winner = owner[WHITE if game.result == "W+" else other(WHITE)]
    return GameChances(chances, [float(mover == winner) for mover in movers])


def fit(games: Sequence[GameChances]) -> float:
    """Return the factor of maximum likelihood: that of the least log loss.

    Raises ``ValueError`` without a position.
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


def interval(games: Sequence[GameChances], seed: int = 1, times: int = 400) -> tuple[float, float]:
    """Return the factor's 95 % interval, by resampling the games (bootstrap)."""
    draw = Random(seed)
    found = [fit(draw.choices(games, k=len(games))) for _ in range(times)]
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def log_loss(games: Sequence[GameChances], factor: float) -> float:
    """Return the log loss of the calibrated chances, in nats a position: log 2 is that of knowing nothing."""
    chances, points = _joined(games)
    odds = factor * (np.log(chances) - np.log1p(-chances))
    return float(np.mean(np.logaddexp(0, odds) - points * odds))


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Positions with win chances of about one size: mean chance and mean result of the player who seemed ahead."""

    positions: int
    chance: float
    result: float


def reliability(games: Sequence[GameChances], factor: float, bins: int = 5) -> list[ReliabilityBin | None]:
    """Return the reliability diagram of the calibrated chances: equal bins from one half to 1, ``None`` if empty."""
    chances, points = _joined(games)
    shown = np.array([calibrate(float(chance), factor) for chance in chances])
    ahead, result = np.maximum(shown, 1 - shown), np.where(shown >= 0.5, points, 1 - points)
    number = np.minimum(((ahead - 0.5) * 2 * bins).astype(int), bins - 1)
    return [
        ReliabilityBin(int(np.sum(own)), float(np.mean(ahead[own])), float(np.mean(result[own])))
        if np.any(own)
        else None
        for own in (number == at for at in range(bins))
    ]


def _joined(games: Sequence[GameChances]) -> tuple[Any, Any]:
    chances = np.array([chance for game in games for chance in game.chances])
    return np.clip(chances, _CERTAIN, 1 - _CERTAIN), np.array([one for game in games for one in game.points])
