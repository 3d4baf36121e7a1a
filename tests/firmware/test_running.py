"""The running game with its clock, act button and record: hands, buttons and a host's commands in, events out."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume import games, notation, panel, prompt, wire
from hexlume.chronicle import Chronicle
from hexlume.commands import MOST_EVENTS, carry_out
from hexlume.link import Link
from hexlume.pieces import BLACK, COLOURS, EMPTY, WHITE
from hexlume.preferences import ENGINE_FIRST, ENGINE_SECOND
from hexlume.running import RunningGame
from hexlume.sound import Buzzer
from tests.firmware.journal_board import JournalBoard
from tests.firmware.test_link import Channel, Host

PASS_MS = 20


class Silent:
    """A PWM output that nobody hears."""

    frequency = 440
    duty_cycle = 0


class Table:
    """A hex4 panel whose discs are put where a test wants them, at rest at once, in virtual time."""

    def __init__(
        self,
        rules: str = "orochi",
        control: str = "none",
        size: int = 4,
        board: JournalBoard | None = None,
        pieces: bytearray | None = None,
        **options: Any,
    ) -> None:
        self.grid = panel.panel_grid("hex4")
        self.channel = Channel()
        self.board = JournalBoard() if board is None else board
        self.board.start()
        self.link = Link(self.channel, "b0", self.board.boot, "hex4", self.command, self.board.journal)
        self.pieces = bytearray(self.grid.cells) if pieces is None else pieces
        self.ms = 0
        masked = bytearray(self.grid.cells)
        game = games.start(rules, size, options)
        chronicle = Chronicle(self.link, self.board.journal, "b0", self.board.boot)
        kept = self.board.journal.last_unfinished()
        self.running = RunningGame(
            self.grid,
            self.link,
            Buzzer(Silent()),
            masked,
            chronicle,
            game,
            control,
            random.Random(5).randrange,
            lambda: self.ms,
            None if kept is None else chronicle.go_on(kept),
        )
        self.follow()

    def power_cut(self) -> "Table":
        """Return the board after its power was cut and came back, its discs where they were."""
        return Table(board=self.board, pieces=bytearray(self.pieces))

    def command(self, message: dict[str, Any]) -> str | None:
        return carry_out(self.running, message, self.pieces, self.ms)

    def wait(self, ms: int = 200) -> None:
        for _ in range(0, ms, PASS_MS):
            self.ms += PASS_MS
            self.running.work(self.pieces, self.ms)
            self.running.status()

    def follow(self) -> None:
        self.running.follow(self.pieces, self.ms)
        self.wait()

    def put(self, name: str, piece: int) -> None:
        self.pieces[self.grid.cell(name)] = piece
        self.follow()

    def play(self, action: str) -> None:
        """Play an Orochi action by hand."""
        cell = action[1:]
        piece = {"W": WHITE, "B": BLACK}.get(action[0]) or 3 - self.pieces[self.grid.cell(cell)]
        self.put(cell, piece)

    def hold_act(self) -> None:
        self.running.confirm(self.pieces, self.ms)
        self.wait()

    def status(self, led: int) -> int:
        return self.running.prompt.cues[self.grid.cells + led]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The running game's events as the link would send them."""
        record = self.link.records[-1]
        return [record.message(seq) for seq in range(len(record.events))]

    @property
    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]


def test_resigning_needs_the_gesture_and_the_confirmation_and_is_on_record() -> None:
    table = Table()
    table.play("Wd4")
    table.hold_act()
    assert table.running.game.result is None, "holding act alone does nothing"
    table.running.offer_conclusion()
    table.wait()
    assert table.status(panel.ACT_LED) == prompt.RESIGN_READY
    table.hold_act()
    assert table.kinds == ["start", "action", "conclude"]
    assert (table.events[-1]["result"], table.events[-1]["reason"]) == ("W+", "black resigned")
    assert table.status(panel.WHITE_TURN_LED) == prompt.WHITE_TURN
    assert table.status(panel.BLACK_TURN_LED) == prompt.NO_CUE
    assert table.running.prompt.cues[table.grid.cell("d4")] == prompt.WINNER
    assert table.link.records[-1].over


