"""Positions set up from JSON (ACT-5): every one that a game reaches is accepted and goes on as the game does."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.game import Game
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.setup.position import game_from, position_json
from hexlume_record.setup.refusal import PositionError

pytestmark = pytest.mark.integration

STARTS: list[tuple[str, int, dict[str, Any]]] = [
    ("orochi", 2, {}),
    ("orochi", 3, {}),
    ("orochi", 4, {}),
    ("sibling", 3, {"pie": True}),
    ("sibling", 4, {}),
    ("orcoon", 4, {}),
    ("orcoon", 5, {"pie": False}),
    ("orcoon", 9, {}),
    ("organica", 4, {}),
    ("organica", 4, {"setup": "corners"}),
    ("droched", 3, {"komi": 3}),
    ("droched", 3, {"pie": True, "handicap": 4}),
    ("droched", 3, {"pie": True}),
    ("droched", 4, {"handicap": 5}),
    ("droched", 4, {}),
]

HISTORY = ("droched", "organica")
"""The games in which earlier positions count (DRO-8, ORG-15), which a position does not tell."""


def as_json(game: Game) -> Any:
    return json.loads(json.dumps(position_json(game)))


def chosen(choose: random.Random, game: Game) -> str:
    """Return a legal action; every fourth time one without a place, or a step, if there is any."""
    legal = legal_texts(game)
    rare = [one for one in legal if "-" in one or "x" in one or not any(digit in one for digit in "123456789")]
    return choose.choice(rare if rare and choose.random() < 0.25 else legal)


def as_history_allows(original: Game, begun: Game) -> None:
    """The same actions are legal, but for those that repeat a board which only the original game knows (DRO-8)."""
    known, legal = set(legal_texts(original)), set(legal_texts(begun))
    assert known == legal or (original.NAME == "droched" and known < legal)


@pytest.mark.sample(6)
@pytest.mark.parametrize("start", STARTS, ids=lambda start: f"{start[0]}{start[1]}{start[2]}")
@given(seed=st.integers(0, 2**32))
def test_every_position_of_a_game_goes_on_as_the_game(start: tuple[str, int, dict[str, Any]], seed: int) -> None:
    choose = random.Random(seed)
    game = games.start(*start)
    for _ in range(choose.randrange(120)):
        if game.result is not None:
            break
        game.push_text(chosen(choose, game))
    if game.result is not None:
        with pytest.raises(PositionError, match="from before its end"):
            game_from(as_json(game))
        game.pop()
    begun = game_from(as_json(game))
    assert position_of(begun) == position_of(game)
    assert position_json(begun) == position_json(game)
    as_history_allows(game, begun)
    for _ in range(12):
        legal = sorted(set(legal_texts(game)) & set(legal_texts(begun)))
        if not legal:
            break
        action = choose.choice(legal)
        game.push_text(action)
        begun.push_text(action)
        if position_of(game) != position_of(begun):
            # Only the original game knows that it repeats itself (DRO-8, DRO-10, ORG-15).
            assert game.NAME in HISTORY
            assert game.result is not None and begun.result is None
            return
        assert begun.changes() == game.changes()
        assert begun.deciders() == game.deciders()
        as_history_allows(game, begun)
