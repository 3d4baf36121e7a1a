"""A lesson on the board: its steps, wrong hands, the buttons, and what is kept of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlume.games import NAMES, catalogue
from hexlume.games.pieces import BLACK, EMPTY, WHITE, WHITE_LEADER
from hexlume.hardware import panel
from hexlume.hardware.panel import panel_grid
from hexlume.output import led_cues
from hexlume.states.lesson import LessonState, command
from hexlume.table import layout
from tests.firmware.play.lesson_hands import do, tidy, tries
from tests.firmware.play.running_table import Table

COURSE: list[dict[str, Any]] = [
    {"size": 3, "hands": ["Wc3", "Bc3"]},
    {"after": "Wc3", "hands": ["Bc2"]},
    {"hands": ["Wb2"], "reply": "Bd4"},
    {"hands": ["any"]},
    {"after": "Wc3 Wc2 Bb2", "hands": ["Wd2"]},
]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "course.jsonl"
    path.write_text("".join(json.dumps(step) + "\n" for step in COURSE))
    monkeypatch.setattr(catalogue, "course", lambda name: str(path) if name == "orochi" else None)
    return path


@pytest.fixture
def table(course: Path) -> Table:
    table = Table()
    begin(table, 1)
    return table


def begin(table: Table, step: int = 0) -> str | None:
    refusal = command(table.running, {"rules": "orochi", "step": step}, table.ms)
    table.wait()
    return refusal


def glowing(table: Table, *cues: int) -> list[str]:
    shown = cues or (led_cues.LEGAL, led_cues.MAY_MOVE, led_cues.MUST_REPLACE)
    return [table.grid.name(cell) for cell in range(table.grid.cells) if table.running.prompt.cues[cell] in shown]


def lesson_of(table: Table) -> LessonState | None:
    """Return the lesson that the table is in."""
    state = table.running.state
    return state if isinstance(state, LessonState) else None


def step(table: Table) -> int:
    lesson = lesson_of(table)
    assert lesson is not None
    return lesson.at


def put(table: Table, game_cell: str, piece: int) -> None:
    """Put a piece on a cell by its name on the game's board."""
    running = table.running
    table.pieces[running.referee.layout.to_panel[running.game.grid.cell(game_cell)]] = piece
    table.follow()


def test_only_the_expected_cell_glows_and_every_accepted_hand_leads_on(table: Table) -> None:
    assert glowing(table) == ["d4"] and step(table) == 1
    put(table, "c3", WHITE)
    assert step(table) == 2
    assert table.running.game.actions() == ["Wc3"] and table.kinds == ["start", "action"], "it goes on in the same game"


def test_another_accepted_hand_leads_on_to_a_position_that_the_lights_ask_for(table: Table) -> None:
    put(table, "c3", BLACK)
    assert step(table) == 2 and glowing(table, led_cues.TURN_THIS_OVER) == ["d4"] and glowing(table) == []
    again = table.power_cut()
    assert lesson_of(again) is None and again.kinds == ["start"]
    begin(again)
    assert step(again) == 2, "progress outlasts the power"


def test_a_wrong_hand_is_taken_back_and_the_lights_ask_to_put_it_right(table: Table) -> None:
    put(table, "a1", WHITE)
    lesson = lesson_of(table)
    assert lesson is not None and lesson.wrong and lesson.at == 1
    assert table.running.game.actions() == [] and table.kinds == ["start", "action", "undo"]
    assert glowing(table, led_cues.TAKE_THIS_OFF) and not glowing(table)
    table.carry_out_what_is_asked()
    assert glowing(table) == ["d4"] and lesson.wrong
    put(table, "c3", WHITE)
    assert lesson.at == 2 and not lesson.wrong


def test_the_reply_is_carried_out_by_the_hands_before_the_next_step(table: Table) -> None:
    begin(table, 3)
    table.carry_out_what_is_asked()
    put(table, "b2", WHITE)
    assert step(table) == 3 and glowing(table, led_cues.PUT_BLACK) == ["e5"]
    table.carry_out_what_is_asked()
    assert step(table) == 4 and table.running.game.actions() == ["Wc3", "Bc2", "Wb2", "Bd4"]
    assert len(glowing(table)) == 15, "any legal action is right"


@pytest.fixture
def asking(course: Path) -> Table:
    """Return a table at the first step, which asks; a host is there to show the question."""
    course.write_text("".join(json.dumps({**step, "ask": "after" not in step}) + "\n" for step in COURSE))
    table = Table()
    table.link.host = True
    begin(table, 1)
    return table


def stars(table: Table) -> list[int]:
    return list(table.running.state.report()["lesson"]["stars"])


def test_a_step_that_asks_hides_the_lights_and_the_first_right_try_earns_its_star(asking: Table) -> None:
    assert glowing(asking) == [] and stars(asking) == []
    put(asking, "c3", WHITE)
    assert step(asking) == 2 and stars(asking) == [1]
    assert glowing(asking) == ["d3"], "the second step asks nothing"
    begin(asking.power_cut())
    assert stars(asking) == [1]


