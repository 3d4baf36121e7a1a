"""Actions that the hands may begin as another: Hexlume's own games have none, so nobody waits for the hands."""

import random

import pytest

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY
from tests.firmware.table.spread import Spread


def extended_pair(game: Game) -> tuple[str, str] | None:
    """Return two legal actions such that the hand work of the first is part of the second's, if there are any."""
    leaving: dict[tuple[int, int], list[int]] = {}
    for code in game.legal_actions():
        for cell, piece in game.hand_work(code):
            if piece != EMPTY:
                leaving.setdefault((cell, piece), []).append(code)
    for codes in leaving.values():
        for code in codes:
            for other in codes:
                if set(game.hand_work(code)) < set(game.hand_work(other)):
                    return game.name(code), game.name(other)
    return None


def test_pair_is_found_where_there_is_one() -> None:
    assert extended_pair(Spread(2, {})) == ("b1", "a2-b1")


@pytest.mark.parametrize("name", games.NAMES)
def test_no_action_of_a_game_of_hexlumes_own_begins_another(name: str) -> None:
    for seed in range(4):
        choice = random.Random(seed)
        game = games.start(name, games.game_class(name).MIN_SIZE + 1)
        for _ in range(60):
            assert extended_pair(game) is None, game.actions()
            if game.result is not None:
                break
            game.push(choice.choice(game.legal_actions()))
