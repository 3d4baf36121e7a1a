"""What a board does, in lines."""

from typing import Any

import pytest

from hexlume_host.cli.output.board_lines import BoardLines, event_words
from hexlume_host.device.messages import Hello
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.state import GameState

HEX = {"rules": "hex", "board": "rhombus5", "options": {"pie": False}}


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("start", HEX, "Game b1-1-1: Hex, 25 cells, no pie rule"),
        ("action", {"action": "a1", "colour": "black"}, "black a1"),
        ("undo", {}, "taken back"),
        ("result", {"result": "B+", "reason": "joined-sides"}, "Black wins: black has joined both sides"),
        ("conclude", {"result": "W+", "reason": "resigned"}, "White wins: black resigned"),
        ("abandon", {}, "abandoned"),
        ("weather", {}, "weather"),
    ],
)
def test_an_event_is_a_line(kind: str, data: dict[str, Any], words: str) -> None:
    assert event_words(BoardEvent("b1-1-1", 1, kind, 0, data), GameState("b1-1-1", HEX)) == words


@pytest.mark.parametrize("prefix", ["", "b1: "])
def test_a_board_says_what_is_played_and_with_several_which_it_is(prefix: str, store: Store) -> None:
    said: list[str] = []
    ended: list[int] = []
    lines = BoardLines(store, said.append, several=bool(prefix))
    lines.at_game_end = lambda: ended.append(len(said))
    lines.connected("/dev/one")
    lines.hello(Hello(5, "b1", "0.1", "hex5", 1, "b1-1-1"))
    events = [BoardEvent("b1-1-1", 0, "start", 0, HEX), BoardEvent("b1-1-1", 1, "undo", 0, {})]
    events.append(BoardEvent("b1-1-1", 2, "action", 0, {"action": "z9", "colour": "black"}))
    for kind, data in (("result", {"result": "B+", "reason": "x"}), ("abandon", {})):
        events.append(BoardEvent("b1-1-1", len(events), kind, 0, data))
    for event in events:
        store.commit(Board("b1", "hex5", "0.1"), [event])
        lines.committed([event])
    lines.lost("The board has gone.")
    lines.notice("Careful.")
    assert said[:2] == ["Listening on /dev/one.", "Board b1: hex5, firmware 0.1."]
    assert said[2:5] == [f"{prefix}Game b1-1-1: Hex, 25 cells, no pie rule", f"{prefix}taken back", f"{prefix}black z9"]
    assert said[5].startswith(f"{prefix}Action 1 (z9) is not legal there") and said[7] == f"{prefix}abandoned"
    assert said[8:] == [f"{prefix}The board has gone. Plug it in again to go on; Ctrl-C ends.", f"{prefix}Careful."]
    assert len(ended) == 2
