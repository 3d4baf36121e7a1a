"""A live game: replayed under the rules, told in words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.pieces import BLACK
from hexlume_record.game.diagram import diagram
from hexlume_record.game.events import ACTION, CONCLUDE, CONCLUSIONS, RESULT, UNDO, BoardEvent
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.game.state import GameState

OROCHI = {"rules": "orochi", "on": "hex4", "options": {}}


def act(action: str, colour: str) -> BoardEvent:
    return BoardEvent("g", 1, ACTION, 0, {"action": action, "colour": colour})


def live_game(*actions: tuple[str, str], start: dict[str, Any] = OROCHI) -> GameState:
    live = GameState("g", start)
    for action, colour in actions:
        live.take(act(action, colour))
    return live


def test_whose_turn_and_what_is_due() -> None:
    live = live_game()
    assert (live.to_move, live.due) == ("white", "White: place a disc of either colour")
    live = live_game(("Wd4", "white"), ("Wa1", "black"))
    assert (live.to_move, live.due) == ("black", "Black: place a disc of either colour (second of two)")


@pytest.mark.parametrize("rules", games.NAMES)
def test_every_game_says_what_is_due_at_its_start(rules: str) -> None:
    board = games.start(rules).grid.board
    live = live_game(start={"rules": rules, "on": board, "options": {}})
    assert live.due.startswith(("White: ", "Black: "))
    assert live.due.split(": ", 1)[1]


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


@given(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=60), undone=st.integers(0, 60))
def test_undo_goes_back_as_far_as_asked(choices: list[int], undone: int) -> None:
    """ACT-4: the live game follows the game it is told of, forward and back."""
    told, live = games.start("orochi", 3), GameState("g", {**OROCHI, "on": "hex3"})
    for choice in choices:
        legal = legal_texts(told)
        if not legal:
            break
        colour = live.to_move
        assert colour is not None
        told.push_text(legal[choice % len(legal)])
        live.take(act(told.actions()[-1], colour))
    for _ in range(min(undone, len(told.codes))):
        told.pop()
        live.take(BoardEvent("g", 1, UNDO, 0, {}))
    assert live.legal
    assert live.position() == position_of(told)
    assert [action.action for action in live.actions] == told.actions()


def test_where_a_record_stops_being_legal() -> None:
    live = live_game(("Wd4", "white"), ("Bd4", "black"), ("Wd5", "black"))
    assert (
        live.problem
        == "Action 2 (Bd4) is not legal there, the ones before it are: A disc is placed on an empty cell (ORO-1)."
    )
    assert live.position() == live_game(("Wd4", "white")).position()
    assert (live.due, live.legal_codes) == ("", [])


def test_action_of_the_wrong_player_ends_the_replay() -> None:
    assert live_game(("Wd4", "black")).problem == "Action 1 (Wd4) was played by black on white's turn."


def test_taking_back_what_did_not_fit_makes_the_game_legal_again() -> None:
    live = live_game(("Wd4", "white"), ("Bd4", "black"), ("Bd5", "black"))
    live.take(BoardEvent("g", 4, UNDO, 0, {}))
    assert not live.legal
    live.take(BoardEvent("g", 5, UNDO, 0, {}))
    assert live.legal
    live.take(act("Bd5", "black"))
    assert live.legal


def test_a_result_the_actions_do_not_lead_to() -> None:
    live = live_game(("Wd4", "white"))
    live.take(BoardEvent("g", 2, RESULT, 0, {"result": "B+", "reason": "so it says"}))
    assert live.problem == "The board reported the result B+, but its actions lead to no result yet."
    assert live.result_words == "Black wins: so it says"


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
    position = live.position()
    assert position is not None
    assert (position["phase"], position["to_move"]) == ("over", None)
    assert (position["result"], position["reason"]) == (result, reason)
    live.take(UNDONE)
    assert (live.legal, live.position(), live.due, live.result_words) == (True, before, due, "")
    assert [action.action for action in live.actions] == ["Wd4"]
    live.take(UNDONE)
    assert live.actions == []


def test_a_game_can_be_concluded_before_its_first_action() -> None:
    live = live_game()
    live.take(conclude("draw-agreed", "0"))
    assert (live.legal, live.result_words) == (True, "Draw: draw agreed")
    live.take(UNDONE)
    assert (live.legal, live.to_move) == (True, "white")


@pytest.mark.parametrize(
    ("reason", "result"), [("white resigned", "W+"), ("white resigned", "0"), ("resigned", "0"), ("draw-agreed", "W+")]
)
def test_a_conclusion_whose_result_does_not_fit(reason: str, result: str) -> None:
    live = live_game(("Wd4", "white"))
    live.take(conclude(reason, result))
    assert (
        live.problem == f"The board reported the conclusion '{reason}' with the result {result}, which does not fit it."
    )
    live.take(UNDONE)
    assert (live.legal, [action.action for action in live.actions]) == (True, ["Wd4"])


def test_what_a_concluded_game_cannot_have() -> None:
    over = "after the end: white resigned."
    for event, problem in (
        (act("Wa1", "black"), f"Action 2 (Wa1) was played {over}"),
        (BoardEvent("g", 4, RESULT, 0, {"result": "B+", "reason": "more"}), f"The board reported the result B+ {over}"),
        (conclude("draw-agreed", "0"), "The board reported a conclusion (draw agreed), but the game was over already."),
    ):
        live = live_game(("Wd4", "white"))
        live.take(conclude("resigned", "B+"))
        live.take(event)
        assert live.problem == problem


def test_a_game_that_its_rules_have_ended_cannot_be_concluded() -> None:
    live = live_game(start={**OROCHI, "on": "hex3"})
    while live.game.result is None:
        live.take(act(legal_texts(live.game)[0], live.to_move))
    live.take(BoardEvent("g", 1, RESULT, 0, {"result": live.game.result, "reason": live.game.outcome.reason}))
    assert live.legal
    live.take(conclude("draw-agreed", "0"))
    assert live.problem.endswith("but the game was over already.")


@pytest.mark.parametrize(
    "start",
    [
        {"rules": "chess", "on": "hex4", "options": {}},
        {"rules": "orochi", "on": "round", "options": {}},
        {"rules": "orochi", "on": "square4", "options": {}},
        {"rules": "orochi", "on": "hex4", "options": {"pie": True}},
    ],
)
def test_games_that_cannot_be_replayed_say_so(start: dict[str, Any]) -> None:
    live = live_game(("Wd4", "white"), start=start)
    assert live.problem.startswith("The game cannot be replayed: ")
    assert (live.due, live.legal_codes) == ("", [])
    assert [action.action for action in live.actions] == ["Wd4"]


def test_the_diagram_of_a_hex_board() -> None:
    """GEO-1: rows from the far side, the centre of hex3 is c3."""
    game = games.start("orochi", 3)
    for action in ("Wc3", "Ba1", "We3"):
        game.push_text(action)
    assert diagram(game).splitlines() == [
        "  e  . . w",
        " d  . . . .",
        "c  . . w . .",
        " b  . . . .",
        "  a  b . .",
    ]


def test_a_game_of_unknown_rules_keeps_its_history() -> None:
    live = live_game(("north 3", "white"), ("swap", "black"), start={"rules": "gess", "on": "square20", "options": {}})
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
