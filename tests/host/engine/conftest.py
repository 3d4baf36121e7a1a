"""What the engine's tests share."""

import random

import pytest

from hexlume import games

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume.games.game import FILLING, MOVING, OVER, PLACING, REPLACING, SETTING_UP
from hexlume_engine.search.position import FastPosition
from hexlume_engine.search.state import BOARD, CHECKED, PHASE

LEFT_OVER = 7
PHASES = (PLACING, REPLACING, MOVING, FILLING, SETTING_UP, OVER)
"""The phases' words, by the numbers of ``state``."""


class Together:
    """One game under the rules modules and as a fast position, compared after every action."""

    def __init__(self, name, size, options):
        self.game = games.start(name, size, options)
        self.fast = FastPosition.at_start(self.game)
        self.start = (name, size, options)

    def compare(self):
        """Compare all that both know; return the legal codes."""
        game, fast = self.game, self.fast
        legal = sorted(game.legal_actions())
        board = fast.numbers[BOARD : BOARD + game.grid.cells].astype("uint8")
        history = (self.start, game.actions())
        assert sorted(fast.legal()) == legal, history
        assert (fast.to_move, PHASES[fast.numbers[PHASE]], fast.result, bytes(board)) == (
            game.to_move,
            game.phase,
            game.result,
            bytes(game.board),
        ), history
        return legal

    def apply(self, action):
        # Working memory keeps nothing: whatever stands there means nothing.
        self.fast.work[:] = LEFT_OVER
        self.fast.numbers[CHECKED] = 0
        self.game.push(action)
        self.fast.apply(action)


def play_together(name, size, options, seed, choose, longest=400):
    """Play a game on both, compared action by action; return it."""
    rng = random.Random(f"{name} {seed}")
    together = Together(name, size, options)
    while legal := together.compare():
        if len(together.game.codes) >= longest:
            break
        together.apply(choose(rng, together.game, legal))
    return together


@pytest.fixture(scope="session")
def together():
    """The function that plays a game on both."""
    return play_together
