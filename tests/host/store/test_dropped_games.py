"""What the store knows of games that a board dropped, on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlume.link.wire import WireError
from hexlume_host.device.messages import Dropped, read_message
from hexlume_host.store.repository import Board, Store
from hexlume_record.formats.json import record_json
from hexlume_record.game.events import ABANDON, ACTION, RESULT, START, BoardEvent, place_of
from hexlume_record.game.record import ABANDONED, FINISHED, INCOMPLETE, UNFINISHED
from tests.host.new_store import new_store

BOARD = Board("b0-x", "hex4", "0.1.0")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    postgresql = request.param == "postgresql"
    where = request.getfixturevalue("postgresql").database() if postgresql else new_store(tmp_path / "games.sqlite")
    with Store(str(where)) as opened:
        yield opened


def keep(store: Store, game: str, *kinds: str, board: Board = BOARD, lesson: int | None = None) -> None:
    data: dict[str, dict[str, Any]] = {
        START: {"rules": "orochi", "on": "hex4", "options": {}} | ({} if lesson is None else {"lesson": lesson}),
        ACTION: {"action": "Wd4", "colour": "white"},
        RESULT: {"result": "W+", "reason": "larger-group"},
    }
    store.commit(
        board, [BoardEvent(game, seq, kind, seq, data.get(kind, {})) for seq, kind in enumerate((START, *kinds))]
    )


def test_games_missing_within_one_start_are_counted(store: Store) -> None:
    keep(store, "b0-x-3-2", ACTION, RESULT)
    keep(store, "b0-x-3-5", ACTION, RESULT)
    keep(store, "b0-x-33-4", ACTION, RESULT)
    noted = store.add_dropped("b0-x", "b0-x-3-2", "b0-x-3-9")
    assert noted is not None and (noted.games, noted.exact) == (5, True), "3, 4, 6, 7 and 8"
    assert noted.sentence == (
        "The board b0-x had no room left for games that no host had: "
        "5 of its games from b0-x-3-2 on and before b0-x-3-9 are lost."
    )
    assert store.dropped() == store.dropped("b0-x") == [noted]
    assert store.dropped("b0") == []
    assert store.add_dropped("b0-x", "b0-x-3-2", "b0-x-3-9") is None, "it is known"
    assert store.dropped() == [noted]


def test_games_of_several_starts_are_counted_as_the_board_counts_them(store: Store) -> None:
    keep(store, "b0-x-3-2", ACTION, RESULT)
    keep(store, "b0-x-4-1", ACTION, RESULT)
    keep(store, "b0-x-4-2", lesson=1)
    keep(store, "b0-x-5-9", ACTION)
    noted = store.add_dropped("b0-x", "b0-x-3-2", "b0-x-5-7", 514)
    assert noted is not None and (noted.games, noted.exact) == (512, True), "two are there; the lesson is none of them"
    assert noted.sentence.endswith(": 512 of its games from b0-x-3-2 on and before b0-x-5-7 are lost.")
    noted = store.add_dropped("b0-x", "", "b0-x-3-2", 340)
    assert noted is not None and noted.sentence.endswith(": 340 of its games before b0-x-3-2 are lost.")
    assert store.add_dropped("b0-x", "b0-x-3-2", "b0-x-4-2", 2) is None, "the store has both"


def test_an_end_that_is_lost_among_the_very_first_games_is_reported_without_an_id(store: Store) -> None:
    keep(store, "b0-x-3-1", ACTION)
    noted = store.add_dropped("b0-x", "", "b0-x-4-1", 1)
    assert noted is not None and noted.sentence.endswith(": what it played before b0-x-4-1 may be lost.")


def test_how_many_games_earlier_starts_had_an_older_board_does_not_know(store: Store) -> None:
    noted = store.add_dropped("b0-x", "", "b0-x-3-9")
    assert noted is not None and (noted.games, noted.exact) == (8, False)
    assert noted.sentence.endswith(": at least 8 of its games before b0-x-3-9 are lost.")
    noted = store.add_dropped("b0-x", "b0-x-3-9", "b0-x-4-1")
    assert noted is not None and (noted.games, noted.exact) == (0, False)
    assert noted.sentence.endswith(": what it played from b0-x-3-9 on and before b0-x-4-1 may be lost.")


def test_a_game_whose_end_is_dropped_is_incomplete_and_no_other_is(store: Store) -> None:
    keep(store, "b0-x-3-1", ACTION)
    keep(store, "b0-x-3-2", ACTION)
    keep(store, "b0-x-3-3", ACTION)
    keep(store, "b0-x-3-4", ACTION, ABANDON)
    keep(store, "b0-y-3-2", ACTION, board=Board("b0-y", "hex4", "0.1.0"))
    noted = store.add_dropped("b0-x", "b0-x-3-2", "b0-x-3-3")
    assert noted is not None and (noted.games, noted.exact) == (0, True)
    assert noted.sentence.endswith(": the end of its game b0-x-3-2 is lost.")
    statuses = {game.game: game.ending.status for game in store.games()}
    assert statuses == {
        "b0-x-3-1": UNFINISHED,
        "b0-x-3-2": INCOMPLETE,
        "b0-x-3-3": UNFINISHED,
        "b0-x-3-4": ABANDONED,
        "b0-y-3-2": UNFINISHED,
    }
    assert "b0-x-3-2" not in store.unfinished("b0-x"), "no board goes on with it"
    told = record_json(store.record("b0-x-3-2"))
    assert told["status"] == "incomplete" and told["ended_at"]


def test_a_game_that_comes_after_all_is_not_incomplete(store: Store) -> None:
    keep(store, "b0-x-3-2", ACTION)
    store.add_dropped("b0-x", "b0-x-3-2", "b0-x-3-3")
    keep(store, "b0-x-3-2", ACTION, RESULT)
    assert store.record("b0-x-3-2").ending.status == FINISHED


def test_nothing_is_noted_where_the_store_has_everything(store: Store) -> None:
    for number in (1, 2, 3):
        keep(store, f"b0-x-3-{number}", ACTION, RESULT)
    assert store.add_dropped("b0-x", "b0-x-3-1", "b0-x-3-4") is None
    assert store.dropped() == []


def test_a_board_tells_only_of_its_own_games() -> None:
    told = {"from": "b0-x-3-2", "before": "b0-x-3-9"}
    for wanted, games, more in (
        ("b0-x-3-2", None, {}),
        ("", None, {"from": None, "games": None}),
        ("b0-x-3-2", 512, {"games": 512}),
    ):
        dropped = read_message(Dropped, {**told, **more})
        dropped.check("b0-x")
        assert dropped == Dropped(wanted, "b0-x-3-9", games)
    for wrong in (
        {"before": "b1-3-9"},
        {"from": "b1-3-2"},
        {"before": "b0-x-3"},
        {"before": "b0-x-3-65536"},
        {"before": "b0-x-2147483648-1"},
        {"before": None},
        {"from": 3},
        {"games": -1},
        {"games": "512"},
    ):
        with pytest.raises(WireError):
            read_message(Dropped, {**told, **wrong}).check("b0-x")


def test_an_id_has_its_place_among_a_boards_games() -> None:
    assert place_of("b0-x-3-2", "b0-x") == (3, 2)
    assert place_of("b0-x-3-2", "b0") is None
    assert place_of("import:b0-3-2", "b0") is None
