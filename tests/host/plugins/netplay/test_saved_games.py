"""Saved games: in the store, for their owner only, and played on by one program."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hexlume_host.store.models import EventRow
from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.invitation import Invitation
from hexlume_plugins.netplay.messages import GUEST, HOST
from hexlume_plugins.netplay.saved_games import save_game, saved_games
from hexlume_record.game.events import START
from hexlume_record.game.record import NOBODY
from tests.host.plugins.netplay.network import Network

INVITATION = Invitation("ws://127.0.0.1:9")


def test_game_that_is_damaged_is_not_resumed(stores: dict[str, Store]) -> None:
    network = Network(stores, "orochi", 3)
    network.settle()
    with stores[HOST].writing() as session:
        data = {"action": "Wz9", "colour": "white"}
        session.add(EventRow(game_id=1, seq=1, kind="action", data=data, ticks=0, at=datetime.now(UTC)))
    with pytest.raises(NetplayError, match="is damaged"):
        network.restart(HOST)


def test_of_two_programs_one_goes_on_with_a_side(tmp_path: Path) -> None:
    where = tmp_path / "s.sqlite"
    with Store(where) as one, Store(where) as other:
        game = save_game(one, INVITATION, GUEST, {})
        (elsewhere,) = saved_games(other)
        start = {"rules": "orochi", "board": "hex3", "options": {}}
        game.commit("hex3", [game.event(0, START, start)], NOBODY)
        with pytest.raises(NetplayError, match="Another hexlume has gone on with this game"):
            elsewhere.commit("hex3", [elsewhere.event(0, START, start)], NOBODY)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_only_its_owner_reads_a_new_store(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        save_game(store, INVITATION, HOST, {})
    assert [file.stat().st_mode & 0o777 for file in tmp_path.glob("s.sqlite*")] == [0o600, 0o600]
