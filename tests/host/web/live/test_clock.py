"""The players' clocks on the page: told once a second, counted down in between, low time said once."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table_session import TableSession

from hexlume_record.table.clock import ClockReport, ClockView

pytestmark = pytest.mark.integration


def face(
    white: int,
    black: int,
    running: str | None = None,
    flagged: str | None = None,
    control: str = "fischer 300+5",
    periods: tuple[int, int] = (0, 0),
) -> dict[str, Any] | None:
    """Return what a page is told of a clock at the beginning of a turn."""
    report = ClockReport(
        control, {"white": white, "black": black}, {"white": periods[0], "black": periods[1]}, running, flagged
    )
    return ClockView().update(report)


@pytest.fixture
def still(session: TableSession, page: Page) -> Page:
    """A page whose own time stands until the test moves it."""
    page.clock.install(time=0)
    page.reload()
    page.wait_for_function("() => document.body.dataset.connected === 'true'")
    page.clock.pause_at(60_000)
    return page


def timer(page: Page, colour: str) -> Any:
    return page.get_by_role("timer", name=f"{colour.capitalize()}'s time")


def test_the_time_that_runs_is_counted_down(session: TableSession, still: Page) -> None:
    session.show_clock(face(245_000, 4_000_000, "white"))
    expect(timer(still, "white")).to_have_text("4:05")
    expect(timer(still, "black")).to_have_text("1:06:40")
    expect(still.locator(".player-white .player-clock")).to_have_class("player-clock running")
    still.clock.run_for(900)
    expect(timer(still, "white")).to_have_text("4:05")
    still.clock.run_for(200)
    expect(timer(still, "white")).to_have_text("4:04")
    expect(timer(still, "black")).to_have_text("1:06:40")


@pytest.mark.soak
def test_periods_are_counted_and_used_up(session: TableSession, still: Page) -> None:
    session.show_clock(face(600, 30_000, "white", control="byoyomi 600+3x30", periods=(3, 0)))
    expect(still.locator(".periods")).to_have_text(["+ 3 \u00d7 30 s", "last period"])
    still.clock.run_for(700)
    expect(timer(still, "white")).to_have_text("0:30")
    expect(still.locator(".player-white .periods")).to_have_text("+ 2 \u00d7 30 s")


def test_low_time_and_its_end_are_marked_in_words_and_said_once(session: TableSession, still: Page) -> None:
    news, mark = (
        still.get_by_role("status").and_(still.locator("#clock-news")),
        still.locator(".player-white .time-mark"),
    )
    session.show_clock(face(30_500, 200_000, "white"))
    expect(timer(still, "white")).to_have_text("0:31")
    expect(news).to_have_text("")
    session.show_clock(face(29_500, 200_000, "white"))
    expect(mark).to_have_text("low")
    expect(news).to_have_text("White's time is low.")
    still.evaluate("document.getElementById('clock-news').textContent = 'heard'")
    session.show_clock(face(27_500, 200_000, "white"))
    expect(timer(still, "white")).to_have_text("0:28")
    expect(news).to_have_text("heard")
    # A timer's changes are not read out.
    expect(timer(still, "white")).to_have_attribute("aria-live", "off")
    session.show_clock(face(0, 20_000, None, "white"))
    expect(mark).to_have_text("time over")
    expect(mark).to_be_visible()
