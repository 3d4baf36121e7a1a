"""A live game: replayed under the rules, told in words."""

from typing import Any

import pytest

from hexlume import games
from hexlume.games.pieces import BLACK
from hexlume_record.game.diagram import position_text
from hexlume_record.game.events import ACTION, CONCLUDE, CONCLUSIONS, RESULT, UNDO, BoardEvent
from hexlume_record.game.state import GameState

OROCHI = {"rules": "orochi", "board": "hex4", "options": {}}


def act(action: str, colour: str) -> BoardEvent:
    return BoardEvent("g", 1, ACTION, 0, {"action": action, "colour": colour})


def live_game(*actions: tuple[str, str], start: dict[str, Any] = OROCHI) -> GameState:
    live = GameState("g", start)
    for action, colour in actions:
        live.take(act(action, colour))
    return live


def test_a_replacement_is_due() -> None:
    """ORO-3, ORO-4: d4 has four white neighbours."""
    placed = [("Wd4", "white"), ("Wd3", "black"), ("We4", "black"), ("Wc3", "white"), ("Wd5", "black")]
    live = live_game(*placed)
    assert (live.legal, live.due) == (True, "Black: turn over the pulsing disc")
    live.take(act("*d4", "black"))
    assert live.legal
    assert live.turns() == [
        ("white", ["Wd4"]),
        ("black", ["Wd3", "We4"]),
        ("white", ["Wc3"]),
        ("black", ["Wd5", "*d4"]),
    ]


def test_taking_back_what_did_not_fit_makes_the_game_legal_again() -> None:
    live = live_game(("Wd4", "white"), ("Bd4", "black"), ("Bd5", "black"))
    live.take(BoardEvent("g", 4, UNDO, 0, {}))
    assert not live.legal
    live.take(BoardEvent("g", 5, UNDO, 0, {}))
    assert live.legal
    live.take(act("Bd5", "black"))
    assert live.legal


def conclude(reason: str, result: str) -> BoardEvent:
    return BoardEvent("g", 3, CONCLUDE, 0, {"result": result, "reason": reason})


UNDONE = BoardEvent("g", 4, UNDO, 0, {})


WORDS = {
    ("resigned", "W+"): "White wins: black resigned",
    ("resigned", "B+"): "Black wins: white resigned",
    ("time", "W+"): "White wins: black's time is over",
    ("time", "B+"): "Black wins: white's time is over",
    ("draw-agreed", "0"): "Draw: draw agreed",
    # As an older version told and stored them.
    ("black resigned", "W+"): "White wins: black resigned",
    ("white resigned", "B+"): "Black wins: white resigned",
    ("black's time is over", "W+"): "White wins: black's time is over",
    ("white's time is over", "B+"): "Black wins: white's time is over",
    ("draw agreed", "0"): "Draw: draw agreed",
}


def test_every_conclusion_has_words() -> None:
    assert set(WORDS) == {(reason, result) for reason, results in CONCLUSIONS.items() for result in results}


@pytest.mark.parametrize(("reason", "result"), WORDS)
def test_a_concluded_game_is_over_until_that_is_taken_back(reason: str, result: str) -> None:
    live = live_game(("Wd4", "white"))
    before, due = live.position(), live.due
    live.take(conclude(reason, result))
    assert live.legal
    assert (live.due, live.legal_codes, live.to_move) == ("", [], None)
    assert live.result_words == WORDS[reason, result]
    position = live.position() or {}
    assert (position["phase"], position["result"], position["reason"]) == ("over", result, reason)
    live.take(UNDONE)
    assert (live.legal, live.position(), live.due, live.result_words) == (True, before, due, "")


FIRST = act("Wd4", "white")
MORE = BoardEvent("g", 4, RESULT, 0, {"result": "B+", "reason": "more"})


@pytest.mark.parametrize(
    ("fits", "wrong", "problem"),
    [
        (
            [FIRST],
            act("Bd4", "black"),
            "Action 2 (Bd4) is not legal there, the ones before it are: A disc is placed on an empty cell (ORO-1).",
        ),
        ([], act("Wd4", "black"), "Action 1 (Wd4) was played by black on white's turn."),
        ([FIRST], MORE, "The result is given as B+, but the actions lead to no result yet."),
        (
            [FIRST],
            conclude("white resigned", "W+"),
            "The game is said to end with W+ (white resigned), but it cannot end so.",
        ),
        ([FIRST], conclude("resigned", "0"), "The game is said to end with 0 (resigned), but it cannot end so."),
        (
            [FIRST, conclude("resigned", "B+")],
            act("Wa1", "black"),
            "Action 2 (Wa1) was played after the end: white resigned.",
        ),
        ([FIRST, conclude("resigned", "B+")], MORE, "The result is given as B+ after the end: white resigned."),
        (
            [FIRST, conclude("resigned", "B+")],
            conclude("draw-agreed", "0"),
            "The game is said to end with 0 (draw-agreed), but it was over already.",
        ),
    ],
)
def test_first_event_that_does_not_fit_is_said_and_the_position_stays(
    fits: list[BoardEvent], wrong: BoardEvent, problem: str
) -> None:
    live = live_game()
    for event in fits:
        live.take(event)
    before = live.position()
    for event in (wrong, act("Wd5", "black")):
        live.take(event)
    assert (live.problem, live.position()) == (problem, before)
    assert (live.due, live.legal_codes) == ("", [])


