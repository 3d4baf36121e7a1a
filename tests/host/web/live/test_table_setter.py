"""The simulated board's own hands: a table is set up gesture by gesture, an engine's action is carried out."""

import random
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from table_session import TableSession

from hexlume.games.pieces import COLOURS, NAMES
from hexlume_host.device.messages import NO_ANSWER, Answer, read_message
from hexlume_host.game_files.lesson_course import course, step_of
from hexlume_host.web.live.board import CHOICES, PROMPT, TABLE
from hexlume_host.web.live.prompt import EngineSeat
from hexlume_host.web.live.table_setter import TableSetter, _gesture
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.position import legal_texts
from hexlume_record.game.state import GameState
from hexlume_record.lessons.steps import position, right_actions
from hexlume_record.table.table_report import LessonReport, TableReport
from tests.host.conftest import wait_until


def test_a_captured_disc_goes_before_the_one_that_takes_its_place() -> None:
    discs = {"d4": "white leader", "e4": "black"}
    wanted = {"d4": "", "e4": "white leader"}
    made = []
    while gesture := _gesture(discs, {cell: piece for cell, piece in wanted.items() if discs.get(cell, "") != piece}):
        made.append(gesture)
        if gesture["do"] == "lift":
            del discs[gesture["cell"]]
        else:
            discs[gesture["to"]] = discs.pop(gesture["from"])
    assert made == [{"do": "lift", "cell": "e4"}, {"do": "move", "from": "d4", "to": "e4"}]


@pytest.mark.parametrize(
    ("discs", "wanted", "gesture"),
    [
        ({}, {"a1": "black"}, {"do": "put", "cell": "a1", "piece": "black"}),
        ({"a1": "white"}, {"a1": "black"}, {"do": "flip", "cell": "a1"}),
        ({"a1": "white"}, {"a1": "white leader"}, {"do": "lift", "cell": "a1"}),
        ({"a1": "white"}, {"a1": ""}, {"do": "lift", "cell": "a1"}),
        ({"a1": "white"}, {"a1": "", "b1": "white"}, {"do": "move", "from": "a1", "to": "b1"}),
        ({}, {}, None),
    ],
)
def test_the_next_gesture_brings_the_table_nearer(
    discs: dict[str, str], wanted: dict[str, str], gesture: dict[str, str] | None
) -> None:
    assert _gesture(discs, wanted) == gesture


class SetTable(TableSession):
    """A session whose table takes the gestures of the board's own hands, and no other ones."""

    def __init__(self) -> None:
        super().__init__()
        self.setter: TableSetter = self.hands._setter

    def play(self, *actions: tuple[str, str], differs: Mapping[str, str]) -> None:
        live = GameState("twin-1-1", {"rules": "orochi", "on": "hex4", "options": {}})
        for seq, (action, colour) in enumerate(actions, 1):
            data: dict[str, Any] = {"action": action, "colour": colour}
            live.take(BoardEvent(live.id, seq, "action", seq, data))
        with self.board.lock:
            self.board.live, self.board.table_report = live, TableReport(differs=differs)
            self.board.show()

    def play_to_the_end(self) -> dict[str, str]:
        """Show a random game of seven cells after its last action, which the table lacks; return the discs of its end.

        The board reports no difference: a finished game disputes nothing.
        """
        live, choice = GameState("twin-1-1", {"rules": "orochi", "on": "hex2", "options": {}}), random.Random(3)
        game, discs = live.game, dict[str, str]()
        assert game is not None
        while game.result is None:
            self.discs = dict(discs)
            action, colour = choice.choice(legal_texts(game)), COLOURS[game.to_move]
            live.take(BoardEvent(live.id, live.last_seq + 1, "action", 0, {"action": action, "colour": colour}))
            on_panel = {cell: NAMES[game.board[game.grid.cell(name)]] for cell, name in live.cells_on("hex4").items()}
            discs = {cell: piece for cell, piece in on_panel.items() if piece}
        engine_first = live.actions[-1].colour == COLOURS[game.FIRST]
        self.hands.choose_opponent("engine first" if engine_first else "engine second")
        self.show_table(self.discs)
        with self.board.lock:
            self.board.live = live
            self.board.show()
        return discs

    def report(self, *, thinks: bool, level: str) -> None:
        """Show what a board's ``table`` message says of its opponent."""
        live = self.board.live
        assert live is not None
        with self.board.lock:
            asked = live.last_seq if thinks else None
            self.board.table_report = replace(self.board.table_report, asked_to_play=asked, level=level)
            self.board.show()

    def makes(self, discs: dict[str, str]) -> None:
        """Wait until the table is so and the board has reported it."""
        wait_until(lambda: self.twin.discs == discs)
        with self.board.lock:
            self.board.table_report = replace(self.board.table_report, differs={})
            self.board.show()
        wait_until(lambda: not self.setter._requested)


