"""``genmove`` plays legal actions of the colour that is to act, the same ones for the same seed."""

import json

import pytest

from hexlume import games
from hexlume.games import game_class

pytestmark = pytest.mark.integration

LONGEST = 150
"""Actions after which a game is broken off."""


def generated(engine, words):
    """A game of generated actions, each checked against what was legal; returns the actions and the last answer."""
    assert engine.ask(f"hexlume-game {words}") == ["="]
    actions = []
    for _ in range(LONGEST):
        state, legal = (answer[2:] for answer in engine.ask("hexlume-state", "hexlume-legal"))
        to_move = json.loads(state)["to_move"]
        if to_move is None:
            break
        other = {"white": "black", "black": "white"}[to_move]
        refused, unchanged, action, undone, again = engine.ask(
            f"genmove {other}", "hexlume-state", f"genmove {to_move}", "undo", "hexlume-state"
        )
        assert refused == f"? illegal move: {to_move} is to act, not {other}"
        assert (unchanged[2:], undone, again[2:]) == (state, "=", state)
        assert action[2:] in legal.split()
        assert engine.ask(f"play {to_move} {action[2:]}") == ["="]
        actions.append(action[2:])
    return actions


@pytest.mark.parametrize("name", games.NAMES)
def test_plays_whole_games(engine, name):
    actions = generated(engine, f"{name} size={game_class(name).MIN_SIZE}")
    game = games.start(name, game_class(name).MIN_SIZE)
    for action in actions:
        game.push_text(action)
    assert len(actions) == LONGEST or game.result


def test_over(engine):
    generated(engine, "orochi size=2")
    result = engine.ask("final_score")[0][2:]
    assert engine.ask("genmove white", "genmove b") == [f"? illegal move: the game is over ({result})"] * 2


def test_seed(start_engine):
    one, other = start_engine("--seed", "7"), start_engine("--seed", "7")
    first, second = ([generated(engine, "sibling size=4") for _ in range(2)] for engine in (one, other))
    assert first == second
    assert first[0] != first[1]
