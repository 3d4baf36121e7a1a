"""The running game's clock: when it runs, waits and ends the game."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.games.outcome import TIME
from hexlume.games.pieces import BLACK, WHITE
from hexlume.hardware import panel
from hexlume.link import wire
from hexlume.match.match import Change
from hexlume.output import led_cues
from tests.firmware.play.running_table import PASS_MS, Table


def test_the_clock_begins_with_the_first_action_and_the_flag_falls_by_itself() -> None:
    table = Table(control="fischer 60+0")
    assert table.events[0]["clock"] == "fischer 60+0"
    table.wait(120_000)
    assert table.running.clock.remaining(WHITE) == 60_000, "it stands until the first action"
    table.play("Wd4")
    table.wait(10_000)
    assert 49_000 <= table.running.clock.remaining(BLACK) <= 50_000
    assert table.status(panel.BLACK_TURN_LED) == led_cues.BLACK_TURN
    table.wait(20_000)
    assert table.status(panel.BLACK_TURN_LED) == led_cues.BLACK_LEFT + 1
    table.wait(16_000)
    assert table.status(panel.BLACK_TURN_LED) == led_cues.BLACK_LOW
    assert table.running.game.result is None
    table.wait(15_000)
    assert table.running.game.result == "W+"
    assert (table.events[-1]["kind"], table.events[-1]["reason"]) == ("conclude", "time")
    assert table.status(panel.BLACK_TURN_LED) == led_cues.TIME_OVER
    assert table.status(panel.WHITE_TURN_LED) == led_cues.WHITE_TURN


def test_the_clock_waits_while_the_menu_is_open() -> None:
    table = Table(control="delay 60+2")
    table.play("Wd4")
    table.wait(4_000)
    table.running.pause(table.ms)
    left = table.running.clock.remaining(BLACK)
    table.ms += 30_000
    table.running.resume(table.ms).step(True, table.ms)
    table.wait(1_000)
    assert left - 1_100 <= table.running.clock.remaining(BLACK) < left


def test_a_host_is_told_once_a_second_how_the_clock_stands() -> None:
    table = Table(control="byoyomi 60+3x10")
    table.channel.incoming += wire.encode({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
    table.link.exchange(table.ms)
    table.play("Wd4")
    told = []
    for _ in range(10_000 // PASS_MS):
        table.wait(PASS_MS)
        table.link.exchange(table.ms)
    for line in table.channel.outgoing.split(b"\n")[:-1]:
        message = wire.decode(line)
        if message["type"] == "table" and message["clock"]["running"] == "black":
            told.append(message["clock"]["black"])
    assert 9 <= len(told) <= 12 and told == sorted(told, reverse=True)
    assert 1_900 <= told[1] - told[3] <= 2_100


def test_an_action_played_for_the_other_side_is_carried_out_by_the_lights_while_the_clock_waits() -> None:
    table = Table(control="fischer 60+0")
    table.play("Wd4")
    assert table.command({"do": "play", "action": "Wd4"}) is not None, "it must be legal"
    assert table.command({"do": "play", "action": "Ba1"}) is None
    assert table.running.game.actions() == ["Wd4", "Ba1"] and table.kinds[-1] == "action"
    assert table.running.prompt.cues[table.grid.cell("a1")] == led_cues.PUT_BLACK
    table.wait(50_000)
    assert table.running.clock.remaining(BLACK) >= 59_000
    table.put("a1", BLACK)
    assert table.kinds.count("action") == 2, "carrying it out is no action"
    table.wait(5_000)
    assert table.running.clock.remaining(BLACK) <= 56_000, "black's first turn places two"
    table.put("b1", WHITE)
    assert table.kinds.count("action") == 3


STEPS = st.lists(
    st.tuples(st.sampled_from(["play"] * 6 + ["back", "menu", "flag", "by hand late"]), st.integers(0, 4000)),
    max_size=14,
)


class TimedTable(Table):
    """Keeps what both had left after each event, by the number of events."""

    def __init__(self, rules: str, control: str, seed: int) -> None:
        super().__init__(rules, control)
        self.left: dict[int, tuple[tuple[int, int], ...] | None] = {1: self.times()}
        self.choice = random.Random(seed)
        apply = self.running.log.apply

        def noted(event: Any, ms: int) -> Change:
            change = apply(event, ms)
            self.left[self.running.log.record.count] = self.times()
            return change

        self.running.log.apply = noted  # type: ignore[method-assign]

    def times(self) -> tuple[tuple[int, int], ...] | None:
        clock = self.running.clock
        return None if clock is None else tuple((clock.remaining(one), clock.periods(one)) for one in (WHITE, BLACK))

    def take(self, step: str, ms: int) -> None:
        running = self.running
        if step == "back":
            running.take_back(self.ms)
        elif step == "menu":
            running.pause(self.ms)
            self.ms += 100 * ms
            running.resume(self.ms).step(True, self.ms)
        elif running.game.result is None and step == "flag" and running.clock is not None:
            self.wait(200_000)
        elif running.game.result is None:
            game = running.game
            running.play_for_hands(game.name(self.choice.choice(sorted(game.legal_actions()))), self.ms)
            if step == "by hand late":
                self.wait(20 * ms)
        self.carry_out_what_is_asked()
        self.wait(ms)


@settings(max_examples=15)
@given(
    st.sampled_from(["orochi", "sibling", "organica"]),
    st.sampled_from(["fischer 20+5", "delay 30+4", "byoyomi 10+3x5"]),
    STEPS,
    st.integers(0, 1 << 30),
)
def test_after_a_power_cut_both_have_what_they_had_at_the_last_event(
    rules: str, control: str, steps: list[tuple[str, int]], seed: int
) -> None:
    """Also where the menu was open, an action was carried out late, or a fall of the flag was taken back."""
    table = TimedTable(rules, control, seed)
    for step, ms in steps:
        table.take(step, ms)
    left, game = table.left[table.running.log.record.count], table.running.game
    events, identity = table.events, table.link.records[-1].identity
    disputed = table.running.referee.disputed
    after = table.power_cut()
    again = after.running
    assert after.link.records[-1].identity == identity and after.events[: len(events)] == events
    assert again.referee.disputed == disputed
    assert again.game.actions() == game.actions() and again.game.result == game.result
    if game.outcome is None or game.outcome.reason != TIME:
        clock = again.clock
        assert (clock is None) == (left is None)
        if clock is not None and left is not None:
            assert left == tuple((clock.remaining(one), clock.periods(one)) for one in (WHITE, BLACK))
    if game.result is None and not disputed:
        assert after.running.play_for_hands(game.name(game.legal_actions()[0]), after.ms) is None
        assert after.events[-1]["boot"] > events[-1]["boot"]