@pytest.fixture
def table() -> Iterator[SetTable]:
    session = SetTable()
    yield session
    session.setter.end()


def test_everything_is_put_back_as_the_game_has_it(table: SetTable) -> None:
    table.play(("Wd4", "white"), ("Bc3", "black"), differs={"d4": "put on white", "c3": "put on black"})
    table.hands.put_back()
    prompt = table.board.message(PROMPT)
    assert (prompt["hint"], prompt["legal"], prompt["fix"]) == ("The table sets itself up.", {}, {})
    table.makes({"d4": "white", "c3": "black"})
    # The setter publishes it once it knows that it is done.
    wait_until(lambda: bool(table.board.message(PROMPT)["legal"]))


def test_the_engines_action_is_carried_out_and_a_persons_is_not(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    table.play(("Wd4", "white"), differs={"d4": "put on white"})
    live = table.board.live
    assert live is not None
    with table.board.lock:
        table.board.table_report = replace(table.board.table_report, asked_to_play=live.last_seq)
        table.board.show()
    assert table.hands.engine_seat() == EngineSeat("black", "Hexlume")
    assert table.gestures == []
    table.play(("Wd4", "white"), ("Bc3", "black"), differs={"c3": "put on black"})
    table.makes({"c3": "black"})


def test_the_engines_last_action_is_carried_out_though_the_game_is_over(table: SetTable) -> None:
    end = table.play_to_the_end()
    assert table.discs != end
    wait_until(lambda: table.discs == end)


def test_a_table_that_is_cleared_after_the_end_stays_clear(table: SetTable) -> None:
    end = table.play_to_the_end()
    wait_until(lambda: table.board.message(TABLE)["discs"] == end)
    wait_until(lambda: table.setter._next() is None)
    while end:
        end.popitem()
        table.show_table(end)
        assert table.setter._next() is None


def test_a_person_who_takes_over_in_the_middle_of_the_engines_turn_may_act(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    table.play(("Wd4", "white"), ("Bc3", "black"), differs={})
    table.report(thinks=True, level="strong")
    assert table.board.message(PROMPT)["legal"] == {}
    table.hands.choose_opponent("person")
    # A report of before the board got the command changes nothing.
    table.report(thinks=True, level="strong")
    assert table.board.message(CHOICES)["opponent"] == "person"
    table.hands.answered(Answer(len(table.commands), ""))
    table.report(thinks=False, level="")
    assert table.board.message(CHOICES)["opponent"] == "person"
    assert "a1" in table.board.message(PROMPT)["legal"]


def test_what_the_engine_played_is_carried_out_when_a_person_takes_over(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    table.hands.carry_out(False)
    table.play(("Wd4", "white"), ("Bc3", "black"), differs={"c3": "put on black"})
    table.setter.by_itself = True
    table.hands.choose_opponent("person")
    table.makes({"d4": "white", "c3": "black"})


def test_the_seat_of_an_engine_chosen_on_the_boards_menu_is_shown(table: SetTable) -> None:
    table.play(("Wd4", "white"), differs={})
    for thinks, level, opponent in (
        (True, "gentle", "engine second"),
        (False, "gentle", "engine second"),
        (False, "", "person"),
    ):
        table.report(thinks=thinks, level=level)
        assert table.board.message(CHOICES)["opponent"] == opponent


def test_the_engines_seat_follows_its_exchange(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    with table.board.lock:
        live = GameState("twin-1-1", {"rules": "sibling", "on": "hex4", "options": {}})
        table.board.live = live
        assert table.hands.engine_seat() == EngineSeat("black", "Hexlume")
        for seq, action in enumerate(("c3", "swap"), 1):
            assert live.game is not None
            data = {"action": action, "colour": COLOURS[live.game.to_move]}
            live.take(BoardEvent(live.id, seq, "action", seq, data))
    seat = table.hands.engine_seat()
    assert seat is not None and seat.colour == "white" and seat.played(live.actions[-1])


def test_a_rematch_exchanges_the_colours_and_clears_the_table(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    table.play(("Wd4", "white"), differs={})
    table.hands.rematch()
    assert table.commands[1:] == [
        {"do": "settings", "opponent": "engine first"},
        {"do": "new", "rules": "orochi", "size": 4, "options": {}, "clock": "none"},
    ]
    # Only once the new game is there is the table set up: not as the old one has it.
    assert table.gestures == []


def test_a_lesson_says_what_to_do_and_its_position_is_set_up(table: SetTable) -> None:
    step = step_of("orochi", 4)
    assert step is not None and step.after is not None
    with table.board.lock:
        live = GameState("twin-1-2", {"rules": "orochi", "on": f"hex{step.size}", "options": {}})
        table.board.live = live
        table.board.table_report = TableReport(lesson=LessonReport(4, len(course("orochi")), False))
        table.board.show()
        assert live.game is not None
        # The board plays the actions before the position one after another.
        for seq, action in enumerate(step.after, 1):
            colour = COLOURS[live.game.to_move]
            live.take(BoardEvent(live.id, seq, "action", seq, {"action": action, "colour": colour}))
            table.board.show()
    wanted = {cell: NAMES[live.game.board[live.game.grid.cell(name)]] for cell, name in live.cells_on("hex4").items()}
    table.makes({cell: piece for cell, piece in wanted.items() if piece})
    prompt = table.board.message(PROMPT)
    assert prompt["text"] == step.say and prompt["refusal"] == ""
    # Only what is asked for can be tapped.
    assert [way["piece"] for ways in prompt["legal"].values() for way in ways] == ["white"] * len(step.hands)
    table.board.table_report = TableReport(lesson=LessonReport(4, len(course("orochi")), True))
    table.board.show()
    assert table.board.message(PROMPT)["refusal"] == step.wrong


def test_what_the_last_action_of_a_lesson_captures_is_taken_off(table: SetTable) -> None:
    """DRO-4, DRO-9: the board asks for nothing once the game is over."""
    steps = course("droched")
    game = position("droched", steps, len(steps))
    (winning,) = right_actions(game, steps[-1])
    actions = [*game.actions(), winning]
    with table.board.lock:
        live = GameState("twin-1-2", {"rules": "droched", "on": game.grid.board, "options": {}})
        table.board.live = live
        table.board.table_report = TableReport(lesson=LessonReport(len(steps), len(steps), False))
        assert live.game is not None
        names = {name: cell for cell, name in live.cells_on("hex4").items()}
        pieces = {game.grid.name(cell): NAMES[piece] for cell, piece in enumerate(game.board) if piece}
        table.discs = {names[name]: piece for name, piece in pieces.items()}
        table.show_table(table.discs)
        for seq, action in enumerate(actions, 1):
            live.take(BoardEvent(live.id, seq, "action", seq, {"action": action, "colour": COLOURS[live.game.to_move]}))
        assert live.game.result == "B+"
        left = {names[live.game.grid.name(cell)] for cell, piece in enumerate(live.game.board) if piece}
        table.hands._lesson = live.id, len(steps)
        table.board.show()
    wait_until(lambda: set(table.discs) == left)


def test_a_lesson_has_no_engine_that_plays_a_seat(table: SetTable) -> None:
    table.hands.choose_opponent("engine first")
    table.play(differs={})
    assert table.hands.engine_seat() is not None and table.board.message(PROMPT)["legal"] == {}
    with table.board.lock:
        table.board.table_report = TableReport(lesson=LessonReport(1, len(course("orochi")), False))
        table.board.show()
    assert table.hands.engine_seat() is None
    assert table.board.message(PROMPT)["hint"] == "The table sets itself up."


def test_a_lesson_is_begun_gone_through_and_left(table: SetTable) -> None:
    table.hands.learn("orochi", 0)
    table.hands.learn("orochi", 3)
    table.hands.leave_lesson()
    assert table.commands == [
        {"do": "lesson", "rules": "orochi"},
        {"do": "lesson", "rules": "orochi", "step": 3},
        {"do": "lesson"},
    ]


def test_a_lesson_leads_back_to_the_game_that_it_interrupted(table: SetTable) -> None:
    table.play(("Wd4", "white"), differs={})
    table.hands.learn("orochi", 0)
    table.hands.leave_lesson()
    assert table.commands[-1] == {
        "do": "new",
        "rules": "orochi",
        "size": 4,
        "options": {},
        "clock": "none",
        "actions": ["Wd4"],
    }


def test_a_game_that_the_board_does_not_take_up_again_after_a_lesson_stays_as_it_is(table: SetTable) -> None:
    table.play(("Wd4", "white"), differs={})
    table.hands.learn("orochi", 0)
    table.hands.leave_lesson()
    assert table.hands.continued == "twin-1-1"
    table.hands.answered(Answer(len(table.commands), "this board has too little room"))
    assert table.hands.continued == ""


def test_while_the_menu_is_open_the_page_asks_the_board_for_nothing(table: SetTable) -> None:
    table.play(("Wd4", "white"), differs={})
    table.board.table_report = TableReport(menu="orochi")
    table.hands.rematch()
    assert table.commands == []


def test_an_answer_that_comes_before_the_command_has_returned_is_not_missed(table: SetTable) -> None:
    refused: list[str] = []
    answers: list[threading.Thread] = []

    def command(do: str, **members: object) -> int:
        answer = Answer(len(answers), "no" if do == "play" else "")
        answers.append(threading.Thread(target=table.hands.answered, args=(answer,)))
        answers[-1].start()
        answers[-1].join(0.1)
        return answer.id

    table.hands._command, table.hands.refuse = command, refused.append  # type: ignore[method-assign]
    table.hands.play("pass")
    table.hands.choose_opponent("engine first")
    for answer in answers:
        answer.join()
    assert refused == ["The board refused that: no."]
    assert table.hands._choosing is None


def test_a_board_that_is_silent_or_gives_no_reason_is_said_so(table: SetTable, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[str] = []
    monkeypatch.setattr(table.hands, "refuse", refused.append)
    table.hands.play("pass")
    table.hands.answered(Answer(1, NO_ANSWER))
    table.hands.answered(read_message(Answer, {"id": 1, "ok": False}))
    assert refused == ["The board did not answer: try again.", "The board refused that: it gives no reason."]


def test_a_tap_between_two_steps_of_a_lesson_is_late_and_no_mistake(
    table: SetTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []
    monkeypatch.setattr(table.hands, "refuse", refused.append)
    for lesson, said in ((LessonReport(1, 3, wrong=False), []), (None, ["The board refused that: no."])):
        table.board.table_report = TableReport(lesson=lesson)
        table.hands.play("pass")
        table.hands.answered(Answer(len(table.commands), "no"))
        assert refused == said


def test_a_tap_after_a_lesson_was_asked_for_is_late_until_the_lesson_is_refused(
    table: SetTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []
    monkeypatch.setattr(table.hands, "refuse", refused.append)
    table.hands.learn("sibling", 0)
    table.hands.play("pass")
    table.hands.answered(Answer(2, "the lesson does not ask for that now"))
    assert refused == []
    table.hands.answered(Answer(1, "no"))
    table.hands.play("pass")
    table.hands.answered(Answer(3, "no"))
    assert refused == ["The board refused that: no."] * 2