def test_a_game_given_up_on_an_empty_table_stays_until_discs_were_put_on_and_taken_off() -> None:
    table = Table()
    table.running.offer_conclusion()
    table.hold_act()
    table.follow()
    assert table.kinds == ["start", "conclude"] and table.running.game.result == "B+"
    assert table.running.take_back(table.pieces, table.ms) is None and table.running.game.result is None
    table.running.offer_conclusion()
    table.hold_act()
    table.put("d4", WHITE)
    table.put("d4", EMPTY)
    assert table.kinds == ["start"], "the table was cleared: the next game has begun"


def test_back_takes_a_conclusion_back_and_then_actions() -> None:
    table = Table()
    table.play("Wd4")
    table.running.offer_conclusion()
    table.hold_act()
    assert table.running.take_back(table.pieces, table.ms) is None
    assert table.running.game.result is None and table.running.game.actions() == ["Wd4"]
    assert table.running.take_back(table.pieces, table.ms) is None
    assert table.running.game.actions() == []
    assert table.kinds == ["start", "action", "conclude", "undo", "undo"]


def test_a_press_of_back_takes_resigning_off_the_act_button_and_nothing_else() -> None:
    table = Table()
    table.play("Wd4")
    table.running.offer_conclusion()
    assert table.running.take_back(table.pieces, table.ms) is None
    table.wait()
    assert table.status(panel.ACT_LED) == prompt.NO_CUE
    assert table.running.game.actions() == ["Wd4"] and table.kinds == ["start", "action"]


def test_playing_on_declines_an_offered_draw() -> None:
    table = Table()
    table.play("Wd4")
    table.running.offer_conclusion()
    table.running.choose()
    table.hold_act()
    assert table.status(panel.ACT_LED) == prompt.DRAW_READY
    table.play("Wa1")
    table.hold_act()
    assert table.running.game.result is None


def test_an_offered_draw_is_agreed_to_by_holding_act_again() -> None:
    table = Table()
    table.play("Wd4")
    table.running.offer_conclusion()
    table.running.choose()
    table.hold_act()
    table.hold_act()
    assert (table.events[-1]["kind"], table.events[-1]["result"]) == ("conclude", "0")


def test_the_clock_begins_with_the_first_action_and_the_flag_falls_by_itself() -> None:
    table = Table(control="fischer 60+0")
    assert table.events[0]["clock"] == "fischer 60+0"
    table.wait(120_000)
    assert table.running.clock.remaining(WHITE) == 60_000, "it stands until the first action"
    table.play("Wd4")
    table.wait(10_000)
    assert 49_000 <= table.running.clock.remaining(BLACK) <= 50_000
    assert table.status(panel.BLACK_TURN_LED) == prompt.BLACK_TURN
    table.wait(20_000)
    assert table.status(panel.BLACK_TURN_LED) == prompt.BLACK_LEFT_2
    table.wait(16_000)
    assert table.status(panel.BLACK_TURN_LED) == prompt.BLACK_LOW
    assert table.running.game.result is None
    table.wait(15_000)
    assert table.running.game.result == "W+"
    assert (table.events[-1]["kind"], table.events[-1]["reason"]) == ("conclude", "black's time is over")
    assert table.status(panel.BLACK_TURN_LED) == prompt.TIME_OVER
    assert table.status(panel.WHITE_TURN_LED) == prompt.WHITE_TURN


def test_who_takes_a_fall_of_the_flag_back_goes_on_without_a_clock() -> None:
    table = Table(control="fischer 5+0")
    table.play("Wd4")
    table.wait(6_000)
    assert table.running.game.result == "W+"
    assert table.running.take_back(table.pieces, table.ms) is None
    table.wait(60_000)
    assert table.running.game.result is None
    table.play("Ba1")
    assert table.running.game.actions() == ["Wd4", "Ba1"]


