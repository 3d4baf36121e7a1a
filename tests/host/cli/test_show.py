"""``hexlume show``: a game's turns, its end, one of its positions."""

import json
from typing import Any

import pytest

from hexlume_host.store.repository import Store
from hexlume_record.game.diagram import diagram
from hexlume_record.game.events import ACTION, CONCLUDE, START, BoardEvent
from hexlume_record.game.replay import replay_of
from hexlume_record.words.text import reason_words
from tests.host.played_games import ANN_AND_BEN, BOARD, PlayedGame


def test_show_tells_the_whole_game(hexlume: Any, store: Store) -> None:
    played = PlayedGame(store, "orochi", 3, identity="played").play()
    out = hexlume("show", 1, "--store", store.where).out
    assert all(f"{number}. {action}" in out for number, action in enumerate(played.game.actions(), 1))
    is_whites = played.game.result == "W+"
    reason = reason_words(played.game.result, played.game.outcome.reason)
    assert f"{'White' if is_whites else 'Black'} wins: {reason} (" in out
    assert "White: Ann   Black: Ben" in out and f"The winner is {'Ann' if is_whites else 'Ben'}.\n" in out
    assert out.endswith(diagram(played.game) + "\n")
    assert hexlume("show", "played", "--store", store.where).out == out


def test_show_tells_a_conclusion_and_the_clock(hexlume: Any, store: Store) -> None:
    told: list[tuple[str, dict[str, Any]]] = [
        (START, {"rules": "orochi", "board": "hex3", "options": {}, "clock": "fischer 60+10"}),
        (ACTION, {"action": "Wc3", "colour": "white", "clock": 70_000}),
        (ACTION, {"action": "Ba1", "colour": "black"}),
        (CONCLUDE, {"result": "W+", "reason": "resigned"}),
    ]
    events = [BoardEvent("g", seq, kind, 1000 * seq, data, 1) for seq, (kind, data) in enumerate(told)]
    store.commit(BOARD, events, ANN_AND_BEN)
    out = hexlume("show", 1, "--store", store.where).out
    assert "Clock: fischer 60+10 (" in out and "White wins: black resigned\nThe winner is Ann.\n" in out
    position = json.loads(hexlume("show", 1, "--json", "--store", store.where).out)["position"]
    assert (position["phase"], position["to_move"], position["reason"]) == ("over", None, "resigned")


def test_show_says_where_a_record_stops_being_legal(hexlume: Any, store: Store) -> None:
    played = PlayedGame(store, "orochi", 3)
    played.tell(ACTION, action=played.act(), colour="white")
    out = hexlume("show", 1, "--store", store.where).out
    assert "Action 2" in out and "The game is unfinished." in out


SHOWN = {
    "orochi": (3, {}, "Wc3 Ba1 Wa3 Be3", ["white  1. Wc3\nblack  2. Ba1  3. Wa3\n"]),
    "sibling": (
        3,
        {"pie": True},
        "c3 swap a1 a3",
        [
            "Game 1: Sibling, 19 cells, pie rule\nWhite: Ann   Black: Ben\n",
            "white  1. c3\nblack  2. swap\nblack  3. a1  4. a3\n",
            "The players have exchanged their colours. White: Ben   Black: Ann\n",
            "c  . . w . .\n b  . . . .\n  a  b . b\n",
        ],
    ),
    "orcoon": (
        4,
        {"pie": True},
        "b2 swap c3 d1",
        ["white  2. swap\nwhite  3. c3\n", " 4 . . . .\n 3 . . w .\n 2 . b . .\n 1 . . . b\n   a b c d\n"],
    ),
    "organica": (
        4,
        {"setup": "corners"},
        "Ld4 Le5 Pa2",
        [
            "   g  w . . b\n  f  . . . . .\n e  . . . . B .\nd  b . . W . . w\n c  . . . . . .\n  b  . . . . .\n"
            "   a  w w . b\nWhite in hand: pawns 6, leaders 3\nBlack in hand: pawns 7, leaders 3\n"
        ],
    ),
    "droched": (
        3,
        {"pie": True},
        "komi=3 take=black c3 free",
        ["white  2. take=black\nblack  3. c3\nwhite  4. free\n", "  a  . . .\nPrison: white 0, black 2\n"],
    ),
}
"""A game's size, options and actions, and what is shown of it, the end last (GEO-4, ACT-3, ACT-5, SIB-7, DRO-6)."""


@pytest.mark.parametrize("rules", SHOWN)
def test_show_draws_turns_seats_hands_and_prison(hexlume: Any, store: Store, rules: str) -> None:
    size, options, actions, parts = SHOWN[rules]
    played = PlayedGame(store, rules, size, options=options)
    for action in actions.split():
        played.act(action)
    out = hexlume("show", 1, "--store", store.where).out
    assert all(part in out for part in parts) and "is not legal" not in out
    assert rules == "orochi" or out.endswith(parts[-1])


def test_a_winner_after_a_swap_is_named_rightly(hexlume: Any, store: Store) -> None:
    """ACT-3, ORC-6: Ben began with black; after the swap he has white, and black's chain is Ann's."""
    played = PlayedGame(store, "orcoon", 4, options={"pie": True})
    for action in ["b2", "swap", "d1", "b3", "d2", "b4", "d3", "b1"]:
        assert "The winner is" not in hexlume("show", 1, "--store", store.where).out
        played.act(action)
    played.play()
    out = hexlume("show", 1, "--store", store.where).out
    assert "Black wins: " in out and "The winner is Ann.\n" in out


def test_the_position_after_a_ply_is_a_diagram(hexlume: Any, store: Store) -> None:
    PlayedGame(store, "organica", 4).play(6)
    ran = hexlume("show", 1, "--ply", 4, "--store", store.where)
    assert ran.out.startswith("4. ") and diagram(replay_of(store.record(1)).game(4)) in ran.out
