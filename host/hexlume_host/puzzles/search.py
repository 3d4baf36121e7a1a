"""Finds puzzles: games of the engine against itself, looked through from their ends backwards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hexlume import games
from hexlume.games.game import MOVING, Game
from hexlume.games.pieces import COLOURS

from ..engine.level import Level, Limit
from ..engine.thinker import Engine
from .difficulty import difficulty_of, measures_of
from .proof import Proof
from .prover import Prover
from .puzzle import Puzzle, names
from .theme import themes_of

PLAYOUTS = 96
_WHIM = 0.15
"""The chance of an action that is not the best one found, so that games vary and there is something to punish."""
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
        """Return the actions of a game.

        Every search is played to its end: ending it early, as the engine may, depends on the time.
        """
        random = Random(f"{self.seed} {self.rules} {self.size} {number}")
        engine = Engine(Level("quick", playouts=self.playouts), random.getrandbits(62), _MEMORY_MB)
        game = games.start(self.rules, self.size, self.options)
        while game.result is None and len(game.codes) < _LONGEST:
            legal = sorted(game.legal_actions())
            if len(game.codes) < _OPENING or len(legal) == 1:
                game.push(random.choice(legal))
                continue
            found = engine.analyse(game, Limit(playouts=self.playouts)).candidates
            whim = random.random() < _WHIM
            game.push(random.choices(found, [1 + one.visits for one in found])[0].action if whim else found[0].action)
        return game.actions()


def puzzles_in(
    prover: Prover,
    rules: str,
    size: int,
    options: Mapping[str, Any],
    actions: Sequence[str],
    look: Callable[[int], None] = lambda ply: None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a game, those near its end first; ``look`` is told every position that is looked at."""
    game = games.start(rules, size, options)
    for action in actions:
        game.push_text(action)
    misses = 0
    solutions = set()
    while game.codes and misses < _MISSES:
        game.pop()
        look(len(game.codes))
        # Where pieces move no board fills up: to prove that an action never wins would take too long.
        if MOVING in games.part(rules, "setup").PHASES:
            proof = prover.prove_within(game)
        elif prover.worth(game) is None:
            misses += 1
            continue
        else:
            misses = 0
            proof = prover.prove(game)
        if proof is None:
            continue
        puzzle = puzzle_of(prover, game, proof)
        # Who misses a win may find the same one again and again.
        solution = (puzzle.best, puzzle.answers[puzzle.best[0]].line)
        if not puzzle.within or solution not in solutions:
            yield puzzle
        solutions.add(solution)


def puzzle_of(prover: Prover, game: Game, proof: Proof) -> Puzzle:
    """Return the puzzle that a proven position is."""
    best = tuple(action for group in proof.best for action in group)
    depth = proof.depth or prover.depth(game, proof.worth)
    measures = measures_of(game, len(proof.groups), depth, best)
    return Puzzle(
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
