"""Random games: what the engine calls legal plays, all else is refused, and undo leads back (ACT-1 to ACT-6)."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume_record.game.position import legal_texts, position_of

pytestmark = pytest.mark.integration

LONGEST = 40
"""Actions after which a game is broken off; in the soak run ten times as many."""

TRIED = 16
"""How many legal and how many illegal actions are tried in a position."""

WORDS = ["swap", "pass", "done", "end", "free", "take=black", "take=white", "komi", "resign", "PASS", "Swap"]
GARBAGE = ["=", "?", "0", "-", "x", "d", "4", "d0", "d04", "D4", "d4-", "-d4", "d4-d4", "zz9", "*", "W", "Ww", "d4d4"]
SIGNS = ["", "", "W", "B", "*", "P", "L", "-", "xa1", "-b2"]

GAMES = [
    ("orochi", 2, ""),
    ("orochi", 3, ""),
    ("sibling", 3, "pie=on"),
    ("sibling", 4, "pie=off"),
    ("orcoon", 4, "pie=on"),
    ("orcoon", 5, "pie=off"),
    ("organica", 4, "setup=clusters"),
    ("organica", 4, "setup=corners"),
    ("droched", 3, "komi=2"),
    ("droched", 3, "pie=on handicap=3"),
    ("droched", 4, ""),
]


@pytest.mark.sample(5)
@pytest.mark.parametrize(("name", "size", "options"), GAMES)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_game(engine, name, size, options, seed):
    check(engine, name, size, options, seed, LONGEST)


def check(engine, name, size, options, seed, longest):
    """Play a random game here and on the engine, and compare everything after every action."""
    choose = random.Random(seed)
    game = games.start(name, size, dict(option.split("=") for option in options.split()))
    cells = [game.grid.name(cell) for cell in range(game.grid.cells)]
    begun, start = engine.ask(f"hexlume-game {name} size={size} {options}", "hexlume-state")
    assert begun == "="
    while True:
        legal = legal_texts(game)
        told, state, score = engine.ask("hexlume-legal", "hexlume-state", "final_score")
        assert told == " ".join(["=", *legal])
        assert state == "= " + json.dumps(position_of(game), separators=(",", ":"))
        assert score == (f"= {game.result}" if game.result else "? cannot score: the game is not over")
        colour = COLOURS[game.to_move] or "white"
        other = "white" if colour == "black" else "black"
        tried = {f"{choose.choice(SIGNS)}{choose.choice(cells)}{choose.choice(SIGNS)}" for _ in range(TRIED)}
        illegal = sorted({*WORDS, *choose.sample(GARBAGE, 4), *tried} - set(legal))
        refused = [f"play {colour} {action}" for action in illegal] + [f"play {other} {action}" for action in legal[:3]]
        assert engine.ask(*refused) == ["? illegal move"] * len(refused)
        for action in choose.sample(legal, min(TRIED, len(legal))):
            spelled = choose.choice([colour, colour[0], colour.upper(), colour.title()])
            assert engine.ask(f"play {spelled} {action}", "undo") == ["=", "="], action
        assert engine.ask("hexlume-state", "hexlume-legal") == [state, told]
        if game.result or len(game.codes) == longest:
            break
        action = choose.choice(legal)
        game.push_text(action)
        assert engine.ask(f"play {colour} {action}") == ["="]
    assert set(engine.ask(*["undo"] * len(game.codes))) <= {"="}
    assert engine.ask("hexlume-state", "undo") == [start, "? cannot undo"]
