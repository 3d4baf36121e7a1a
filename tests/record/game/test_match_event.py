"""Stored events as a match takes them."""

from typing import Any

import pytest

from hexlume.games.pieces import BLACK
from hexlume.match.game_clock import UNTIMED
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.match_event import Event, match_event


@pytest.mark.parametrize(
    ("kind", "data", "taken"),
    [
        ("start", {"rules": "orochi"}, None),
        ("action", {"action": "Bd4", "colour": "black"}, Event("action", 77, BLACK, UNTIMED)),
        ("action", {"action": "Bd4", "colour": "black", "clock": 900}, Event("action", 77, BLACK, 900)),
        ("undo", {}, Event("undo")),
        ("result", {"result": "W+", "reason": "larger-group"}, Event("result", "W+", "larger-group", UNTIMED)),
        ("conclude", {"result": "B+", "reason": "time", "clock": 0}, Event("conclude", "B+", "time", 0)),
        ("abandon", {}, Event("abandon")),
        ("of a newer board", {"x": 1}, None),
    ],
)
def test_an_event_is_what_a_match_takes_of_it(kind: str, data: dict[str, Any], taken: Event | None) -> None:
    assert match_event(BoardEvent("g", 1, kind, 5, data), lambda event: 77) == taken
