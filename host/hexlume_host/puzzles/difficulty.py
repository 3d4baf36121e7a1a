"""How hard a puzzle is, from what can be measured: choices, the proof's depth, and what a plain search needs."""

from dataclasses import replace
from typing import Any

from hexlume.games.game import Game

from ..engine.level import UCT, Limit
from ..engine.thinker import Engine

EASIEST, HARDEST = 1, 5
RUNGS = (24, 96, 400, 1_600, 6_400)
"""Games searched by the plain search (``level.UCT``: no knowledge, no proofs) before it is asked for its action."""
_SEED = 7
_MEMORY_MB = 64


def playouts_needed(game: Game, best: tuple[int, ...]) -> int | None:
    """Return how many games the plain search needs until it plays a right action, and from there on always.

    ``None`` if it does not even with the most.
    """
    needed = None
    for playouts in reversed(RUNGS):
        engine = Engine(replace(UCT, playouts=playouts), _SEED, _MEMORY_MB)
        if engine.choose(game, Limit(playouts=playouts)) not in best:
            break
        needed = playouts
    return needed


def difficulty_of(choices: int, depth: int | None, playouts: int | None) -> int:
    """Return a difficulty from 1 to 5.

    ``choices`` are the different actions to choose from, ``depth`` the actions after which best play has brought what
    is proven (``None``: very many), ``playouts`` what the plain search needs (``playouts_needed``).
    """
    points = (choices > 6) + (choices > 20)
    points += 3 if depth is None else (depth > 1) + (depth > 3) + (depth > 6)
    points += len(RUNGS) if playouts is None else RUNGS.index(playouts)
    return min(HARDEST, EASIEST + points // 2)


def measures_of(game: Game, choices: int, depth: int | None, best: tuple[int, ...]) -> dict[str, Any]:
    """Return what a puzzle's difficulty follows from; the names are those of ``difficulty_of``."""
    return {"choices": choices, "depth": depth, "playouts": playouts_needed(game, best)}
