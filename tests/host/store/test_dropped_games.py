"""What the store knows of games that a board dropped."""

from typing import Any

import pytest

from hexlume_host.store.repository import Board, Store
from hexlume_record.formats.json import record_json
from hexlume_record.game.events import ABANDON, ACTION, RESULT, START, BoardEvent
from hexlume_record.game.record import ABANDONED, FINISHED, INCOMPLETE, UNFINISHED

BOARD = Board("b0-x", "hex4", "0.1.0")


def keep(store: Store, game: str, *kinds: str, board: Board = BOARD, lesson: int | None = None) -> None:
    data: dict[str, dict[str, Any]] = {
        START: {"rules": "orochi", "board": "hex4", "options": {}} | ({} if lesson is None else {"lesson": lesson}),
        ACTION: {"action": "Wd4", "colour": "white"},
        RESULT: {"result": "W+", "reason": "larger-group"},
    }
    store.commit(
        board, [BoardEvent(game, seq, kind, seq, data.get(kind, {})) for seq, kind in enumerate((START, *kinds))]
    )


@pytest.mark.parametrize(
    ("kept", "dropped", "games", "exact", "sentence"),
    [
        # 3, 4, 6, 7 and 8.
        (
            ["b0-x-3-2", "b0-x-3-5", "b0-x-33-4"],
            ("b0-x-3-2", "b0-x-3-9"),
            5,
            True,
            "5 of its games from b0-x-3-2 on and before b0-x-3-9 are lost.",
        ),
        # Of several starts, as the board counts them: two are there, and the lesson is none of them.
        (
            ["b0-x-3-2", "b0-x-4-1", "lesson", "b0-x-5-9"],
            ("b0-x-3-2", "b0-x-5-7", 514),
            512,
            True,
            "512 of its games from b0-x-3-2 on and before b0-x-5-7 are lost.",
        ),
        (["b0-x-3-2"], ("", "b0-x-3-2", 340), 340, True, "340 of its games before b0-x-3-2 are lost."),
        # An older board does not know how many games earlier starts had.
        ([], ("", "b0-x-3-9"), 8, False, "at least 8 of its games before b0-x-3-9 are lost."),
        (
            [],
            ("b0-x-3-9", "b0-x-4-1"),
            0,
            False,
            "what it played from b0-x-3-9 on and before b0-x-4-1 may be lost.",
        ),
    ],
)
def test_dropped_games_that_the_store_has_not_are_counted_and_reported_once(
    store: Store, kept: list[str], dropped: tuple[Any, ...], games: int, exact: bool, sentence: str
) -> None:
    for game in kept:
        if game == "lesson":
            keep(store, "b0-x-4-2", lesson=1)
        else:
            keep(store, game, ACTION, RESULT)
    noted = store.add_dropped("b0-x", *dropped)
    assert noted is not None and (noted.games, noted.exact) == (games, exact)
    assert noted.sentence == f"The board b0-x had no room left for games that no host had: {sentence}"
    assert store.add_dropped("b0-x", *dropped) is None
    assert store.dropped() == store.dropped("b0-x") == [noted] and store.dropped("b0") == []


def test_an_end_that_is_lost_among_the_very_first_games_is_reported_without_an_id(store: Store) -> None:
    keep(store, "b0-x-3-1", ACTION)
    noted = store.add_dropped("b0-x", "", "b0-x-4-1", 1)
    assert noted is not None and noted.sentence.endswith(": what it played before b0-x-4-1 may be lost.")


def test_games_that_the_store_has_are_not_lost(store: Store) -> None:
    for game in ("b0-x-3-2", "b0-x-4-1"):
        keep(store, game, ACTION, RESULT)
    assert store.add_dropped("b0-x", "b0-x-3-2", "b0-x-4-2", 2) is None


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
