"""The running game with its act button: what hands and buttons do, and the record that it leaves."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import notation
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume.hardware import panel, sound
from hexlume.output import led_cues
from hexlume_record.game.position import legal_texts, position_of
from tests.firmware.play.running_table import Table


def test_resigning_needs_the_gesture_and_the_confirmation_and_is_on_record() -> None:
    table = Table()
    table.play("Wd4")
    table.hold_act()
    assert table.running.game.result is None, "holding act alone does nothing"
    table.running.offer_conclusion()
    table.wait()
    assert table.status(panel.ACT_LED) == led_cues.RESIGN_READY
    table.hold_act()
    assert table.kinds == ["start", "action", "conclude"]
    assert (table.events[-1]["result"], table.events[-1]["reason"]) == ("W+", "resigned")
    assert table.status(panel.WHITE_TURN_LED) == led_cues.WHITE_TURN
    assert table.status(panel.BLACK_TURN_LED) == led_cues.NO_CUE
    assert table.running.prompt.cues[table.grid.cell("d4")] == led_cues.WINNER
    assert table.link.records[-1].over


def test_a_game_given_up_on_an_empty_table_stays_until_discs_were_put_on_and_taken_off() -> None:
    table = Table()
    table.running.offer_conclusion()
    table.hold_act()
    table.follow()
    assert table.kinds == ["start", "conclude"] and table.running.game.result == "B+"
    assert table.running.take_back(table.ms) is None and table.running.game.result is None
    table.running.offer_conclusion()
    table.hold_act()
    table.put("d4", WHITE)
    table.put("d4", EMPTY)
    assert table.kinds == ["start"], "the table was cleared: the next game has begun"


def test_a_table_cleared_while_the_menu_was_open_goes_on_to_the_next_game() -> None:
    table = Table()
    table.play("Wd4")
    table.running.offer_conclusion()
    table.hold_act()
    table.pieces[:] = bytes(len(table.pieces))
    assert table.running.game.result == "W+"
    table.running.resume(table.ms).step(True, table.ms)
    assert table.kinds == ["start"] and table.running.game.result is None


def test_playing_on_declines_an_offered_draw() -> None:
    table = Table()
    table.play("Wd4")
    table.running.offer_conclusion()
    table.running.press_act()
    table.hold_act()
    assert table.status(panel.ACT_LED) == led_cues.DRAW_READY
    table.play("Wa1")
    table.hold_act()
    assert table.running.game.result is None


@given(st.integers(0, 10_000))
def test_whatever_is_pressed_the_record_adds_up_to_the_game(seed: int) -> None:
    """ACT-4: the events that stand are the game's actions, and a conclusion stands just while the game is concluded."""
    choice = random.Random(seed)
    table = Table(size=3, control=choice.choice(["none", "fischer 30+2", "byoyomi 10+2x5"]))
    for _ in range(40):
        what = choice.choice(["play", "play", "play", "back", "act", "hold", "offer", "wait"])
        if what == "play" and table.running.game.result is None:
            code = choice.choice(table.running.game.legal_actions())
            for cell, piece in table.running.game.hand_work(code):
                table.pieces[table.running.referee.layout.to_panel[cell]] = piece
            table.follow()
        elif what == "back":
            table.running.take_back(table.ms)
            for cell in range(table.grid.cells):
                table.pieces[cell] = table.running.referee.expected(cell)
            if any(table.pieces):
                table.follow()
        elif what == "act":
            table.running.press_act()
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


@pytest.mark.parametrize(("rules", "size"), [("orochi", 3), ("droched", 4), ("organica", 4)])
def test_an_action_sounds_like_what_it_did(rules: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Placed, turned over, captured or still to turn over: by the number of discs before and after it."""
    table = Table(rules, size=size)
    table.carry_out_what_is_asked()
    tunes: list[int] = []
    monkeypatch.setattr(table.running.buzzer, "play", tunes.append)
    choice, game = random.Random(3), table.running.game
    heard = set()
    while len(game.codes) < 90 and game.result is None:
        action, before = choice.choice(legal_texts(game)), len(position_of(game)["pieces"])
        tunes.clear()
        assert table.running.play_for_hands(action, table.ms) is None
        more = len(position_of(game)["pieces"]) - before
        placed = not notation.is_word(game.codes[-1]) and "-" not in action and "x" not in action
        expected = sound.ACCEPTED if more == (placed and action[0] != "*") else sound.CAPTURED
        if action[0] == "*":
            expected = sound.TURNED_OVER
        if game.phase == "replace":
            expected = sound.MUST_ANSWER
        if game.result is None:
            assert tunes == [expected], action
            heard.add(expected)
        table.carry_out_what_is_asked()
    assert len(heard) > 1


@pytest.mark.parametrize(("rules", "panel_name"), [("hex", "hex5"), ("orcoon", "square7")])
def test_edges_show_their_owners_for_three_seconds_when_a_game_begins(rules: str, panel_name: str) -> None:
    table = Table(rules, size=5, panel_name=panel_name)

    def cues(*cells: str) -> set[int]:
        game, to_panel = table.running.game, table.running.referee.layout.to_panel
        return {table.running.prompt.cues[to_panel[game.grid.cell(cell)]] for cell in cells}

    table.wait(2000)
    assert cues("b1", "d1", "b5", "d5") == {led_cues.BLACK_TURN}
    assert cues("a2", "a4", "e2", "e4") == {led_cues.WHITE_TURN}
    assert cues("a1", "e5", "c3") == {led_cues.LEGAL}, "corners belong to both"
    table.wait(1200)
    assert cues("b1", "a2", "a1", "c3") == {led_cues.LEGAL}
    table.running.restart(table.ms)
    table.wait()
    assert cues("b1") == {led_cues.BLACK_TURN}
    middle = table.running.referee.layout.to_panel[table.running.game.grid.cell("c3")]
    table.put(table.grid.name(middle), BLACK)
    assert cues("b1", "a2") == {led_cues.LEGAL}
