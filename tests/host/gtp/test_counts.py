"""``hexlume-perft`` against the tables that the plain implementation counted."""

import json
from pathlib import Path

import pytest

from hexlume import games

pytestmark = pytest.mark.integration

BOUND = 3_000
"""Larger counts are left to the soak run."""

TABLES = Path(__file__).parents[2] / "perft"
ENTRIES = {name: json.loads((TABLES / f"{name}.json").read_text()) for name in games.NAMES}


def compare(engine, entries):
    assert entries
    for entry in entries:
        options = " ".join(
            f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}"
            for name, value in entry["options"].items()
        )
        game = games.start(entry["game"], entry["size"], entry["options"])
        plays = []
        for action in entry["actions"]:
            plays.append(f"play {' wb'[game.to_move]} {action}")
            game.push_text(action)
        answers = engine.ask(f"hexlume-game {entry['game']} size={entry['size']} {options}", *plays)
        assert set(answers) == {"="}
        before, count, none, after = engine.ask(
            "hexlume-state", f"hexlume-perft {entry['depth']}", "hexlume-perft 0", "hexlume-state"
        )
        assert (count, none, after) == (f"= {entry['count']}", "= 1", before), entry


@pytest.mark.parametrize("name", games.NAMES)
def test_tables(engine, name):
    compare(engine, [entry for entry in ENTRIES[name] if entry["count"] <= BOUND])


@pytest.mark.soak
@pytest.mark.parametrize("name", games.NAMES)
def test_whole_tables(start_engine, name):
    compare(start_engine(), [entry for entry in ENTRIES[name] if entry["count"] > BOUND])


def test_a_finished_game_is_a_leaf_of_depth_0_only(engine):
    """Three placements are left on this board: a sequence that ends before its last action does not count."""
    played = engine.ask("hexlume-game orochi size=2", "play w Wa1", "play b Bc2", "play b Wc1", "play w Ba2")
    assert played == ["="] * 5
    counts = [
        int(answer[2:]) for answer in engine.ask(*(f"hexlume-perft {depth}" for depth in (0, 1, 2, 30, 2**31 - 1)))
    ]
    assert counts[:2] == [1, 6] and counts[2] > 0 and counts[3:] == [0, 0]


def test_documented_counts():
    document = (Path(__file__).parents[3] / "docs" / "gtp.md").read_text()
    for name in games.NAMES:
        start = games.start(name)
        counted = {
            entry["depth"]: entry["count"]
            for entry in ENTRIES[name]
            if (entry["size"], entry["options"], entry["actions"]) == (start.size, start.options, [])
        }
        assert f"| `{name}` | {counted[1]:,} | {counted[2]:,} | {counted[3]:,} |" in document
