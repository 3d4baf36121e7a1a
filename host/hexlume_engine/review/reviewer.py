"""The reviewer: asks the engine about a game's positions, from the last one back to the start.

Backwards, because the search tree of a position becomes a branch of the one before it. What is proven near the end,
where positions are small, is then proven of every earlier position that it decides, and an action is judged by a search
of the position that it really led to.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS

from ..search.level import Limit
from ..search.value import DRAW, LOSS, WIN
from .evaluation import CHOICES, LONGEST_LINE, Choice, Evaluation, line_keys
from .reviewed_game import ReviewedGame

if TYPE_CHECKING:
    from ..search.analysis import Analysis, Candidate
    from ..search.engine import Engine

_DEVIATIONS = 2.0
"""Standard deviations by which an action may be worse than its searches say."""
_FEWEST_VISITS = 8
_RANK = {WIN: 2, None: 1, DRAW: 1, LOSS: 0}


class Reviewer:
    """Asks an engine about the positions of one game, at best one after another backwards."""

    def __init__(self, engine: "Engine", reviewed: ReviewedGame) -> None:
        self._engine = engine
        self._game = reviewed
        self._keys = line_keys(reviewed.names)

    def evaluate(self, ply: int, limit: Limit) -> Evaluation:
        """Return the evaluation of the position after ``ply`` actions, in which the game must not be over.

        Where there is no choice, no time is spent.
        """
        actions = self._game.names
        game = games.start(self._game.rules, self._game.size, self._game.options)
        for action in actions[:ply]:
            game.push_text(action)
        forced = len(game.legal_actions()) == 1
        analysis = self._engine.analyse(
            game,
            replace(limit, playouts=1) if forced else limit,
            free=True,
            backwards=True,
        )
        played = actions[ply] if ply < len(actions) else ""
        return Evaluation(
            ply=ply,
            line=self._keys[ply],
            colour=str(COLOURS[game.to_move]),
            proven=analysis.proven,
            choices=choices_of(game, analysis, played),
            playouts=max(analysis.playouts, limit.playouts or 0) if forced else analysis.playouts,
            seconds=limit.seconds or 0.0,
        )


def choices_of(game: Game, analysis: "Analysis", played: str = "") -> tuple[Choice, ...]:
    """Return the best actions, the surest first, and the one that was played if it is not among them."""
    ordered = sorted(analysis.candidates, key=lambda found: (-_RANK[found.proven], -_surely(found), found.action))
    chosen = ordered[:CHOICES]
    chosen += [found for found in ordered[CHOICES:] if game.name(found.action) == played]
    return tuple(
        Choice(
            game.name(found.action),
            found.chance,
            found.proven,
            found.visits,
            tuple(map(game.name, found.variation[:LONGEST_LINE])),
        )
        for found in chosen
    )


def _surely(found: "Candidate") -> float:
    """Return a lower bound of an action's win chance, as far as its searches show."""
    if found.proven is not None:
        return found.chance
    visits = found.visits + 1
    mean = (found.mean * found.visits + 0.5) / visits
    doubt = _DEVIATIONS * math.sqrt(max(mean * (1 - mean), 1 / visits) / visits)
    return mean - doubt if found.visits >= _FEWEST_VISITS else mean - doubt - 1
