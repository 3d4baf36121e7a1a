"""The game log over power cuts, and what hosts are told of earlier games."""

import random
from typing import Any

import pytest

from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume.link import wire
from hexlume.match.game_clock import UNTIMED
from hexlume.output import led_cues
from hexlume_record.game.position import position_of
from tests.firmware.journal.journal_board import is_acked
from tests.firmware.link.test_link import Host
from tests.firmware.play.running_table import PASS_MS, Table


def test_after_a_power_cut_the_game_goes_on_where_it_was() -> None:
    """With the discs left standing there is nothing to do but to play on; the game keeps its id and its numbers."""
    table = Table("organica", "fischer 600+5")
    table.carry_out_what_is_asked()
    choice = random.Random(3)
    for _ in range(12):
        game = table.running.game
        placing = [code for code in game.legal_actions() if len(game.hand_work(code)) == 1]
        for cell, piece in game.hand_work(choice.choice(placing)):
            table.pieces[cell] = piece
        table.follow()
        table.wait(2_000)
        if any(game.name(code) == "end" for code in game.legal_actions()):
            table.running.press_act()
            table.hold_act()
    before, identity, events = table.running.game, table.link.records[-1].identity, table.events
    again = table.power_cut()
    after = again.running.game
    assert position_of(after) == position_of(before) and after.actions() == before.actions()
    assert again.link.records[-1].identity == identity and again.events == events
    assert not again.running.referee.disputed
    for colour in (WHITE, BLACK):
        assert again.running.clock.remaining(colour) == pytest.approx(table.running.clock.remaining(colour), abs=3_000)
    code = next(code for code in after.legal_actions() if len(after.hand_work(code)) == 1)
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
    assert cues[again.grid.cell("d4")] == led_cues.PUT_WHITE and cues[again.grid.cell("g4")] == led_cues.TAKE_THIS_OFF


def test_a_result_that_the_power_cut_kept_off_the_record_is_added() -> None:
    table = Table(size=2)
    choice = random.Random(1)
    while table.running.game.result is None:
        code = choice.choice(table.running.game.legal_actions())
        if len(table.running.game.codes) > 4:
            trial = table.running.game
            trial.push(code)
            over = trial.result is not None
            trial.pop()
            if over:
                # The power goes between the action and its result.
                table.board.journal.add(("action", code, trial.to_move, UNTIMED), table.ms)
                break
        for cell, piece in table.running.game.hand_work(code):
            table.pieces[table.running.referee.layout.to_panel[cell]] = piece
        table.follow()
    again = table.power_cut()
    assert again.kinds[-1] == "result" and again.running.game.result is not None


def test_games_played_with_no_host_are_told_to_each_host_that_comes() -> None:
    """The journal's promise: whatever is not at a host is told to the next one, and to another host again."""
    table = Table(size=2)
    choice = random.Random(4)
    told: dict[str, list[dict[str, Any]]] = {}
    for _ in range(4):
        while table.running.game.result is None:
            code = choice.choice(table.running.game.legal_actions())
            for cell, piece in table.running.game.hand_work(code):
                table.pieces[table.running.referee.layout.to_panel[cell]] = piece
            table.follow()
        told[table.link.records[-1].identity] = table.events
        table.pieces[:] = bytes(table.grid.cells)
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
    assert all(is_acked(again.board.memory, kept) for kept in again.board.journal.games() if kept is not None)


def test_a_game_played_on_a_board_that_has_run_for_fifty_days_is_sent_and_goes_on_after_a_power_cut() -> None:
    """Its clock is told as the latest that docs/protocol.md has."""
    table = Table()
    table.ms += 50 * 24 * 3600 * 1000
    table.play("Wd4")
    again = table.power_cut()
    for told in (table.events, again.events):
        assert [(event["ticks"], event.get("action")) for event in told[1:]] == [(0xFFFFFFFF, "Wd4")]


def test_a_start_of_the_board_has_65534_games_with_one_id_each_and_refuses_more_in_a_sentence() -> None:
    table = Table()
    table.running.log.number = 0xFFFE - 1
    assert table.command({"do": "new", "rules": "orochi", "size": 3}) is None
    table.play("Wc3")
    (running,) = [record.identity for record in table.link.records if not record.over]
    assert running.endswith("-65534")
    refusal = table.command({"do": "new", "rules": "orochi", "size": 3})
    assert refusal == "this board has begun 65534 games: switch it off and on for more"
    with pytest.raises(ValueError, match="switch it off and on"):
        table.running.restart(table.ms)
    table.play("Bc2")
    assert table.kinds == ["start", "action", "action"]
    kept = [game for game in table.board.copy().start().journal.games() if game is not None]
    assert (kept[-1].identity, kept[-1].count) == (running, 3)