def test_without_a_host_nobody_reads_the_question_and_the_lights_show_what_is_right(asking: Table) -> None:
    asking.link.host = False
    begin(asking, 1)
    assert glowing(asking) == ["d4"]


@pytest.mark.parametrize("wrong", [WHITE, WHITE_LEADER])
def test_a_wrong_first_try_or_one_that_the_rules_forbid_brings_the_lights_and_no_star(
    asking: Table, wrong: int
) -> None:
    put(asking, "a1", wrong)
    asking.wait()
    asking.carry_out_what_is_asked()
    assert glowing(asking) == ["d4"]
    put(asking, "c3", WHITE)
    assert step(asking) == 2 and stars(asking) == []


def wrong_discs_lead_back(table: Table, rules: str, number: int, stride: int) -> None:
    """Leave every piece on every cell in a step, or one in ``stride``: what is not right leads back to it."""
    asked = 0
    for at in range(number % stride, 4 * table.grid.cells, stride):
        cell, piece = at // 4, 1 + at % 4
        lesson = lesson_of(table)
        if lesson is None or lesson.at != asked or lesson.closed:
            assert table.command({"do": "lesson", "rules": rules, "step": number}) is None
            table.wait()
            table.carry_out_what_is_asked()
            # A step that only playing reaches gives way to the one before.
            asked = step(table)
        lesson, before = lesson_of(table), glowing(table)
        assert lesson is not None and (before or table.status(panel.ACT_LED)), "the hands know what to do"
        table.pieces[cell] = piece if table.pieces[cell] != piece else EMPTY
        table.follow()
        if lesson_of(table) is lesson and lesson.at == asked and not lesson.closed:
            assert any(table.running.referee.differs), "a light shows what is wrong"
            table.carry_out_what_is_asked()
            assert (lesson.at, lesson.closed, glowing(table)) == (asked, False, before)
        else:
            assert not lesson.wrong, "that was the right hand"


@pytest.mark.integration
@pytest.mark.parametrize("number", range(1, len(COURSE) + 1))
def test_every_wrong_disc_on_every_cell_leads_back_to_the_step(course: Path, number: int) -> None:
    wrong_discs_lead_back(Table(), "orochi", number, 1)


def test_back_repeats_the_step_or_goes_to_the_one_before(table: Table) -> None:
    begin(table, 3)
    table.carry_out_what_is_asked()
    put(table, "a1", WHITE)
    table.running.state.press(panel.BACK_BUTTON, False, table.ms)
    assert step(table) == 3
    table.carry_out_what_is_asked()
    table.running.state.press(panel.BACK_BUTTON, False, table.ms)
    assert step(table) == 2
    table.carry_out_what_is_asked()
    assert table.running.game.actions() == ["Wc3"]


def test_skipping_passes_a_step_that_only_playing_reaches(course: Path) -> None:
    table = Table()
    lines = course.read_text().splitlines()
    course.write_text("\n".join([*lines[:4], '{"hands": ["any"]}', lines[4]]) + "\n")
    begin(table, 4)
    table.carry_out_what_is_asked()
    table.running.state.press(panel.ACT_BUTTON, False, table.ms)
    table.hold_act()
    assert step(table) == 6
    begin(table, 5)
    assert step(table) == 4, "begun there, it gives way to the one before"


def test_a_host_does_not_play_while_the_lesson_does(table: Table) -> None:
    begin(table, 3)
    assert table.command({"do": "play", "action": "Wb2"}) == "the lesson does not ask for that now"
    table.carry_out_what_is_asked()
    assert table.command({"do": "play", "action": "Wb2"}) is None
    table.carry_out_what_is_asked()
    table.carry_out_what_is_asked()
    assert step(table) == 4


def test_act_skips_a_step_and_after_the_last_an_ordinary_game_begins(table: Table) -> None:
    begin(table, 4)
    table.carry_out_what_is_asked()
    assert table.status(panel.ACT_LED) == led_cues.NO_CUE
    table.running.state.press(panel.ACT_BUTTON, False, table.ms)
    assert table.running.act_button.chosen == "skip"
    table.hold_act()
    table.carry_out_what_is_asked()
    assert step(table) == 5
    table.running.state.press(panel.ACT_BUTTON, False, table.ms)
    table.hold_act()
    assert lesson_of(table) is None and table.running.game.size == 4
    begin(table)
    assert step(table) == 1, "the course begins anew"


def test_a_reply_that_is_not_legal_is_left_out(table: Table, course: Path) -> None:
    course.write_text(course.read_text().replace('"reply": "Bd4"', '"reply": "Wb2"'))
    begin(table, 3)
    table.carry_out_what_is_asked()
    put(table, "b2", WHITE)
    assert step(table) == 4 and table.running.game.actions() == ["Wc3", "Bc2", "Wb2"]