@pytest.mark.parametrize(
    "start",
    [
        {"rules": "chess", "board": "hex4", "options": {}},
        {"rules": "orochi", "board": "round", "options": {}},
        {"rules": "orochi", "board": "square4", "options": {}},
        {"rules": "orochi", "board": "hex4", "options": {"pie": True}},
    ],
)
def test_games_that_cannot_be_replayed_say_so(start: dict[str, Any]) -> None:
    live = live_game(("Wd4", "white"), start=start)
    assert live.problem.startswith("The game cannot be replayed: ")
    assert (live.due, live.legal_codes) == ("", [])
    assert [action.action for action in live.actions] == ["Wd4"]


@pytest.mark.parametrize(
    ("rules", "size", "actions", "lines"),
    [
        ("orochi", 3, "Wc3 Ba1 We3", ["  e  . . w", " d  . . . .", "c  . . w . .", " b  . . . .", "  a  b . ."]),
        ("orcoon", 4, "a1 d4", [" 4 . . . w", " 3 . . . .", " 2 . . . .", " 1 b . . .", "   a b c d"]),
        (
            *("hex", 5, "a1 e5"),
            ["     5 . . . . w", "    4 . . . . .", "   3 . . . . .", "  2 . . . . .", " 1 b . . . .", "   a b c d e"],
        ),
        (
            *("droched", 3, "a2 c5 b4 a3 b3"),
            ["  e  . . .", " d  . . . .", "c  . . . . w", " b  . . b b", "  a  . b .", "Prison: white 1, black 0"],
        ),
    ],
)
def test_the_diagram_of_a_board(rules: str, size: int, actions: str, lines: list[str]) -> None:
    """GEO-1, GEO-4: rows from the far side, and what is in prison."""
    game = games.start(rules, size)
    for action in actions.split():
        game.push_text(action)
    assert position_text(game).splitlines()[: len(lines)] == lines


def test_a_board_lies_in_the_middle_of_a_larger_panel() -> None:
    live = live_game(("Wa2", "white"), start={**OROCHI, "board": "hex2"})
    cells = live.cells_on("hex4")
    assert cells == {"c3": "a1", "c4": "a2", "d3": "b1", "d4": "b2", "d5": "b3", "e3": "c1", "e4": "c2"}
    assert live.last_in(cells) == {"c4"}
    assert live.cells_on("square9") == live.cells_on("") == {}
    unknown = live_game(start={**OROCHI, "rules": "chess"})
    assert unknown.cells_on("hex4") == {} and unknown.last_in(cells) == set()


def test_a_game_of_unknown_rules_keeps_its_history() -> None:
    live = live_game(
        ("north 3", "white"), ("swap", "black"), start={"rules": "gess", "board": "square20", "options": {}}
    )
    assert live.game is None and live.problem
    assert [action.action for action in live.actions] == ["north 3", "swap"] and live.seats_swapped
    for kind, data in ((CONCLUDE, {"result": "W+", "reason": "resigned"}), (UNDO, {}), (UNDO, {})):
        live.take(BoardEvent("g", live.last_seq + 1, kind, 0, data))
    assert [action.action for action in live.actions] == ["north 3"] and not live.seats_swapped
    assert live.ending.status == "unfinished"


@pytest.mark.parametrize(
    ("clock", "left"), [("fischer 60+10", 62_000), ("hourglass 60", None)], ids=["known", "of a newer board"]
)
def test_a_games_clock_follows_from_its_events(clock: str, left: int | None) -> None:
    live = live_game(start={**OROCHI, "clock": clock})
    for seq, (action, colour, ms) in enumerate([("Wd4", "white", 70_000), ("Wa1", "black", 55_000)], 1):
        live.take(BoardEvent("g", seq, ACTION, 0, {"action": action, "colour": colour, "clock": ms}))
    live.take(BoardEvent("g", 3, ACTION, 0, {"action": "Wa2", "colour": "black", "clock": 62_000}))
    assert live.match is not None and live.legal
    assert (None if live.match.clock is None else live.match.clock.remaining(BLACK)) == left