def test_a_take_back_gives_the_time_back() -> None:
    table = Table(control="fischer 60+10")
    table.play("Wd4")
    table.wait(5_000)
    table.play("Ba1")
    table.play("Wg4")
    white, black = (table.running.clock.remaining(colour) for colour in (WHITE, BLACK))
    assert 63_000 < black <= 65_200 and white <= 60_000 + 10_000
    assert table.running.take_back(table.pieces, table.ms) is None
    assert 53_000 < table.running.clock.remaining(BLACK) <= 55_200


def test_two_actions_seen_at_once_are_one_turns_increment() -> None:
    table = Table("sibling", "fischer 60+10")
    table.put("d4", WHITE)
    table.pieces[table.grid.cell("a1")] = table.pieces[table.grid.cell("a4")] = BLACK
    table.follow()
    assert table.kinds == ["start", "action", "action", "action"]
    assert table.running.clock.remaining(BLACK) <= 70_000


def test_a_captured_disc_that_is_to_come_off_costs_nobody_time() -> None:
    table = Table("organica", "fischer 60+0")
    for cell in range(table.grid.cells):
        table.pieces[cell] = table.running.game.board[cell]
    table.follow()
    choice = random.Random(4)
    game = table.running.game
    for _ in range(400):
        if game.result is not None or table.running.clock.flagged:
            pytest.fail("no capture came about")
        codes = [code for code in game.legal_codes() if game.hand_work(code)]
        code = choice.choice(codes or [0])
        if not codes:
            table.running.choose()
            table.hold_act()
            continue
        work = game.hand_work(code)
        for cell, piece in work:
            table.pieces[cell] = piece
        game.apply(code)
        lost = [cell for cell, _, after in game.changes() if after == EMPTY and cell not in [c for c, _ in work]]
        game.undo()
        table.running.follow(table.pieces, table.ms)
        if lost and game.result is None:
            left = table.running.clock.remaining(game.to_move)
            table.wait(20_000)
            assert table.running.clock.remaining(game.to_move) >= left - 100
            return
        table.follow()
    pytest.fail("no capture came about")


def test_the_clock_waits_while_the_menu_is_open() -> None:
    table = Table(control="delay 60+2")
    table.play("Wd4")
    table.wait(4_000)
    table.running.pause(table.ms)
    left = table.running.clock.remaining(BLACK)
    table.ms += 30_000
    table.running.after_menu(table.pieces, table.ms)
    table.wait(1_000)
    assert left - 1_100 <= table.running.clock.remaining(BLACK) < left


