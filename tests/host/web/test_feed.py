"""A slow page: what waits for it stays bounded, and what it gets in the end is the latest."""

import asyncio
import threading

from table_session import TableSession

from hexlume_host.web.live.feed import SENTENCES, TONES, Feed
from hexlume_host.web.live.session import STATES


def test_lights_coalesce_and_the_latest_wins() -> None:
    async def scenario() -> None:
        session = TableSession()
        feed = Feed(session, asyncio.get_running_loop())
        await feed.wait()
        first = [message["event"] for message in feed.take()]
        assert first == [state for state in STATES if state not in ("engine", "ended")]
        for value in range(1, 10_001):
            session.light({"d4": f"{value:06x}"})
        await feed.wait()
        messages = feed.take()
        led = next(cell.led for cell in session.panel.cells if cell.name == "d4")
        assert len(messages) == 1
        assert messages[0]["rgb"][6 * led : 6 * led + 6] == f"{10_000:06x}"

    asyncio.run(scenario())


def test_sentences_and_tones_are_bounded_and_a_beep_is_kept() -> None:
    async def scenario() -> None:
        session = TableSession()
        feed = Feed(session, asyncio.get_running_loop())
        feed.take()
        session.show_buzzer(880)
        session.show_buzzer(0)
        assert [message["hz"] for message in feed.take()] == [880, 0]
        for number in range(1000):
            session.show_buzzer(number + 1)
            session.refuse(f"Refusal {number}.")
        messages = feed.take()
        tones = [message["hz"] for message in messages if message["event"] == "buzzer"]
        sentences = [message["message"] for message in messages if message["event"] == "error"]
        assert tones == list(range(1001 - TONES, 1001))
        assert sentences == [f"Refusal {number}." for number in range(1000 - SENTENCES, 1000)]

    asyncio.run(scenario())


def test_an_unchanged_state_is_not_told_again() -> None:
    async def scenario() -> None:
        session = TableSession()
        feed = Feed(session, asyncio.get_running_loop())
        session.light({"d4": "00ff00"})
        feed.take()
        session.light({"d4": "00ff00"})
        assert feed.take() == []

    asyncio.run(scenario())


def test_a_board_on_another_thread_wakes_the_page() -> None:
    async def scenario() -> None:
        session = TableSession()
        feed = Feed(session, asyncio.get_running_loop())
        feed.take()
        thread = threading.Thread(target=session.show_table, args=({"a1": "black"},))
        thread.start()
        await asyncio.wait_for(feed.wait(), 10)
        thread.join()
        assert feed.take() == [{"event": "table", "discs": {"a1": "black"}}]

    asyncio.run(scenario())


def test_a_board_that_outlives_the_server_is_not_troubled() -> None:
    session = TableSession()

    async def scenario() -> None:
        Feed(session, asyncio.get_running_loop()).take()

    asyncio.run(scenario())
    session.show_table({"a1": "black"})
    session.show_table({})
