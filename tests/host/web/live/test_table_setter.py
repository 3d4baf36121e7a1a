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
from hexlume_record.lessons.steps import positions, right_actions
from hexlume_record.table.table_report import LessonReport, TableReport
from tests.host.conftest import wait_until


@pytest.mark.parametrize(
    ("discs", "wanted", "gesture"),
    [
        ({}, {"a1": "black"}, {"do": "put", "cell": "a1", "piece": "black"}),
        ({"a1": "white"}, {"a1": "black"}, {"do": "flip", "cell": "a1"}),
        ({"a1": "white"}, {"a1": "white leader"}, {"do": "lift", "cell": "a1"}),
        ({"a1": "white"}, {"a1": ""}, {"do": "lift", "cell": "a1"}),
        # A captured disc goes before the one that takes its place.
        ({"d4": "white leader", "e4": "black"}, {"d4": "", "e4": "white leader"}, {"do": "lift", "cell": "e4"}),
        ({"a1": "white"}, {"a1": "", "b1": "white"}, {"do": "lift", "cell": "a1"}),
        ({}, {}, None),
    ],
)
def test_the_next_gesture_brings_the_table_nearer(
    discs: dict[str, str], wanted: dict[str, str], gesture: dict[str, str] | None
) -> None:
    assert _gesture(discs, wanted) == gesture


def take(live: GameState, *actions: str) -> None:
    """Let a game go on with actions of whoever is to move."""
    for action in actions:
        assert live.game is not None
        data = {"action": action, "colour": COLOURS[live.game.to_move]}
        live.take(BoardEvent(live.id, live.last_seq + 1, "action", 0, data))


class SetTable(TableSession):
    """A session whose table takes the gestures of the board's own hands, and no other ones."""

    def __init__(self) -> None:
        super().__init__()
        self.setter: TableSetter = self.hands.setter
        self.refused: list[str] = []
        self.hands.refuse = self.refused.append  # type: ignore[method-assign]

    def play(self, *actions: str, differs: Mapping[str, str], rules: str = "orochi") -> GameState:
        self.begin(rules)
        live = self.board.live
        assert live is not None
        with self.board.lock:
            take(live, *actions)
            self.board.table_report = TableReport(differs=differs)
            self.board.update()
        return live

    def play_to_the_end(self) -> dict[str, str]:
        """Show a random game of seven cells after its last action, which the table lacks; return the discs of its end.

        The board reports no difference: a finished game disputes nothing.
        """
        live, choice = GameState("b0-1-1", {"rules": "orochi", "board": "hex2", "options": {}}), random.Random(3)
        game, discs = live.game, dict[str, str]()
        assert game is not None
        while game.result is None:
            self.discs = dict(discs)
            take(live, choice.choice(legal_texts(game)))
            discs = discs_of(live)
        engine_first = live.actions[-1].colour == COLOURS[game.FIRST]
        self.hands.choose_opponent("engine first" if engine_first else "engine second")
        self.show_table(self.discs)
        with self.board.lock:
            self.board.live = live
            self.board.update()
        return discs

    def report(self, **report: Any) -> None:
        """Show what a board's ``table`` message says."""
        with self.board.lock:
            self.board.table_report = replace(self.board.table_report, **report)
            self.board.update()

    def learn(self, rules: str, size: int, step: int) -> GameState:
        """Begin the game of a lesson's step, which the board has not set up yet."""
        live = GameState("b0-1-2", {"rules": rules, "board": f"hex{size}", "options": {}})
        with self.board.lock:
            self.board.live = live
            self.report(lesson=LessonReport(step, len(course(rules)), wrong=False))
        return live

    def makes(self, discs: dict[str, str]) -> None:
        """Wait until the table is so and the board has reported it."""
        wait_until(lambda: self.twin.discs == discs)
        self.report(differs={})
        wait_until(self._is_left_to_people)

    def _is_left_to_people(self) -> bool:
        # The setter shows that it has ended before it gives the lock back.
        with self.board.lock:
            return not self.setter._requested