def test_a_host_is_told_once_a_second_how_the_clock_stands() -> None:
    table = Table(control="byoyomi 60+3x10")
    table.channel.incoming += wire.encode({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
    table.link.exchange(table.ms)
    table.play("Wd4")
    told = []
    for _ in range(500):
        table.wait(PASS_MS)
        table.link.exchange(table.ms)
    for line in table.channel.outgoing.split(b"\n")[:-1]:
        message = wire.decode(line)
        if message["type"] == "table" and message["clock"]["running"] == "black":
            told.append(message["clock"]["black"])
    assert 9 <= len(told) <= 12 and told == sorted(told, reverse=True)
    assert 1_900 <= told[1] - told[3] <= 2_100


def test_a_clock_that_is_none_is_refused_and_the_game_goes_on() -> None:
    table = Table()
    table.play("Wd4")
    refusal = table.command({"do": "new", "rules": "orochi", "size": 4, "clock": "hourglass"})
    assert refusal is not None and "hourglass" in refusal
    assert table.command({"do": "new", "rules": "orochi", "size": 4, "clock": 5}) is not None
    assert table.running.game.actions() == ["Wd4"]
    assert table.command({"do": "new", "rules": "orochi", "size": 4, "clock": "delay 60+2"}) is None
    assert table.events[0]["clock"] == "delay 60+2"


def test_an_action_played_for_the_other_side_is_carried_out_by_the_lights_while_the_clock_waits() -> None:
    table = Table(control="fischer 60+0")
    table.play("Wd4")
    assert table.command({"do": "play", "action": "Wd4"}) is not None, "it must be legal"
    assert table.command({"do": "play", "action": "Ba1"}) is None
    assert table.running.game.actions() == ["Wd4", "Ba1"] and table.kinds[-1] == "action"
    assert table.running.prompt.cues[table.grid.cell("a1")] == prompt.PUT_BLACK
    table.wait(50_000)
    assert table.running.clock.remaining(BLACK) >= 59_000
    table.put("a1", BLACK)
    assert table.kinds.count("action") == 2, "carrying it out is no action"
    table.wait(5_000)
    assert table.running.clock.remaining(BLACK) <= 56_000, "black's first turn places two"
    table.put("b1", WHITE)
    assert table.kinds.count("action") == 3


def carry_out_what_is_asked(table: Table) -> None:
    """Put the table as the game has it, as the lights ask."""
    for cell in range(table.grid.cells):
        table.pieces[cell] = table.running.expected(cell)
    table.follow()


@pytest.mark.parametrize(("seat", "engine"), [(ENGINE_SECOND, "black"), (ENGINE_FIRST, "white")])
def test_the_engine_plays_its_seat_and_the_hands_carry_it_out(seat: int, engine: str) -> None:
    table = Table(size=3)
    table.running.opponent.seat = seat
    choice = random.Random(2)
    for _ in range(2000):
        game = table.running.game
        if game.result is not None:
            break
        if any(table.running._referee.differs):
            carry_out_what_is_asked(table)
            continue
        if COLOURS[game.to_move] == engine:
            table.wait(20)
            assert table.status(panel.STATE_LED) in (prompt.THINKING, prompt.IN_DISPUTE)
            continue
        code = choice.choice(game.legal_codes())
        for cell, piece in game.hand_work(code):
            table.pieces[table.running._referee.layout.to_panel[cell]] = piece
        table.follow()
    assert table.running.game.result is not None
    acted = [event["colour"] for event in table.events if event["kind"] == "action"]
    assert engine in acted and len(set(acted)) == 2


def test_while_the_engine_thinks_the_hands_play_nothing() -> None:
    table = Table()
    table.play("Wd4")
    table.running.opponent.seat = ENGINE_SECOND
    table.wait(20)
    table.pieces[table.grid.cell("a1")] = BLACK
    table.running.follow(table.pieces, table.ms)
    assert table.running.game.actions() == ["Wd4"]
    assert table.running.prompt.cues[table.grid.cell("a1")] == prompt.TAKE_THIS_OFF
    assert prompt.LEGAL not in table.running.prompt.cues


def test_back_takes_the_engines_answer_back_with_ones_own_action() -> None:
    table = Table(size=3)
    table.running.opponent.seat = ENGINE_SECOND
    table.put("d4", WHITE)
    for _ in range(2000):
        if table.running.game.to_move == WHITE:
            break
        table.wait(20)
        if any(table.running._referee.differs):
            carry_out_what_is_asked(table)
    assert table.running.take_back(table.pieces, table.ms) is None
    assert table.running.game.to_move == WHITE and table.running.game.actions() == []


def test_the_coach_marks_the_actions_it_likes_best() -> None:
    table = Table()
    table.play("Wd4")
    table.running.opponent.coaches = True
    table.wait(6_000)
    cues = bytes(table.running.prompt.cues[: table.grid.cells])
    # Two of the three may begin on one cell: that shows the better.
    assert cues.count(prompt.ADVICE) == 1 and table.running.game.actions() == ["Wd4"]
    best = table.running.opponent.advice[0]
    assert table.running.game.allows(best) and cues[notation.first(best)] == prompt.ADVICE
    table.play("Ba1")
    assert not {prompt.ADVICE, prompt.ADVICE + 1, prompt.ADVICE + 2} & set(table.running.prompt.cues)


def test_a_host_may_point_at_actions_and_cells_until_the_position_changes() -> None:
    table = Table()
    table.play("Wd4")
    cell = table.grid.cell
    cues = table.running.prompt.cues
    assert table.command({"do": "suggest", "actions": ["Ba1", "Wb2", "Bc3"]}) is None
    assert [cues[cell(name)] - prompt.ADVICE for name in ("a1", "b2", "c3")] == [0, 1, 2]
    assert table.command({"do": "lights", "cells": {"g4": 2}}) is None
    assert cues[cell("g4")] == prompt.ADVICE + 1
    for wrong in (["Wd4"], "Ba1", [7], ["Ba1", None], None):
        assert table.command({"do": "suggest", "actions": wrong}) is not None
    for cells in ({"z9": 1}, {"a1": 4}, {"a1": "1"}, ["a1"], None):
        assert table.command({"do": "lights", "cells": cells}) is not None
    assert cues[cell("a1")] == prompt.ADVICE, "what is refused changes nothing"
    table.play("Bd3")
    assert not {prompt.ADVICE, prompt.ADVICE + 1, prompt.ADVICE + 2} & set(cues)


def test_lights_with_a_fractional_rank_are_refused() -> None:
    assert Table().command({"do": "lights", "cells": {"d4": 1.0}}) is not None


def test_nothing_follows_a_conclusion() -> None:
    table = Table()
    table.command({"do": "play", "action": "Wd4"})
    table.running.offer_conclusion()
    table.hold_act()
    table.command({"do": "actions", "actions": ["Wa1"]})
    table.wait(2_000)
    assert table.kinds == ["start", "action", "conclude"]


def test_a_new_game_that_is_refused_leaves_the_running_one() -> None:
    table = Table()
    table.play("Wd4")
    assert table.command({"do": "new", "rules": "orochi", "size": 3, "actions": [1]}) is not None
    assert table.kinds == ["start", "action"]


def test_a_host_cannot_make_a_game_grow_for_ever() -> None:
    table = Table(size=3)
    refusal = None
    for _ in range(MOST_EVENTS):
        refusal = table.command({"do": "play", "action": "Wd4"}) or table.command({"do": "back"})
        if refusal is not None:
            break
    assert refusal is not None and "begin a new one" in refusal
    assert len(table.link.records[-1].events) <= MOST_EVENTS + 1


def test_after_a_power_cut_the_game_goes_on_where_it_was() -> None:
    """With the discs left standing there is nothing to do but to play on; the game keeps its id and its numbers."""
    table = Table("organica", "fischer 600+5")
    carry_out_what_is_asked(table)
    choice = random.Random(3)
    for _ in range(12):
        game = table.running.game
        placing = [code for code in game.legal_codes() if len(game.hand_work(code)) == 1]
        for cell, piece in game.hand_work(choice.choice(placing)):
            table.pieces[cell] = piece
        table.follow()
        table.wait(2_000)
        if any(game.name(code) == "end" for code in game.legal_codes()):
            table.running.choose()
            table.hold_act()
    before, identity, events = table.running.game, table.link.records[-1].identity, table.events
    again = table.power_cut()
    after = again.running.game
    assert after.position() == before.position() and after.actions() == before.actions()
    assert again.link.records[-1].identity == identity and again.events == events
    assert not again.running.disputed
    for colour in (WHITE, BLACK):
        assert again.running.clock.remaining(colour) == pytest.approx(table.running.clock.remaining(colour), abs=3_000)
    code = next(code for code in after.legal_codes() if len(after.hand_work(code)) == 1)
    for cell, piece in after.hand_work(code):
        again.pieces[cell] = piece
    again.follow()
    assert again.events[: len(events)] == events and len(again.events) > len(events)
    assert again.events[-1]["boot"] > events[-1]["boot"]


def test_discs_moved_while_the_power_was_off_are_asked_for() -> None:
    table = Table()
    table.play("Wd4")
    table.play("Wa1")
    table.pieces[table.grid.cell("d4")] = EMPTY
    table.pieces[table.grid.cell("g4")] = BLACK
    again = table.power_cut()
    again.wait(3_000)
    assert again.running.game.actions() == ["Wd4", "Wa1"]
    cues = again.running.prompt.cues
    assert cues[again.grid.cell("d4")] == prompt.PUT_WHITE and cues[again.grid.cell("g4")] == prompt.TAKE_THIS_OFF


def test_a_result_that_the_power_cut_kept_off_the_record_is_added() -> None:
    table = Table(size=2)
    choice = random.Random(1)
    while table.running.game.result is None:
        code = choice.choice(table.running.game.legal_codes())
        if len(table.running.game.codes) > 4:
            trial = table.running.game
            trial.apply(code)
            over = trial.result is not None
            trial.undo()
            if over:
                # The power goes between the action and its result.
                table.running._chronicle.action(trial, code, trial.to_move, table.ms)
                break
        for cell, piece in table.running.game.hand_work(code):
            table.pieces[table.running._referee.layout.to_panel[cell]] = piece
        table.follow()
    assert table.kinds[-1] == "action"
    again = table.power_cut()
    assert again.kinds[-1] == "result" and again.running.game.result is not None


def test_games_played_with_no_host_are_told_to_each_host_that_comes() -> None:
    """The journal's promise: whatever is not at a host is told to the next one, and to another host again."""
    table = Table(size=2)
    choice = random.Random(4)
    told: dict[str, list[dict[str, Any]]] = {}
    for _ in range(4):
        while table.running.game.result is None:
            code = choice.choice(table.running.game.legal_codes())
            for cell, piece in table.running.game.hand_work(code):
                table.pieces[table.running._referee.layout.to_panel[cell]] = piece
            table.follow()
        told[table.link.records[-1].identity] = table.events
        table.pieces = bytearray(table.grid.cells)
        table.follow()
    table.play("Wd4")
    told[table.link.records[-1].identity] = table.events
    again = table.power_cut()
    assert len(again.link.records) == 1, "what is in the journal is not held in memory as well"
    for _ in range(2):
        again.channel.connected = False
        again.link.exchange(again.ms)
        again.channel.connected = True
        host = Host(again.channel)
        host.read = len(again.channel.outgoing)
        host.say({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
        for _ in range(400):
            again.ms += PASS_MS
            again.link.exchange(again.ms)
            host.take()
        assert host.events == told
        assert again.link.kept
    assert all(kept.acked for kept in again.board.journal.games() if kept is not None)


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_whatever_is_pressed_the_record_adds_up_to_the_game(seed: int) -> None:
    """ACT-4: the events that stand are the game's actions, and a conclusion stands just while the game is concluded."""
    choice = random.Random(seed)
    table = Table(size=3, control=choice.choice(["none", "fischer 30+2", "byoyomi 10+2x5"]))
    for _ in range(40):
        what = choice.choice(["play", "play", "play", "back", "act", "hold", "offer", "wait"])
        if what == "play" and table.running.game.result is None:
            code = choice.choice(table.running.game.legal_codes())
            for cell, piece in table.running.game.hand_work(code):
                table.pieces[table.running._referee.layout.to_panel[cell]] = piece
            table.follow()
        elif what == "back":
            table.running.take_back(table.pieces, table.ms)
            for cell in range(table.grid.cells):
                table.pieces[cell] = table.running.expected(cell)
            if any(table.pieces):
                table.follow()
        elif what == "act":
            table.running.choose()
        elif what == "hold":
            table.hold_act()
        elif what == "offer":
            table.running.offer_conclusion()
        else:
            table.wait(choice.randrange(100, 9_000))
    standing: list[str] = []
    concluded = False
    for event in table.events:
        if event["kind"] == "action":
            standing.append(event["action"])
        elif event["kind"] == "undo":
            if concluded:
                concluded = False
            else:
                standing.pop()
        elif event["kind"] == "conclude":
            concluded = True
    assert standing == table.running.game.actions() and concluded == table.running.game.concluded
