"""The page's session on the real twin running the real firmware."""

import asyncio
from collections.abc import Iterator

import pytest

from hexlume_host.web.live.feed import Feed
from hexlume_host.web.live.session import Message
from hexlume_host.web.live.twin_session import TwinSession
from hexlume_sim.client import TwinProcess


@pytest.fixture
def twin() -> Iterator[TwinProcess]:
    with TwinProcess(panel="hex4", pace="real") as twin:
        yield twin


async def told(feed: Feed, wanted: str) -> Message:
    async with asyncio.timeout(60):
        while True:
            await feed.wait()
            for message in feed.take():
                if message["event"] == wanted:
                    return message


def test_hands_reach_the_twin_and_its_table_comes_back(twin: TwinProcess) -> None:
    async def scenario() -> None:
        session = TwinSession(twin)
        feed = Feed(session, asyncio.get_running_loop())
        assert len(session.panel.cells) == 37
        feed.take()
        session.gesture({"do": "put", "cell": "d4", "piece": "black"})
        assert (await told(feed, "table"))["discs"] == {"d4": "black"}
        session.gesture({"do": "put", "cell": "d4", "piece": "white"})
        assert "d4" in (await told(feed, "error"))["message"]
        session.act("pass")
        assert "act button" in (await told(feed, "error"))["message"]
        session.choose_level(2)
        assert "no engine" in (await told(feed, "error"))["message"]
        chosen: list[int] = []
        session.offer_levels(6, 6, chosen.append)
        session.choose_level(2)
        assert (await told(feed, "engine"))["level"] == 2 and chosen == [2]
        twin.stop()
        assert "stopped" in (await told(feed, "ended"))["message"]
        session.gesture({"do": "clear"})
        assert "ended" in (await told(feed, "error"))["message"]

    asyncio.run(scenario())
