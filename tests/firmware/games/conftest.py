"""What the tests of the rules share: games from action lists, random games, whole states."""

from collections.abc import Callable
from pickle import dumps, loads
from random import Random
from typing import Any

import pytest

from hexlume.games import start
from hexlume.games.droched.reach import Reach
from hexlume.games.game import Game
from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.games.outcome import Outcome

Begin = Callable[..., Game]


@pytest.fixture(scope="session")
def begin() -> Begin:
    """Return a function that starts a game and plays a list of actions separated by spaces."""

    def begun(name: str, size: int = 0, actions: str = "", **options: Any) -> Game:
        game = start(name, size, options)
        for action in actions.split():
            game.push_text(action)
        return game

    return begun


def _copy(value: Any) -> Any:
    """Return a deep copy, several times as fast as by ``copy.deepcopy``."""
    return loads(dumps(value, -1))


@pytest.fixture(scope="session")
def state() -> Callable[[Game], dict[str, Any]]:
    """Return a function that copies all a game knows, working memory aside."""

    def copied(game: Game) -> dict[str, Any]:
        known = {}
        for name, value in vars(game).items():
            if isinstance(value, Outcome):
                known[name] = vars(value)
            elif isinstance(value, Reach):
                known[name] = value.settled
            elif name == "_keys":
                # Which boards are remembered, not what fills the places between them.
                known[name] = {moment: key for moment, key in enumerate(value) if key >= 0}
            elif not isinstance(value, HexGrid | SquareGrid):
                known[name] = value
        return _copy(known)

    return copied


@pytest.fixture(scope="session")
def wander() -> Callable[[Game, int, int], None]:
    """Return a function that plays random legal actions, at most ``most``, until the game is over."""

    def wandered(game: Game, seed: int, most: int = 100_000) -> None:
        random = Random(seed)
        while game.result is None and len(game.codes) < most:
            game.push(random.choice(game.legal_actions()))

    return wandered
