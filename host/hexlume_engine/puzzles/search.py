"""Search for puzzles in the engine's games against itself, from their ends backwards, and their difficulty."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hexlume import games
from hexlume.games.game import MOVING, Game
from hexlume.games.pieces import COLOURS

from ..search.engine import Engine
from ..search.level import UCT, Level, Limit
from .proof import Proof
from .prover import Prover
from .puzzle import Puzzle
from .theme import themes_of

PLAYOUTS = 96
_RANDOM_CHANCE = 0.15
"""The chance of an action that is not the best one found, so that games vary and there is something to punish."""
_OPENING = 2
_LONGEST = 300
_MEMORY_MB = 16
_MISSES = 4
"""The number of unproven positions in a row after which a game's earlier positions are not searched."""
EASIEST, HARDEST = 1, 5
RUNGS = (24, 96, 400, 1_600, 6_400)
"""The playouts of the plain searches (``level.UCT``: no knowledge, no proofs) that measure difficulty."""
_SEED = 7
_UCT_MEMORY_MB = 64


@dataclass(frozen=True, slots=True)
class Source:
    """The games to search for puzzles, all of one type; each depends on ``seed`` and its number only."""

    rules: str
    size: int
    options: Mapping[str, Any]
    seed: int
    playouts: int = PLAYOUTS

    def game(self, number: int) -> Game:
        """Return a game, played.

        Every search uses all its playouts: ending it early, as the engine may, depends on the time.
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
            is_random = random.random() < _RANDOM_CHANCE
            game.push(
                random.choices(found, [1 + one.visits for one in found])[0].action if is_random else found[0].action
            )
        return game


def puzzles_in(prover: Prover, game: Game) -> Iterator[Puzzle]:
    """Take a game back from its end and yield its puzzles."""
    misses = 0
    solutions = set()
    while game.codes and misses < _MISSES:
        game.pop()
        # Where pieces move no board fills up: to prove that an action never wins would take too long.
        if MOVING in games.part(game.NAME, "setup").PHASES:
            proof = prover.prove_within(game)
        elif prover.value(game) is None:
            misses += 1
            continue
        else:
            misses = 0
            proof = prover.prove(game)
        if proof is None:
            continue
        puzzle = make_puzzle(prover, game, proof)
        # A player who misses a win may miss the same one again and again.
        solution = (puzzle.best, puzzle.answers[puzzle.best[0]].line)
        if not puzzle.within or solution not in solutions:
            yield puzzle
        solutions.add(solution)


def make_puzzle(prover: Prover, game: Game, proof: Proof) -> Puzzle:
    """Return the puzzle of a proven position."""
    best = tuple(action for group in proof.best for action in group)
    measures: dict[str, Any] = {
        "choices": len(proof.groups),
        "depth": proof.depth or prover.depth(game, proof.value),
        "playouts": playouts_needed(game, best),
    }
    return Puzzle(
        rules=game.NAME,
        board=game.grid.board,
        options=dict(game.options),
        actions=tuple(game.actions()),
        colour=str(COLOURS[game.to_move]),
        value=proof.value,
        best=tuple(map(game.name, best)),
        answers=prover.answers(game, proof),
        themes=themes_of(game, proof),
        difficulty=difficulty_of(**measures),
        measures=measures,
    )


def playouts_needed(game: Game, best: tuple[int, ...]) -> int | None:
    """Return the playouts from which on the plain search always plays a right action; ``None`` if it never does."""
    needed = None
    for playouts in reversed(RUNGS):
        engine = Engine(replace(UCT, playouts=playouts), _SEED, _UCT_MEMORY_MB)
        if engine.choose(game, Limit(playouts=playouts)) not in best:
            break
        needed = playouts
    return needed


def difficulty_of(choices: int, depth: int | None, playouts: int | None) -> int:
    """Return a difficulty from 1 to 5.

    ``choices`` is the number of different actions, ``depth`` the length of the proof in actions (``None``: very many),
    ``playouts`` the result of ``playouts_needed``.
    """
    points = (choices > 6) + (choices > 20)
    points += 3 if depth is None else (depth > 1) + (depth > 3) + (depth > 6)
    points += len(RUNGS) if playouts is None else RUNGS.index(playouts)
    return min(HARDEST, EASIEST + points // 2)
