"""docs/mqtt.md says what is published: its examples have the members that messages have, its tables the topics."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hexlume_host.device.messages import Hello
from hexlume_plugins.mqtt.messages import (
    about_message,
    event_message,
    game_message,
)
from hexlume_plugins.mqtt.topics import BoardTopics, host_status
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import NO_REPORT

PAGE = (Path(__file__).parents[4] / "docs" / "mqtt.md").read_text(encoding="utf-8")
AT = datetime(2026, 5, 1, 18, 30, 2, tzinfo=UTC)
HELLO = Hello(1, "e6614103", "0.1.0", "hex4", 7, "")


def examples() -> dict[str, dict[str, Any]]:
    """Return the examples by the topic that stands before them, of events by their type."""
    found = {}
    for topic, example in re.findall(
        r"^(?:`(\w+)`[;:][^\n]*\n(?:[^`\n][^\n]*\n)*)?\n?```json\n(.*?)```", PAGE, re.M | re.S
    ):
        read = json.loads(example)
        found[read.get("event_type") or topic] = read
    return found


def test_examples() -> None:
    live = GameState("e6614103-7-1", {"rules": "orochi", "board": "hex4", "options": {}})
    for seq, (action, colour) in enumerate((("Wd5", "white"), ("Bc4", "black")), 1):
        live.take(BoardEvent("e6614103-7-1", seq, "action", 0, {"action": action, "colour": colour}, 7))
    played = BoardEvent("e6614103-7-1", 3, "action", 0, {"action": "Wd4", "colour": "white"}, 7)
    over = BoardEvent("e6614103-7-1", 4, "conclude", 0, {"result": "W+", "reason": "resigned"}, 7)
    live.take(played)
    told = {
        "device": about_message(HELLO, "pi", "/dev/ttyACM1"),
        "game": game_message(live, NO_REPORT, None),
        "action_played": event_message(played, live, None, AT),
    }
    live.take(over)
    told["game_over"] = event_message(over, live, None, AT)
    shown = examples()
    assert set(shown) == set(told)
    for topic in ("device", "action_played", "game_over"):
        assert shown[topic] == told[topic]
    assert list(shown["game"]) == list(told["game"])


def test_topics_are_listed() -> None:
    topics = BoardTopics("HOST", "DEVICE")
    for topic in (
        *(host_status("HOST"), topics.status, topics.about, topics.game),
        *(topics.event, topics.discovery),
    ):
        assert f"| `{topic}` |" in PAGE
