"""The engine's seat and its coaching within a running game."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import BLACK, COLOURS, WHITE, WHITE_LEADER
from hexlume.hardware import panel
from hexlume.link import wire
from hexlume.output import led_cues
from hexlume.play.opponent import Opponent
from hexlume.play.preferences import COACH, ENGINE_FIRST, ENGINE_SECOND, Preferences
from tests.firmware.play.running_table import Table

ENGINE_MS = 4000
GRACE_MS = 3000
"""What the board waits for longer than a host's engine takes, as docs/protocol.md says."""


def host_with_engine(table: Table, engine: int = ENGINE_MS) -> None:
    table.channel.incoming += wire.encode({"type": "hello", "protocol": wire.PROTOCOL, "engine": engine})
    exchange(table)


def exchange(table: Table) -> list[dict[str, Any]]:
    """Let the board and its host talk; return the ``table`` messages that the board sent."""
    table.channel.outgoing = b""
    for _ in range(8):
        table.link.exchange(table.ms)
    lines = [wire.decode(line) for line in table.channel.outgoing.split(b"\n")[:-1]]
    return [line for line in lines if line["type"] == "table"]


@pytest.mark.integration
@pytest.mark.parametrize(("seat", "engine"), [(ENGINE_SECOND, "black"), (ENGINE_FIRST, "white")])
def test_the_engine_plays_its_seat_and_the_hands_carry_it_out(seat: int, engine: str) -> None:
    table = Table(size=3)
    table.preferences.opponent = seat
    choice = random.Random(2)
    for _ in range(2000):
        game = table.running.game
        if game.result is not None:
            break
        if any(table.running.referee.differs):
            table.carry_out_what_is_asked()
            continue
        if COLOURS[game.to_move] == engine:
            table.wait(20)
            assert table.status(panel.STATE_LED) in (led_cues.THINKING, led_cues.IN_DISPUTE)
            continue
        code = choice.choice(game.legal_actions())
        for cell, piece in game.hand_work(code):
            table.pieces[table.running.referee.layout.to_panel[cell]] = piece
        table.follow()
    assert table.running.game.result is not None
    acted = [event["colour"] for event in table.events if event["kind"] == "action"]
    assert engine in acted and len(set(acted)) == 2


def test_no_report_of_before_a_choice_follows_its_answer() -> None:
    table = Table()
    host_with_engine(table)
    exchange(table)
    # A report is due that the link has not sent yet.
    table.put("d4", WHITE_LEADER)
    table.channel.incoming += wire.encode({"type": "command", "id": 1, "do": "settings", "opponent": "engine first"})
    table.channel.outgoing = b""
    table.link.exchange(table.ms)
    messages = [wire.decode(line) for line in table.channel.outgoing.split(b"\n")[:-1]]
    answered = [message["type"] for message in messages].index("answer")
    assert [message.get("level") for message in messages[answered:] if message["type"] == "table"] == ["strong"]


def test_while_the_engine_thinks_the_hands_play_nothing() -> None:
    table = Table()
    table.play("Wd4")
    table.preferences.opponent = ENGINE_SECOND
    table.wait(20)
    table.pieces[table.grid.cell("a1")] = BLACK
    table.running.follow(table.ms)
    assert table.running.game.actions() == ["Wd4"]
    assert table.running.prompt.cues[table.grid.cell("a1")] == led_cues.TAKE_THIS_OFF
    assert led_cues.LEGAL not in table.running.prompt.cues


def test_the_coach_marks_the_actions_it_likes_best() -> None:
    table = Table()
    table.play("Wd4")
    table.preferences.hints = COACH
    table.wait(6_000)
    cues = bytes(table.running.prompt.cues[: table.grid.cells])
    # Two of the three may begin on one cell: that shows the better.
    assert cues.count(led_cues.ADVICE) == 1 and table.running.game.actions() == ["Wd4"]
    best = table.running.opponent.advice[0]
    assert table.running.game.is_legal(best) and cues[notation.first(best)] == led_cues.ADVICE
    table.play("Ba1")
    assert not {led_cues.ADVICE, led_cues.ADVICE + 1, led_cues.ADVICE + 2} & set(table.running.prompt.cues)


