"""Boards that try to publish what they should not."""

from typing import Any

import pytest

from hexlume_host.device.messages import Hello, Table
from hexlume_host.store.repository import Store
from hexlume_plugins.mqtt.topics import level
from hexlume_record.game.events import LONGEST_ID, BoardEvent
from tests.host.plugins.mqtt.mosquitto import Mosquitto
from tests.host.plugins.mqtt.publishing import BOARD, HOST, logging, publishing, settle

pytestmark = pytest.mark.integration


def test_hostile_boards_publish_nothing_they_should_not(
    mosquitto: Mosquitto, retained: Any, store: Store, make_board: Any
) -> None:
    """Ids and texts as bad as the protocol lets through (docs/protocol.md), and such as it does not."""
    names = [".", ":_", "-", "status", "homeassistant", ":" * (LONGEST_ID - len("-1-1"))]
    with publishing(mosquitto.url, store) as (publisher, said):
        for name in names:
            board = make_board(board=name)
            with logging(board, store, publisher):
                board.send_raw(b'{"type":"hello","board":"a/#","protocol":1}\n')
                board.begin()
                board.wait_acked()
                settle(publisher)
        there = retained(mosquitto.url)
    assert len(said) == 1
    games = [value["game"] for topic, value in there.items() if topic.endswith("/game")]
    assert sorted(games) == sorted(f"{name}-1-1" for name in names)
    for topic in there:
        assert topic.startswith((f"hexlume/{level(HOST)}/", "homeassistant/device/hexlume_"))
        assert topic.count("/") in (2, 3)


def test_hostile_texts_stay_texts(mosquitto: Mosquitto, retained: Any, store: Store) -> None:
    texts = "{{ states('x') }} \"'\\ é😀" * 4
    with publishing(mosquitto.url, store) as (publisher, said):
        feed = publisher.listener("port")
        feed.hello(Hello(1, "b0a4d", texts[:40], "hex99", 1, "", 0))
        start = {"rules": texts[:40], "on": texts[:20], "options": {texts: texts}}
        feed.committed([BoardEvent("b0a4d-1-1", 0, "start", 0, start, 1)])
        feed.committed([BoardEvent("b0a4d-1-1", 1, "action", 0, {"action": texts[:20], "colour": "white"}, 1)])
        feed.committed([BoardEvent("b0a4d-1-1", 2, "conclude", 0, {"result": "W+", "reason": texts[:200] * 3}, 1)])
        feed.table(Table("b0a4d-1-1", {texts: texts}))
        settle(publisher)
        there = retained(mosquitto.url)
    assert len(said) == 1
    game = there[BOARD.game]
    assert (game["rules"], game["last_action"], game["winner"]) == (texts[:40], texts[:20], "white")
    assert game["problem"].startswith("The game cannot be replayed")
    assert len(game["result_words"]) == 250
    assert there[BOARD.discovery]["device"]["sw_version"] == texts[:40]
