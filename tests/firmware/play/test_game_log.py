"""The game log over power cuts, and what hosts are told of earlier games."""

import random

import pytest

from hexlume.match.game_clock import UNTIMED
from tests.firmware.play.running_table import Table


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
