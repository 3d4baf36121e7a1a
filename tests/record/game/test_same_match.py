"""The same events make the same match, clock included: on a board, in the store, from a record file, between hosts."""

import json
import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_host.game_files.record_file import read_file
from hexlume_host.store.repository import Board, Store
from hexlume_plugins.netplay.messages import ACT, BACK, DRAW, GUEST, HOST, RESIGN, YES, opposite
from hexlume_record.formats.json import record_json
from hexlume_record.game.events import START, BoardEvent
from hexlume_record.game.match_event import Event
from hexlume_record.game.record import GameRecord
from hexlume_record.game.state import GameState
from tests.firmware.match.test_match import CONTROLS, OPTIONS, SIZES, STEPS, Play, seen
from tests.host.plugins.netplay.network import Network

pytestmark = pytest.mark.integration

BOARD = Board("b0a4d", "hex9", "0.1.0")
NUMBERS = count(1)


def started(play: Play, control: str) -> dict[str, Any]:
    """Return the data of a game's start."""
    game = play.match.game
    clock = {} if control == "none" else {"clock": control}
    return {"rules": game.NAME, "board": game.grid.board, "options": dict(game.options), **clock}


def stored(store: Store, events: list[tuple[str, dict[str, Any]]]) -> GameRecord:
    """Return a game after it has been in the store."""
    game = f"{BOARD.id}-1-{next(NUMBERS)}"
    store.commit(BOARD, [BoardEvent(game, seq, kind, 250 * seq, data) for seq, (kind, data) in enumerate(events)])
    return store.record(game)


def from_file(store: Store, folder: Path, record: GameRecord) -> GameRecord:
    """Return a game after it has been written to a file and read from there."""
    (folder / "game").write_text(json.dumps(record_json(record)), encoding="utf-8")
    # Under another id: the store has the board's own.
    _, game = read_file(str(folder / "game"))
    assert [(event.kind, event.data) for event in game.events] == [(event.kind, event.data) for event in record.events]
    object.__setattr__(game, "game", f"file-{record.id}")
    return store.record(store.import_game(game).id)


def folded(record: GameRecord) -> dict[str, Any]:
    """Return what a stored game's events make."""
    state = GameState.replay(record)
    assert state.legal and state.match is not None
    assert [action.action for action in state.actions] == state.match.game.actions()
    assert state.concluded == state.match.game.concluded
    assert state.ending == record.ending
    return seen(state.match)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(SIZES)), CONTROLS, STEPS, st.integers(0, 1 << 30))
def test_a_match_from_the_store_and_from_a_file_is_the_one_on_the_board(
    store: Store, tmp_path: Path, name: str, control: str, steps: list[tuple[str, int]], seed: int
) -> None:
    play = Play(name, control, seed)
    for what, passed in steps:
        play.take(what, passed)
    record = play.log.record
    board = [Event(*record.event(seq)) for seq in range(1, record.count)]
    events = [(event.kind, event.data(play.match.game.grid)) for event in board]
    kept = stored(store, [(START, started(play, control)), *events])
    assert folded(kept) == play.states[record.count]
    assert folded(from_file(store, tmp_path, kept)) == play.states[record.count]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(sorted(SIZES)),
    CONTROLS,
    st.lists(st.tuples(st.sampled_from([ACT] * 8 + [BACK, BACK, DRAW, RESIGN]), st.integers(0, 9)), max_size=40),
    st.integers(0, 1 << 30),
)
def test_a_match_between_two_hosts_is_the_same_on_both_in_the_store_and_from_a_file(
    store: Store, tmp_path: Path, name: str, control: str, steps: list[tuple[str, int]], seed: int
) -> None:
    choice = random.Random(seed)
    network = Network({HOST: store, GUEST: store}, name, SIZES[name], control, **OPTIONS.get(name, {}))
    network.settle()
    for what, seconds in steps:
        network.pass_time(seconds)
        role = network.host.turn or choice.choice([HOST, GUEST])
        if what == ACT and not network.host.over:
            network.play(choice)
        elif what != ACT and network.do(role, what) == "" and what != RESIGN:
            network.do(opposite(role), YES)
    network.check_alike()
    assert network.host.game is not None and network.host.game.match is not None
    here = network.host.game.match
    there = network.guest.game.match if network.guest.game is not None else None
    assert there is not None and there.game.actions() == here.game.actions() and there.count == here.count
    record = network.saved[GUEST].record()
    assert record is not None
    assert folded(record) == seen(there)
    assert folded(from_file(store, tmp_path, record)) == seen(there)
