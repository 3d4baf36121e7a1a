"""A slow page at a simulated board: what waits for it stays bounded, and what it gets in the end is the latest."""

import asyncio
import json
import threading
from typing import Any

from table_session import ID, TableSession

from hexlume_host.web.live.board import FOR_HANDS
from hexlume_host.web.live.hub import MAX_QUEUED, Watcher


def page_at(session: TableSession) -> Watcher:
    """Return a page that plays on the session's board."""
    watcher = Watcher(session.hub)
    session.hub.watch(watcher, [ID], [], False, hands=ID)
    return watcher


def taken(watcher: Watcher) -> list[dict[str, Any]]:
    return list(json.loads(watcher.take()))


def test_lights_coalesce_and_the_latest_wins() -> None:
    async def scenario() -> None:
        session = TableSession()
        page = page_at(session)
        await page.wait()
        first = [message["event"] for message in taken(page)]
        assert first == list(FOR_HANDS)
        for value in range(1, 10_001):
            session.light({"d4": f"{value:06x}"})
        await page.wait()
        messages = taken(page)
        led = next(cell["led"] for cell in session.twin.cells if cell["name"] == "d4")
        assert len(messages) == 1
        assert messages[0]["rgb"][6 * led : 6 * led + 6] == f"{10_000:06x}"

    asyncio.run(scenario())


def test_sentences_and_tones_are_bounded_and_a_beep_is_kept() -> None:
    async def scenario() -> None:
        session = TableSession()
        page = page_at(session)
        page.take()
        session.show_buzzer(880)
        session.show_buzzer(0)
        assert [message["hz"] for message in taken(page)][-2:] == [880, 0]
        for number in range(1000):
            session.show_buzzer(number + 1)
            session.hands.refuse(f"Refusal {number}.")
        messages = taken(page)
        tones = [message["hz"] for message in messages if message["event"] == "buzzer"]
        sentences = [message["message"] for message in messages if message["event"] == "error"]
        # The part's state comes too, for pages that are new.
        assert tones == [1000, *range(1001 - MAX_QUEUED // 2, 1001)]
        assert sentences == [f"Refusal {number}." for number in range(1000 - MAX_QUEUED // 2, 1000)]

    asyncio.run(scenario())


def test_an_unchanged_part_is_not_sent_again() -> None:
    async def scenario() -> None:
        session = TableSession()
        page = page_at(session)
        session.light({"d4": "00ff00"})
        page.take()
        session.light({"d4": "00ff00"})
        assert taken(page) == []

    asyncio.run(scenario())


def test_a_board_on_another_thread_wakes_the_page() -> None:
    async def scenario() -> None:
        session = TableSession()
        page = page_at(session)
        page.take()
        thread = threading.Thread(target=session.show_table, args=({"a1": "black"},))
        thread.start()
        await asyncio.wait_for(page.wait(), 10)
        thread.join()
        (message,) = taken(page)
        assert (message["event"], message["board"], message["discs"]) == ("table", ID, {"a1": "black"})

    asyncio.run(scenario())


def test_a_board_that_outlives_the_server_goes_on() -> None:
    session = TableSession()

    async def scenario() -> None:
        page_at(session).take()

    asyncio.run(scenario())
    session.show_table({"a1": "black"})
    session.show_table({})
