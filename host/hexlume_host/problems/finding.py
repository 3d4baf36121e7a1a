"""Finds problems: games of the engine against itself, looked through from their ends backwards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexlume import games
from hexlume.games.contract import Game
from hexlume.pieces import COLOURS

from ..engine.match import Terms
from ..engine.selfplay import SelfPlay, Side, play
from .difficulty import difficulty_of, measures_of
from .problem import Problem, names
from .proof import Proof
from .proving import Prover
from .theme import themes_of

PLAYOUTS = 96
_LEVEL = 2
"""One that errs now and then, so that games and positions vary."""
_NAME = "Hexlume"
_OPENING = 2
_LONGEST = 300
_MEMORY_MB = 16
_MISSES = 4
"""After so many positions in a row that cannot be proven, the ones before them are left alone."""


@dataclass(frozen=True, slots=True)
class Source:
    """Which games are played: of one kind, each following from ``seed`` and its number."""

    rules: str
    size: int
    options: Mapping[str, Any]
    seed: int
    playouts: int = PLAYOUTS

    def game(self, number: int) -> list[str]:
        """Return the actions of a game."""
        terms = Terms(
            *(_NAME, _NAME, self.rules, self.size, self.options, 0.0),
            *(_OPENING, self.seed),
            limit_s=0.0,
            longest=_LONGEST,
        )
        side = Side(_NAME, _LEVEL)
        return play(SelfPlay(terms, (side, side), self.playouts, memory_mb=_MEMORY_MB), number).actions


def problems_in(
    prover: Prover,
    rules: str,
    size: int,
    options: Mapping[str, Any],
    actions: Sequence[str],
    look: Callable[[int], None] = lambda ply: None,
) -> Iterator[Problem]:
    """Yield the problems of a game, those near its end first; ``look`` is told every position that is looked at."""
    game = games.start(rules, size, options)
    for action in actions:
        game.play(action)
    misses = 0
    while game.codes and misses < _MISSES:
        game.undo()
        look(len(game.codes))
        if prover.worth(game) is None:
            misses += 1
            continue
        misses = 0
        proof = prover.prove(game)
        if proof is not None:
            yield problem_of(prover, game, proof)


def problem_of(prover: Prover, game: Game, proof: Proof) -> Problem:
    """Return the problem that a proven position is."""
    best = tuple(action for group in proof.best for action in group)
    measures = measures_of(game, len(proof.groups), prover.depth(game, proof.worth), best)
    return Problem(
        rules=game.NAME,
        on=game.grid.board,
        options=dict(game.options),
        actions=tuple(game.actions()),
        colour=str(COLOURS[game.to_move]),
        worth=proof.worth,
        best=names(game, best),
        answers=prover.answers(game, proof),
        themes=themes_of(game, proof),
        difficulty=difficulty_of(**measures),
        measures=measures,
    )