def test_the_start_event_names_the_lesson_and_the_journal_leaves_it_out(table: Table) -> None:
    assert table.events[0]["lesson"] == 1
    put(table, "c3", WHITE)
    games = [game for game in table.board.journal.games() if game is not None]
    assert [game.count for game in games] == [2], "the ordinary game before it, given up"
    assert table.command({"do": "conclude", "reason": "draw-agreed"}) == "the lesson does not ask for that now"
    assert table.command({"do": "lesson"}) is None
    assert "lesson" not in table.events[0] and lesson_of(table) is None


def test_a_course_goes_on_where_it_was_left(table: Table) -> None:
    for command_of_host in ({"rules": "orochi", "step": 3}, {}, {"rules": "orochi"}):
        assert table.command({"do": "lesson", **command_of_host}) is None
    assert step(table) == table.events[0]["lesson"] == 3


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "{}", '{"hands": []}', '{"hands": ["Wz9"]}', '{"hands": ["Wa1"], "after": "Wa1 Wa1"}']
)
def test_a_damaged_line_ends_the_lesson_with_an_ordinary_game(table: Table, course: Path, line: str) -> None:
    lines = course.read_text().splitlines()
    lines[1] = line
    course.write_text("\n".join(lines) + "\n")
    put(table, "c3", WHITE)
    table.carry_out_what_is_asked()
    assert lesson_of(table) is None and table.running.game.size == 4
    table.play("Wa1")
    assert table.running.game.actions() == ["Wa1"]


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"rules": "sibling"}, "there are no lessons for sibling on this board"),
        ({"rules": "orochi", "step": 6}, "the lessons of orochi have steps 1 to 5"),
        ({"rules": 1}, "no lesson is running: one is begun by rules (text) and step (a number)"),
        ({}, "no lesson is running: one is begun by rules (text) and step (a number)"),
    ],
)
def test_a_host_gets_a_sentence_for_a_lesson_that_there_is_not(
    course: Path, arguments: dict[str, Any], refusal: str
) -> None:
    table = Table()
    table.play("Wa1")
    assert table.command({"do": "lesson", **arguments}) == refusal
    assert table.running.game.actions() == ["Wa1"], "the game goes on"


class Sitting:
    """A place at a table whose discs are at rest at once (``lesson_hands.Place``)."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def look(self) -> bytearray:
        return self.table.running.prompt.cues[: self.table.grid.cells]

    def act_light(self) -> bool:
        return self.table.status(panel.ACT_LED) != led_cues.NO_CUE

    def standing(self, cell: int) -> int:
        return self.table.pieces[cell]

    def leave(self, cell: int, piece: int) -> None:
        self.table.pieces[cell] = piece
        self.table.follow()

    def press(self, button: str, ms: float) -> Iterator[float]:
        if ms < 800:
            self.table.running.state.press(panel.ACT_BUTTON, False, self.table.ms)
        else:
            self.table.hold_act()
        yield 100.0


def seated(rules: str) -> tuple[Table, list[dict[str, Any]]]:
    """Return a table on which a game's course fits, and the course's steps."""
    steps = [json.loads(line) for line in Path(str(catalogue.course(rules))).read_text(encoding="utf-8").splitlines()]
    largest = max((step["size"] for step in steps if "size" in step), default=0)
    panels = ("hex4", "hex5", "hex7", "hex9", "square9")
    return Table(panel_name=next(name for name in panels if largest in layout.sizes(panel_grid(name), rules))), steps


TAUGHT = [name for name in NAMES if catalogue.course(name)]


@pytest.mark.integration
@pytest.mark.parametrize("stride", [5, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("rules", TAUGHT)
def test_wrong_discs_lead_back_to_every_step_of_the_course(rules: str, stride: int) -> None:
    table, steps = seated(rules)
    for number in range(1, len(steps) + 1):
        wrong_discs_lead_back(table, rules, number, stride)


@pytest.mark.parametrize("rules", TAUGHT)
def test_hands_that_know_only_lights_and_key_words_finish_the_course(rules: str) -> None:
    table, steps = seated(rules)
    place = Sitting(table)

    def run(script: Iterator[float]) -> None:
        for ms in script:
            table.wait(round(ms))

    assert table.command({"do": "lesson", "rules": rules, "step": 1}) is None
    for number in range(1, len(steps) + 1):
        lesson = lesson_of(table)
        assert lesson is not None and lesson.at == number
        run(tidy(place, 100.0))
        for hand in list(tries(place, steps[number - 1]["say"])):
            run(do(place, hand))
            run(tidy(place, 100.0))
            if lesson_of(table) is not lesson or lesson.at != number or table.running.game.result is not None:
                break
        if table.running.game.result is not None:
            for cell in range(table.grid.cells):
                table.pieces[cell] = EMPTY
            table.follow()
    assert lesson_of(table) is None, "an ordinary game has begun"
