"""The engine's seat and its coaching within a running game."""

import random

import pytest

from hexlume import notation, panel, prompt
from hexlume.pieces import BLACK, COLOURS, WHITE
from hexlume.preferences import ENGINE_FIRST, ENGINE_SECOND
from tests.firmware.running_table import Table


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
            table.carry_out_what_is_asked()
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
            table.carry_out_what_is_asked()
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
