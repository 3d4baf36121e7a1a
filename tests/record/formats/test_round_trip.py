"""What is exported is imported again: same actions, same result, same position (docs/record.md)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from hexlume_host.game_files.record_file import read_file
from hexlume_host.store.repository import Store
from hexlume_record.formats.json import record_json
from hexlume_record.game.record import GameRecord, ImportedGame
from hexlume_record.game.state import GameState
from tests.host.new_store import new_store
from tests.record.formats.random_events import Events, random_event_lists, stored

pytestmark = pytest.mark.integration


def read_back(folder: Path, content: str) -> ImportedGame:
    (folder / "game").write_text(content, encoding="utf-8")
    return read_file(str(folder / "game"))[1]


def imported(folder: Path, content: str) -> GameRecord:
    """Return a game after its import into a fresh store."""
    game = read_back(folder, content)
    with Store(new_store(folder / "fresh.sqlite")) as store:
        first = store.import_game(game)
        assert (first.new, first.first) == (len(game.events), True)
        assert store.import_game(game).new == 0
        assert len(store.games()) == 1
        assert store.unfinished() == {}
        return store.record(first.id)


def same(record: GameRecord, other: GameRecord) -> None:
    """ACT-5: the same actions lead to the same position; who played and how it ended is the same as well."""
    assert other.actions == record.actions
    assert other.ending == record.ending
    live = GameState.replay(other)
    assert live.legal
    assert live.position() == GameState.replay(record).position()
    for member in ("rules", "board", "clock", "white", "black", "device", "panel", "firmware", "seats_swapped"):
        assert getattr(other, member) == getattr(record, member)
    assert other.source == "import"
    assert abs((other.started_at - record.started_at).total_seconds()) < 0.001


@given(events=random_event_lists())
def test_game_is_the_same_after_export_and_import_into_another_store(
    tmp_path_factory: pytest.TempPathFactory, events: Events
) -> None:
    folder = tmp_path_factory.mktemp("records")
    record = stored(folder, events)
    content = json.dumps(record_json(record))
    same(record, imported(folder, content))
    assert [replace(event, at=record.started_at) for event in read_back(folder, content).events] == [
        replace(event, at=record.started_at) for event in record.events
    ]
