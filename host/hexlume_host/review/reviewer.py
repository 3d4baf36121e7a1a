"""The reviewer: asks the engine about a game's positions, from the last one back to the start.

Backwards, because of what is kept from ply to ply: the search tree of a position becomes a branch of the one before it.
What is proven near the end, where positions are small, is then proven of everything before it that it decides, and an
action is judged by a search of the position that it really led to, not by a glance at it from above.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS

from ..engine.level import Limit
from .evaluation import CHOICES, LONGEST_LINE, Choice, Evaluation, line_keys

if TYPE_CHECKING:
    from ..engine.thinker import Analysis, Candidate, Engine

_DEVIATIONS = 2.0
"""An action is held to be as good as its searches leave no doubt of, by so many standard deviations."""
_FEWEST_VISITS = 8
_RANK = {"win": 2, None: 1, "draw": 1, "loss": 0}


def plan(actions: Sequence[str], over: bool, known: Mapping[int, Evaluation], limit: Limit) -> list[int]:
    """Return the plies to think about, in order: those not known well enough, from the last one back.

    ``over``: the game is over by its rules after its last action; there is nothing to think about then.
    """
    last = len(actions) - over
    return [ply for ply in range(last, -1, -1) if ply not in known or not known[ply].suffices(limit)]


class Reviewer:
    """A game's actions, about whose positions an engine is asked, at best one after another backwards."""

    def __init__(
        self, engine: "Engine", rules: str, size: int, options: Mapping[str, Any], actions: Sequence[str]
    ) -> None:
        self._engine = engine
        self._start = rules, size, dict(options)
        self._actions = tuple(actions)
        self._keys = line_keys(actions)

    def evaluate(self, ply: int, limit: Limit) -> Evaluation:
        """Think about the position after so many actions, in which the game is not over; return its evaluation.

        Where there is no choice, no time is spent.
        """
        game = games.start(*self._start)
        for action in self._actions[:ply]:
            game.push_text(action)
        forced = len(game.legal_actions()) == 1
        analysis = self._engine.analyse(
            game,
            replace(limit, playouts=1) if forced else limit,
            free=True,
            backwards=True,
        )
        played = self._actions[ply] if ply < len(self._actions) else ""
        return Evaluation(
            ply=ply,
            line=self._keys[ply],
            colour=str(COLOURS[game.to_move]),
            proven=analysis.proven,
            choices=_choices(game, analysis, played),
            playouts=max(analysis.playouts, limit.playouts or 0) if forced else analysis.playouts,
            seconds=limit.seconds or 0.0,
        )


def _choices(game: Game, analysis: "Analysis", played: str) -> tuple[Choice, ...]:
    """Return the best actions, the surest first, and the one that was played if it is not among them."""
    ordered = sorted(analysis.candidates, key=lambda found: (-_RANK[found.proven], -_surely(found), found.action))
    kept = ordered[:CHOICES]
    kept += [found for found in ordered[CHOICES:] if game.name(found.action) == played]
    return tuple(
        Choice(
            game.name(found.action),
            found.chance,
            found.proven,
            found.visits,
            tuple(map(game.name, found.variation[:LONGEST_LINE])),
        )
        for found in kept
    )


def _surely(found: "Candidate") -> float:
    """Return what an action brings in the mean at least, as far as its searches tell."""
    if found.proven is not None:
        return found.chance
    visits = found.visits + 1
    mean = (found.mean * found.visits + 0.5) / visits
    doubt = _DEVIATIONS * math.sqrt(max(mean * (1 - mean), 1 / visits) / visits)
    return mean - doubt if found.visits >= _FEWEST_VISITS else mean - doubt - 1
