"""Replays and rows of lists as pages have them, of games from links: of those nothing but the actions is known."""

from typing import Any

import pytest

from hexlume_record.formats.link import link_text
from hexlume_record.formats.linked_replay import linked_replay
from hexlume_record.formats.page_json import game_row, replay_json
from hexlume_record.variations.start import game_start


@pytest.mark.parametrize(
    ("start", "actions", "plies", "members"),
    [
        (
            ("orcoon", "square4", {"pie": True}),
            "b1 swap b2 pass",
            [
                ("", "", 0, {}, False),
                ("b1", "black", 1, {"b1": "b"}, False),
                ("swap", "white", 2, {}, True),
                ("b2", "white", 3, {"b2": "w"}, True),
                ("pass", "black", 4, {}, True),
            ],
            {"status": "unfinished", "result": None, "result_words": "", "options_words": "pie rule"},
        ),
        (
            ("droched", "hex3", {}),
            "a2 c5 b4 a3 b3",
            [
                ("", "", 0, {}, False),
                ("a2", "black", 1, {"a2": "b"}, False),
                ("c5", "white", 2, {"c5": "w"}, False),
                ("b4", "black", 3, {"b4": "b"}, False),
                ("a3", "white", 4, {"a3": "w"}, False),
                ("b3", "black", 5, {"a3": None, "b3": "b"}, False),
            ],
            {"status": "unfinished", "result": None, "result_words": "", "board": "hex3"},
        ),
    ],
)
def test_a_linked_game_has_a_ply_for_each_action(
    start: tuple[str, str, dict[str, Any]], actions: str, plies: list[Any], members: dict[str, Any]
) -> None:
    replay = linked_replay(link_text(game_start(*start), actions.split()))
    page = replay_json(replay, "v7")
    shown = [
        [ply[member] for member in ("action", "colour", "turn", "changes", "seats_swapped")] for ply in page["plies"]
    ]
    assert shown[: len(plies)] == [list(ply) for ply in plies]
    assert page.items() >= {**members, "version": "v7", "source": "link", "start_known": False, "id": 0}.items()
    assert (
        page["panel"]["panel"] == start[1] and page["plies"][0].items() >= {"to_move": "black", "took_ms": None}.items()
    )
    assert page["goes_on"] is False and page["clock_words"] == "" and page["problem"] == (replay.problem or None)


def test_a_finished_game_of_a_link_has_its_result() -> None:
    link = link_text(game_start("hex", "rhombus5", {}), ["c1", "a2", "c2", "b4", "c4", "d3", "c5", "e2", "c3"])
    page, row = replay_json(linked_replay(link), "1"), game_row(linked_replay(link).record)
    assert page["result_words"] == "Black wins: black has joined both sides"
    assert sorted(page["plies"][-1]["won"]) == ["c1", "c2", "c3", "c4", "c5"]
    assert row.items() >= {"status": "finished", "result": "B+", "board": "rhombus5", "source": "link"}.items()
