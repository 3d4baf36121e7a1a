"""What is exported is imported again: same actions, same result, same position (docs/record.md)."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from hexlume_host.game_files.record_file import read_file
from hexlume_host.store.repository import Store
from hexlume_record.formats.json import record_json
from hexlume_record.formats.text import record_text
from hexlume_record.game.events import CONCLUSIONS, RESULT, UNDO
from hexlume_record.game.record import GameRecord, ImportedGame
from hexlume_record.game.state import GameState
from tests.host.new_store import new_store
from tests.record.formats.random_events import (
    BOARD,
    PLAYERS,
    STARTS,
    Events,
    finished_game,
    random_event_lists,
    random_events,
)

pytestmark = pytest.mark.integration


def stored(folder: Path, events: Events) -> GameRecord:
    with Store(new_store(folder / "played.sqlite")) as store:
        store.commit(BOARD, events, PLAYERS)
        return store.record(events[0].game)


def read_back(folder: Path, content: str) -> ImportedGame:
    (folder / "game").write_text(content, encoding="utf-8")
    read = read_file(str(folder / "game"))
    assert read.problems == []
    return read.games[0]


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
    for member in ("rules", "on", "clock", "white", "black", "board", "panel", "firmware", "seats_swapped"):
        assert getattr(other, member) == getattr(record, member)
    assert other.source == "import"
    assert abs((other.started_at - record.started_at).total_seconds()) < 0.001


@given(events=random_event_lists())
def test_what_is_read_is_what_was_written(tmp_path_factory: pytest.TempPathFactory, events: Events) -> None:
    folder = tmp_path_factory.mktemp("records")
    record = stored(folder, events)
    from_text = read_back(folder, record_text(record))
    from_json = read_back(folder, json.dumps(record_json(record)))
    assert [(event.kind, event.data, event.ticks) for event in from_json.events] == [
        (event.kind, event.data, event.ticks) for event in record.events
    ]
    for game in (from_text, from_json):
        live = GameState(game.game, game.events[0].data)
        for event in game.events:
            live.take(event)
        assert live.legal
        assert live.actions == record.actions
        assert live.ending == record.ending
        assert live.position() == GameState.replay(record).position()


@pytest.mark.sample(11)
@pytest.mark.parametrize("write", [record_text, lambda record: json.dumps(record_json(record))], ids=["text", "json"])
@pytest.mark.parametrize("start", STARTS, ids=str)
@pytest.mark.parametrize(
    "end",
    [
        "finished",
        "abandoned",
        *(
            pytest.param(end, marks=pytest.mark.soak)
            for end in ("unfinished", "draw-agreed", "time", "white's time is over")
        ),
    ],
)
def test_record_is_the_same_after_export_and_import_into_another_store(
    tmp_path: Path, write: Any, start: Any, end: str
) -> None:
    concluded = end if end in CONCLUSIONS else ""
    events = (
        finished_game(start)
        if end == "finished"
        else random_events(start, 7, 14, 0.1, leave=end == "abandoned", concluded=concluded)
    )
    record = stored(tmp_path, events)
    assert record.ending.status == "finished" or not concluded
    same(record, imported(tmp_path, write(record)))


def test_a_result_that_was_taken_back(tmp_path: Path) -> None:
    events = finished_game(STARTS[0])
    back = type(events[0])(events[0].game, len(events), UNDO, 0, {})
    record = stored(tmp_path, [*events, back])
    assert record.ending.status == "unfinished"
    for content in (record_text(record), json.dumps(record_json(record))):
        game = read_back(tmp_path, content)
        assert GameState.replay(record).actions == [
            type(record.actions[0])(event.data["action"], event.data["colour"])
            for event in game.events[1 : len(record.actions) + 1]
        ]
        assert game.events[-1].kind != RESULT


def test_exporting_what_was_imported_gives_the_same_text(tmp_path: Path) -> None:
    record = stored(tmp_path, finished_game(("droched", 3, {"pie": True})))
    text = record_text(record)
    again = record_text(imported(tmp_path, text))
    assert again == text.replace(f'[Id "{record.game}"]', f'[Id "import:{record.game}"]')
