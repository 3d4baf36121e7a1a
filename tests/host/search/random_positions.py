"""Positions of random games, the same for the same seed."""

import random
from collections.abc import Mapping

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game


def late(name: str, size: int, options: Mapping[str, object], seed: int, empty: int) -> Game:
    """Return a position with few empty cells, that is not over; words are played where nothing else is legal."""
    for attempt in range(200):
        rng = random.Random(f"{name} {seed} {attempt}")
        game = games.start(name, size, options)
        while game.result is None and game.board.count(0) > empty:
            placements = [code for code in game.legal_actions() if not notation.is_word(code)]
            game.push(rng.choice(placements or game.legal_actions()))
        if game.result is None:
            return game
    raise AssertionError("no such position")


def played(name: str, size: int, seed: int, most: int = 0, options: Mapping[str, object] | None = None) -> Game:
    """Return a position after a max number of actions, by default six for each cell of a side, that is not over."""
    rng = random.Random(f"{name} {seed}")
    game = games.start(name, size, options or {})
    for _ in range(rng.randrange(1, most or 6 * size)):
        game.push(rng.choice(game.legal_actions()))
        if game.result is not None:
            game.pop()
            break
    return game
