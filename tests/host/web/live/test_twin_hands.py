"""The hands at the real twin with the real firmware: gestures reach it, and its table comes back."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from hexlume_host.web.live.hub import LiveHub, Watcher
from hexlume_host.web.live.twin_hands import TwinHands
from hexlume_record.words.engine_names import LEVEL_NAMES
from hexlume_sim.client import TwinProcess


@pytest.fixture
def twin() -> Iterator[TwinProcess]:
    with TwinProcess(panel="hex4", pace="real") as twin:
        yield twin


async def next_message(watcher: Watcher, wanted: str) -> dict[str, Any]:
    async with asyncio.timeout(60):
        while True:
            await watcher.wait()
            for message in json.loads(watcher.take()):
                if message["event"] == wanted:
                    return dict(message)


def test_hands_reach_the_twin_and_its_table_comes_back(twin: TwinProcess) -> None:
    async def scenario() -> None:
        hub = LiveHub()
        hands = TwinHands(hub.board_of(twin.board, twin.panel), twin)
        watcher = Watcher(hub)
        hub.watch(watcher, [twin.board], [], False, hands=twin.board)
        assert len(hands.cells) == 37
        watcher.take()
        hands.gesture({"do": "put", "cell": "d4", "piece": "black"})
        assert (await next_message(watcher, "table"))["discs"] == {"d4": "black"}
        hands.gesture({"do": "put", "cell": "d4", "piece": "white"})
        assert "d4" in (await next_message(watcher, "error"))["message"]
        hands.play("pass")
        assert "buttons" in (await next_message(watcher, "error"))["message"]
        assert hands.levels == 3
        hands.choose_level(1)
        assert "No host" in (await next_message(watcher, "error"))["message"]
        chosen: list[int] = []
        hands.offer_levels(6, LEVEL_NAMES, chosen.append)
        hands.choose_level(2)
        assert (await next_message(watcher, "choices"))["level"] == 2 and chosen == [2]
        twin.stop()
        assert "stopped" in (await next_message(watcher, "board"))["reason"]
        hands.gesture({"do": "clear"})
        assert "ended" in (await next_message(watcher, "error"))["message"]

    asyncio.run(scenario())