def test_a_host_with_an_engine_is_asked_and_waited_for() -> None:
    table = Table()
    host_with_engine(table)
    table.play("Wd4")
    table.preferences.opponent = ENGINE_SECOND
    table.wait(60)
    (told,) = exchange(table)
    assert told["asks"] == {"play": 1} and table.status(panel.STATE_LED) == led_cues.THINKING
    table.wait(ENGINE_MS)
    assert table.running.game.actions() == ["Wd4"]
    answer = {"do": "play", "game": told["game"], "seq": 1, "action": "Ba1"}
    assert table.command(answer) is None
    assert table.running.game.actions() == ["Wd4", "Ba1"]
    # Nothing is played twice, nor for a position that is no more.
    assert table.command(answer) is not None
    table.wait(60)
    assert exchange(table)[-1]["asks"] is None, "first its disc has to be put on"
    table.carry_out_what_is_asked()
    assert table.running.game.actions() == ["Wd4", "Ba1"]


def test_an_answer_must_be_what_is_asked_for() -> None:
    table = Table()
    host_with_engine(table)
    table.play("Wd4")
    right = {"do": "play", "game": table.link.records[-1].identity, "seq": 1, "action": "Ba1"}
    assert table.command(right) is not None, "nothing is asked"
    table.preferences.opponent = ENGINE_SECOND
    table.wait(60)
    for wrong in ({"seq": 0}, {"seq": 2}, {"seq": None}, {"game": "b0-1-9"}, {"do": "suggest", "actions": ["Ba1"]}):
        assert table.command({**right, **wrong}) == "the board asks for something else by now", wrong
    table.pieces[table.grid.cell("a2")] = BLACK
    table.follow()
    assert table.command(right) is not None, "a disc is in the way"
    table.put("a2", 0)
    assert table.command(right) is None


@pytest.mark.parametrize(("engine", "waited"), [(ENGINE_MS, ENGINE_MS + GRACE_MS), (60_000, 1000)])
def test_the_boards_own_engine_takes_over_from_a_host_that_does_not_answer_or_goes(engine: int, waited: int) -> None:
    table = Table(size=3)
    host_with_engine(table, engine)
    table.put("d4", WHITE)
    table.preferences.opponent = ENGINE_SECOND
    table.wait(waited)
    assert len(table.running.game.codes) == 1
    table.channel.connected = engine == ENGINE_MS
    exchange(table)
    table.wait(5_500)
    assert len(table.running.game.codes) == 2


def test_the_coach_asks_the_hosts_engine_and_hands_need_not_wait_for_it() -> None:
    table = Table()
    host_with_engine(table)
    table.preferences.hints = COACH
    table.wait(60)
    (told,) = exchange(table)
    assert told["asks"] == {"suggest": 0}
    advice = {"do": "suggest", "game": told["game"], "seq": 0, "actions": ["Wd4", "We5"]}
    table.play("Wc3")
    assert table.running.game.actions() == ["Wc3"] and table.command(advice) is not None
    table.wait(60)
    assert exchange(table)[-1]["asks"] == {"suggest": 1}
    assert table.command({**advice, "seq": 1, "actions": ["Ba1", "Wa2"]}) is None
    assert table.running.prompt.cues[table.grid.cell("a1")] == led_cues.ADVICE
    table.wait(60)
    assert exchange(table)[-1]["asks"] is None


def coached(*actions: str) -> Table:
    """Return a table whose host's engine has suggested actions as a coach."""
    table = Table()
    host_with_engine(table, 60_000)
    table.preferences.hints = COACH
    table.wait(60)
    assert table.command({"do": "suggest", "actions": list(actions)}) is None
    return table


def advised(table: Table) -> dict[str, int]:
    """Return the cells that the lights point at, with their ranks."""
    cues = table.running.prompt.cues
    return {
        table.grid.name(cell): cues[cell] - led_cues.ADVICE
        for cell in range(table.grid.cells)
        if led_cues.ADVICE <= cues[cell] < led_cues.ADVICE + 3
    }