def discs_of(live: GameState) -> dict[str, str]:
    """Return the discs of a game by the cells of a panel of 37."""
    game = live.game
    assert game is not None
    pieces = {cell: game.board[game.grid.cell(name)] for cell, name in live.cells_on("hex4").items()}
    return {cell: NAMES[piece] for cell, piece in pieces.items() if piece}


@pytest.fixture
def table() -> Iterator[SetTable]:
    session = SetTable()
    yield session
    session.setter.end()


def test_everything_is_put_back_as_the_game_has_it(table: SetTable) -> None:
    table.play("Wd4", "Bc3", differs={"d4": "put on white", "c3": "put on black"})
    table.hands.set_up_table()
    prompt = table.board.message(PROMPT)
    assert (prompt["text"], prompt["legal"], prompt["fix"]) == ("The table sets itself up.", {}, {})
    table.makes({"d4": "white", "c3": "black"})
    # The setter publishes it once it knows that it is done.
    wait_until(lambda: bool(table.board.message(PROMPT)["legal"]))


def test_the_engines_action_is_carried_out_and_a_persons_is_not(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    table.play("Wd4", differs={"d4": "put on white"})
    table.report(asked_to_play=1)
    assert table.board.engine_seat() == EngineSeat("black", "Hexlume")
    assert table.gestures == []
    table.play("Wd4", "Bc3", differs={"c3": "put on black"})
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
    table.play("Wd4", "Bc3", differs={})
    table.report(asked_to_play=2, level="strong")
    assert table.board.message(PROMPT)["legal"] == {}
    table.hands.choose_opponent("person")
    # A report of before the board got the command changes nothing.
    table.report(asked_to_play=2, level="strong")
    assert table.board.message(CHOICES)["opponent"] == "person"
    table.hands.answered(Answer(len(table.commands), ""))
    table.report(asked_to_play=None, level="")
    assert table.board.message(CHOICES)["opponent"] == "person"
    assert "a1" in table.board.message(PROMPT)["legal"]


def test_what_the_engine_played_is_carried_out_when_a_person_takes_over(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    table.hands.carry_out(False)
    table.play("Wd4", "Bc3", differs={"c3": "put on black"})
    table.setter.by_itself = True
    table.hands.choose_opponent("person")
    table.makes({"d4": "white", "c3": "black"})


def test_the_seat_of_an_engine_chosen_on_the_boards_menu_is_shown(table: SetTable) -> None:
    table.play("Wd4", differs={})
    for asked, level, opponent in (
        (1, "gentle", "engine second"),
        (None, "gentle", "engine second"),
        (None, "", "person"),
    ):
        table.report(asked_to_play=asked, level=level)
        assert table.board.message(CHOICES)["opponent"] == opponent


def test_the_engines_seat_follows_its_exchange(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    live = table.play("c3", differs={}, rules="sibling")
    assert table.board.engine_seat() == EngineSeat("black", "Hexlume")
    take(live, "swap")
    seat = table.board.engine_seat()
    assert seat is not None and seat.colour == "white" and seat.played(live.actions[-1])


def test_a_rematch_exchanges_the_colours_and_clears_the_table(table: SetTable) -> None:
    table.hands.choose_opponent("engine second")
    table.play("Wd4", differs={})
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
    live = table.learn("orochi", step.size, 4)
    # The board plays the actions before the position one after another.
    for action in step.after:
        with table.board.lock:
            take(live, action)
            table.board.update()
    table.makes(discs_of(live))
    prompt = table.board.message(PROMPT)
    assert prompt["text"] == step.say and prompt["refusal"] == ""
    # Only what is asked for can be tapped.
    assert [way["piece"] for ways in prompt["legal"].values() for way in ways] == ["white"] * len(step.hands)
    table.report(lesson=LessonReport(4, len(course("orochi")), wrong=True))
    assert table.board.message(PROMPT)["refusal"] == step.wrong


def test_what_the_last_action_of_a_lesson_captures_is_taken_off(table: SetTable) -> None:
    """DRO-4, DRO-9: the board asks for nothing once the game is over."""
    steps = course("droched")
    game = next(positions("droched", steps, len(steps)))
    (winning,) = right_actions(game, steps[-1])
    live = table.learn("droched", game.size, len(steps))
    with table.board.lock:
        take(live, *game.actions())
        table.discs = discs_of(live)
        table.show_table(table.discs)
        take(live, winning)
        table.hands._lesson = live.id, len(steps)
        table.board.update()
    wait_until(lambda: set(table.discs) == set(discs_of(live)))


def test_a_lesson_has_no_engine_that_plays_a_seat(table: SetTable) -> None:
    table.hands.choose_opponent("engine first")
    table.play(differs={})
    assert table.board.engine_seat() is not None and table.board.message(PROMPT)["legal"] == {}
    table.report(lesson=LessonReport(1, len(course("orochi")), False))
    assert table.board.engine_seat() is None
    assert table.board.message(PROMPT)["text"] == course("orochi")[0].say


def test_a_lesson_leads_back_to_the_game_that_it_interrupted_which_stays_if_the_board_refuses(table: SetTable) -> None:
    live = table.play("Wd4", differs={})
    table.hands.learn("orochi", 0)
    table.hands.leave_lesson()
    again = {"do": "new", "rules": "orochi", "size": 4, "options": {}, "clock": "none", "actions": ["Wd4"]}
    assert table.commands[-1] == again
    assert table.hands.continued == live.id
    table.hands.answered(Answer(len(table.commands), "this board has too little room"))
    assert table.hands.continued == ""


def test_while_the_menu_is_open_the_page_asks_the_board_for_nothing(table: SetTable) -> None:
    table.play("Wd4", differs={})
    table.report(menu="orochi")
    table.hands.rematch()
    assert table.commands == []


def test_an_answer_that_comes_before_the_command_has_returned_is_not_missed(table: SetTable) -> None:
    answers: list[threading.Thread] = []

    def command(do: str, **members: object) -> int:
        answer = Answer(len(answers), "no" if do == "play" else "")
        answers.append(threading.Thread(target=table.hands.answered, args=(answer,)))
        answers[-1].start()
        answers[-1].join(0.1)
        return answer.id

    table.hands._command = command
    table.hands.play("pass")
    table.hands.choose_opponent("engine first")
    for answer in answers:
        answer.join()
    assert table.refused == ["The board refused that: no."]
    assert table.hands._choosing is None


def test_a_board_that_is_silent_or_gives_no_reason_is_said_so(table: SetTable) -> None:
    table.hands.play("pass")
    table.hands.answered(Answer(1, NO_ANSWER))
    table.hands.answered(read_message(Answer, {"id": 1, "ok": False}))
    assert table.refused == ["The board did not answer: try again.", "The board refused that: it gives no reason."]


def test_a_tap_between_two_steps_of_a_lesson_is_late_and_no_mistake(table: SetTable) -> None:
    for lesson, said in ((LessonReport(1, 3, wrong=False), []), (None, ["The board refused that: no."])):
        table.board.table_report = TableReport(lesson=lesson)
        table.hands.play("pass")
        table.hands.answered(Answer(len(table.commands), "no"))
        assert table.refused == said


def test_a_tap_after_a_lesson_was_asked_for_is_late_until_the_lesson_is_refused(table: SetTable) -> None:
    table.hands.learn("sibling", 0)
    table.hands.play("pass")
    table.hands.answered(Answer(2, "the lesson does not ask for that now"))
    assert table.refused == []
    table.hands.answered(Answer(1, "no"))
    table.hands.play("pass")
    table.hands.answered(Answer(3, "no"))
    assert table.refused == ["The board refused that: no."] * 2
