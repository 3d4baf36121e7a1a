"""Two hosts that log one board in turn end with the same games (docs/protocol.md)."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from hexlume import games
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.store.repository import Store
from hexlume_record.game.record import FINISHED
from tests.host.conftest import until_lit
from tests.host.device.recording_listener import logging

pytestmark = pytest.mark.integration


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[Store]]:
    opened = [Store(tmp_path / name / "games.sqlite") for name in ("first", "second")]
    yield opened
    for store in opened:
        store.close()


def stored_games(store: Store) -> list[tuple[str, str, list[tuple[int, str, dict[str, Any], int]]]]:
    """Return what a store has from boards: of each game its id, its state and its events."""
    records = [store.record(game.game) for game in store.games()]
    return [
        (
            record.game,
            record.ending.status,
            [(event.seq, event.kind, dict(event.data), event.ticks) for event in record.events],
        )
        for record in records
    ]


@pytest.mark.soak
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_in_turn_over_a_bad_cable(
    make_board: Any,
    stores: list[Store],
    random_game: Any,
    bad_cable: Any,
    wait_until: Callable[..., None],
    seed: int,
) -> None:
    """They take turns at random instants; of each game's end both hear before the next one begins."""
    choice = random.Random(seed)
    board = make_board(to_host=bad_cable(seed), to_board=bad_cable(50 + seed))
    expected = []
    for number in range(2):
        actions, result, reason = random_game(10 * seed + number)
        game = board.begin(on="hex3")
        expected.append((game, actions))
        rest = list(actions)
        while rest:
            with logging(board.port, choice.choice(stores)):
                for _ in range(min(len(rest), choice.randint(2, 9))):
                    board.act(*rest.pop(0))
                if choice.random() < 0.5:
                    board.wait_acked()
        board.play([], result, reason)
        for store in stores:
            # What was acknowledged to the other host is told to this one too.
            with logging(board.port, store):
                wait_until(lambda store=store, game=game: finished(store, game))
                board.wait_acked()
    assert stored_games(stores[0]) == stored_games(stores[1])
    for game, actions in expected:
        record = stores[0].record(game)
        assert [(action.action, action.colour) for action in record.actions] == actions
        assert [event.seq for event in record.events] == list(range(len(actions) + 2))


def test_in_turn_at_a_twin(stores: list[Store], wait_until: Callable[..., None]) -> None:
    """The firmware itself, its sensors and lights: hands play while the hosts change."""
    choice = random.Random(3)
    board = SimulatedBoard.of(games.start("orochi", 4, {}))
    game = board.game
    with running_twin(board, REAL, 1) as twin:
        until_lit(twin)
        for turn in range(4):
            store = stores[turn % 2]
            with logging(twin.port, store):
                wait_until(lambda store=store: len(store.games()) == 1, 60)
                for _ in range(2):
                    codes = [code for code in game.legal_actions() if len(game.hand_work(code)) == 1]
                    code = choice.choice(codes)
                    ((cell, piece),) = game.hand_work(code)
                    name = game.grid.name(cell)
                    if game.board[cell]:
                        twin.send({"do": "flip", "cell": name})
                    else:
                        twin.send({"do": "put", "cell": name, "piece": ("", "white", "black")[piece]})
                    game.push(code)
                    wait_until(lambda store=store: actions_of(store) == game.actions(), 60)
        with logging(twin.port, stores[0]):
            wait_until(lambda: actions_of(stores[0]) == game.actions(), 60)
    first, second = stored_games(stores[0]), stored_games(stores[1])
    assert first == second
    assert [len(events) for _, _, events in first] == [len(game.actions()) + 1]
    # Each has learnt the board's clock by itself: they agree when it was played, whenever they heard of it.
    times = [[event.played_at for event in store.record(first[0][0]).events] for store in stores]
    for one, other in zip(*times, strict=True):
        assert one is not None and other is not None
        # As far apart as a busy machine may delay a hello.
        assert abs(one - other) < timedelta(seconds=30)


def finished(store: Store, game: str) -> bool:
    return any(one.game == game and one.ending.status == FINISHED for one in store.games())


def actions_of(store: Store) -> list[str]:
    with suppress(IndexError):
        return [action.action for action in store.record(store.games()[-1].game).actions]
    return []
