"""Importing into a store: once, beside a board's own games, and as a game goes on."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Insert, insert, select

from hexlume_engine.tables import EVALUATIONS
from hexlume_host.game_files.record_file import read_file
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.errors import RecordError
from hexlume_record.formats.json import record_json
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.record import FROM_BOARD, FROM_FILE, ImportedGame
from tests.host.new_store import new_store
from tests.record.formats.random_events import BOARD, PLAYERS, STARTS, finished_game, random_events


def from_file(events: list[BoardEvent], folder: Path) -> ImportedGame:
    with Store(new_store(folder / f"{len(list(folder.iterdir()))}.sqlite")) as store:
        store.commit(BOARD, events, PLAYERS)
        (folder / "game.json").write_text(json.dumps(record_json(store.record(1))), encoding="utf-8")
    return read_file(str(folder / "game.json"))[1]


def test_a_game_the_store_has_from_its_board_adds_nothing(store: Store, tmp_path: Path) -> None:
    events = random_events(STARTS[2], 3, 12, 0.3)
    store.commit(BOARD, events)
    assert store.import_game(from_file(events, tmp_path)).new == 0
    assert [game.source for game in store.games()] == [FROM_BOARD]


def test_importing_a_game_again_keeps_what_is_stored_about_it(store: Store, tmp_path: Path) -> None:
    events = finished_game(STARTS[0])
    nodes = [{"after": None, "action": events[1].data["action"], "colour": "white", "comment": "Ours."}]
    own = replace(from_file(events[:5], tmp_path), variations={"comment": "", "nodes": nodes})
    part = store.import_game(own)
    store.set_players(store.games()[0].game, Players("Ann", "Ben"))
    with store.writing() as session:
        session.execute(evaluation(part.id))
    kept = everything_about(store, part.id)
    theirs = {"comment": "Theirs.", "nodes": []}
    assert store.import_game(replace(own, variations=theirs)).new == 0
    assert store.import_game(replace(from_file(events, tmp_path), variations=theirs)).new == len(events) - 5
    assert everything_about(store, part.id) == kept
    assert store.variations(store.record(part.id)) == own.variations


def evaluation(game: int) -> Insert:
    return insert(EVALUATIONS).values(
        game_id=game, ply=0, line="", colour="white", choices=[], playouts=1, seconds=1.0, found_at=datetime.now(UTC)
    )


def everything_about(store: Store, game: int) -> list[object]:
    record = store.record(game)
    with store.reading() as session:
        rows = session.execute(select(EVALUATIONS)).all()
    return [record.white, record.black, store.variations(record), [(row.game_id, row.found_at) for row in rows]]


def test_an_import_never_stands_in_a_boards_way(store: Store, tmp_path: Path) -> None:
    """A file that claims a board's next game keeps none of that game's events from the store."""
    forged = random_events(STARTS[0], 1, 12)
    own = [
        BoardEvent(forged[0].game, event.seq, event.kind, 0, event.data) for event in random_events(STARTS[0], 2, 12)
    ]
    assert own[1:] != forged[1:]
    store.import_game(from_file(forged, tmp_path))
    committed = store.commit(BOARD, own)
    assert (committed.conflicts, len(committed.new)) == ({}, len(own))
    assert [game.source for game in store.games()] == [FROM_FILE, FROM_BOARD]
    assert store.unfinished() == {own[0].game: len(own) - 1}


def test_a_board_cannot_go_on_with_an_imported_game(store: Store, tmp_path: Path) -> None:
    events = random_events(STARTS[0], 1, 12, 0)
    store.import_game(from_file(events, tmp_path))
    identity = store.games()[0].game
    more = BoardEvent(identity, len(events), "abandon", 0, {})
    assert list(store.commit(BOARD, [more]).conflicts) == [identity]
    assert len(store.record(identity).events) == len(events)


def test_another_game_under_the_same_id_is_refused(store: Store, tmp_path: Path) -> None:
    one, other = random_events(STARTS[0], 1, 12, 0), random_events(STARTS[0], 2, 12, 0)
    store.import_game(from_file(one, tmp_path))
    renamed = [BoardEvent(one[0].game, event.seq, event.kind, 0, event.data) for event in other]
    with pytest.raises(RecordError, match="holds another game under the id"):
        store.import_game(from_file(renamed, tmp_path))
    assert len(store.games()) == 1


def test_the_longest_id(store: Store, tmp_path: Path) -> None:
    events = [BoardEvent("x" * 64, event.seq, event.kind, 0, event.data) for event in random_events(STARTS[0], 1, 5)]
    game = from_file(events, tmp_path)
    assert store.import_game(game).first
    assert store.import_game(game).new == 0
    assert len(store.games()[0].game) <= 64


def test_the_panel_is_the_games_own(store: Store) -> None:
    """A simulated board's id may come back with another panel and firmware."""
    first, second = random_events(STARTS[0], 1, 5), random_events(STARTS[0], 2, 5)
    store.commit(Board("b0a4d", "hex4", "0.1.0"), first)
    store.update_board(Board("b0a4d", "hex7", "0.2.0"))
    store.commit(Board("b0a4d", "hex7", "0.2.0"), second)
    assert [(game.panel, game.firmware) for game in store.games()] == [("hex4", "0.1.0"), ("hex7", "0.2.0")]
    assert record_json(store.record(first[0].game))["device"] == {"id": "b0a4d", "panel": "hex4", "firmware": "0.1.0"}
    assert [store.record(event[0].game).panel for event in (first, second)] == ["hex4", "hex7"]


@pytest.mark.parametrize(
    ("start", "actions", "swapped"),
    [
        (("sibling", 3, {"pie": True}), ["white c3", "black swap"], True),
        (("sibling", 3, {"pie": True}), ["white c3", "black swap", "-"], False),
        (("orcoon", 4, {"pie": True}), ["black b2", "white swap", "white c2"], True),
        (("droched", 3, {"pie": True}), ["black komi=2", "white take=black"], True),
        (("droched", 3, {"pie": True}), ["black komi=2", "white take=white"], False),
        (("droched", 3, {"pie": True}), ["black komi=2", "white take=black", "-", "white take=white"], False),
    ],
)
def test_who_has_which_colour_at_the_end(
    store: Store, start: tuple[str, int, dict[str, object]], actions: list[str], swapped: bool
) -> None:
    """ACT-3, SIB-7, ORC-7, DRO-11: a swap counts unless it was taken back."""
    events = random_events(start, 0, 0)
    for line in actions:
        colour, _, action = line.partition(" ")
        kind, data = ("undo", {}) if line == "-" else ("action", {"action": action, "colour": colour})
        events.append(BoardEvent(events[0].game, len(events), kind, 0, data))
    store.commit(BOARD, events)
    record, summary = store.record(1), store.games()[0]
    assert (record.seats_swapped, summary.seats_swapped) == (swapped, swapped)
    assert record_json(record)["seats_swapped"] == swapped
    assert record_json(record)["legal"]