@pytest.mark.parametrize(
    ("action", "better"),
    [("Wd4", {"d4": 0}), ("We5", {"d4": 0, "e5": 1}), ("Wa1", {"d4": 0, "e5": 1, "c3": 2})],
)
def test_back_asks_whether_that_was_good_before_it_takes_back(action: str, better: dict[str, int]) -> None:
    table = coached("Wd4", "We5", "Wc3")
    table.play(action)
    assert advised(table) == {}
    table.running.take_back(table.ms, asks=True)
    assert advised(table) == better and table.running.game.actions() == [action]
    # Nobody presses again: it ends by itself, and the next press asks again.
    table.wait(6_500)
    assert advised(table) == {}
    for _ in range(2):
        table.running.take_back(table.ms, asks=True)
    assert table.running.game.actions() == [] and advised(table) == {}


@pytest.mark.parametrize("hints", [COACH, 0])
def test_back_takes_back_at_once_without_a_coach_or_where_nothing_was_advised(hints: int) -> None:
    table = coached("Wd4")
    table.preferences.hints = hints
    for action in ("Wa1", "Ba2")[: 1 + (hints == COACH)]:
        # The second is played before the coach has thought.
        table.play(action)
    before = table.running.game.actions()
    table.running.take_back(table.ms, asks=True)
    assert table.running.game.actions() == before[:-1]


@pytest.mark.parametrize("carried_out", [False, True])
def test_against_the_engine_back_asks_about_ones_own_action_and_takes_both_back(carried_out: bool) -> None:
    table = Table()
    host_with_engine(table, 60_000)
    table.preferences.hints = COACH
    table.preferences.opponent = ENGINE_SECOND
    table.wait(60)
    game = table.link.records[-1].identity
    assert table.command({"do": "suggest", "game": game, "seq": 0, "actions": ["Wd4", "We5"]}) is None
    table.play("We5")
    assert table.command({"do": "play", "game": game, "seq": 1, "action": "Ba1"}) is None
    if carried_out:
        table.carry_out_what_is_asked()
    table.running.take_back(table.ms, asks=True)
    assert advised(table) == {"d4": 0, "e5": 1} and len(table.running.game.codes) == 2
    table.running.take_back(table.ms, asks=True)
    assert table.running.game.actions() == []


def test_an_action_ends_the_question() -> None:
    table = coached("Wd4")
    table.play("Wa1")
    table.running.take_back(table.ms, asks=True)
    table.play("Ba2")
    assert advised(table) == {} and table.running.game.actions() == ["Wa1", "Ba2"]


VARIANTS: "list[tuple[str, int, dict[str, Any]]]" = [
    ("orochi", 3, {}),
    ("sibling", 3, {"pie": True}),
    ("sibling", 3, {"pie": False}),
    ("orcoon", 4, {"pie": True}),
    ("organica", 4, {"setup": "clusters"}),
    ("organica", 4, {"setup": "corners"}),
    ("droched", 3, {"pie": True}),
    ("droched", 3, {"pie": True, "handicap": 3}),
    ("droched", 3, {"komi": 2, "handicap": 4}),
]


def is_due_by_all_actions(game: Game, seat: int) -> bool:
    """Return whether the engine is to act, by every exchange of seats so far (ACT-3)."""
    swaps = sum(notation.swaps_seats(code) for code in game.codes)
    return ((game.to_move != game.FIRST) != (swaps % 2 == 1)) == (seat == ENGINE_SECOND)


@pytest.mark.parametrize("name, size, options", VARIANTS)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_the_engines_turn_follows_from_the_second_action_alone(
    name: str, size: int, options: dict[str, Any], seed: int, swaps: bool
) -> None:
    """SIB-7, ORC-7, DRO-11: no later action exchanges the seats, nor does the first."""
    choice = random.Random(seed)
    game = games.start(name, size, options)
    preferences = Preferences({}.get)
    opponent = Opponent(choice.randrange, lambda: 0, preferences)
    while game.result is None:
        for preferences.opponent in (ENGINE_FIRST, ENGINE_SECOND):
            assert opponent.is_due(game) == is_due_by_all_actions(game, preferences.opponent), game.actions()
        if game.codes and choice.random() < 0.1:
            game.pop()
            continue
        codes = game.legal_actions()
        exchanges = [code for code in codes if notation.swaps_seats(code)]
        game.push(choice.choice(exchanges if exchanges and swaps else codes))
