"""The rules' perft counts against the tables (every clause that makes an action legal)."""

import json
import pathlib

import pytest

from hexlume import games
from hexlume_record.game.position import legal_texts, position_of

BOUND = 5_000
"""Larger counts are left to the soak run."""

TABLES = sorted(pathlib.Path(__file__).parent.glob("*.json"))
ENTRIES = [entry for table in TABLES for entry in json.loads(table.read_text())]


def parameter(entry):
    options = " ".join(f"{option}={value}" for option, value in entry["options"].items())
    name = f"{entry['game']}-{entry['board']}-{options}-after-{len(entry['actions'])}-depth-{entry['depth']}"
    return pytest.param(entry, id=name, marks=[pytest.mark.soak] if entry["count"] > BOUND else [])


def perft(game, depth):
    """The number of sequences of ``depth`` actions; leaves the game as it was."""
    actions = legal_texts(game)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        game.push_text(action)
        total += perft(game, depth - 1)
        game.pop()
    return total


def test_every_game_has_a_table():
    assert {entry["game"] for entry in ENTRIES} == set(games.NAMES)


@pytest.mark.parametrize("entry", [parameter(entry) for entry in ENTRIES])
def test_rules_allow_as_many_action_sequences_as_the_table_says(entry):
    game = games.start(entry["game"], entry["size"], entry["options"])
    for action in entry["actions"]:
        game.push_text(action)
    assert position_of(game)["board"] == entry["board"]
    before = position_of(game)
    assert perft(game, entry["depth"]) == entry["count"]
    assert position_of(game) == before  # ACT-4
