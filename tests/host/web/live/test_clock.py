"""The players' clocks on the page: told once a second, counted down in between, low time said once."""

from typing import Any

import pytest
from browser_pages import LAPTOP, PHONE, Complaints, open_page, serving_table
from playwright.sync_api import Browser, Page, expect
from table_session import TableSession

from hexlume_host.store.repository import Store
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


def test_without_a_clock_there_is_none(page: Page) -> None:
    expect(page.locator(".player-name")).to_have_text(["White", "Black"])
    expect(page.get_by_role("timer")).to_have_count(0)


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
def test_nothing_is_counted_down_for_long_without_the_board(session: TableSession, still: Page) -> None:
    session.show_clock(face(245_000, 245_000, "white"))
    expect(timer(still, "white")).to_have_text("4:05")
    still.clock.run_for(60_000)
    expect(timer(still, "white")).to_have_text("4:04")


@pytest.mark.soak
def test_a_late_report_does_not_count_back_up(session: TableSession, still: Page) -> None:
    session.show_clock(face(245_000, 245_000, "white"))
    expect(timer(still, "white")).to_have_text("4:05")
    still.clock.run_for(1100)
    expect(timer(still, "white")).to_have_text("4:04")
    # Told 150 ms ago on the board's side; black's value tells that it has arrived.
    session.show_clock(face(244_050, 200_000, "white"))
    expect(timer(still, "black")).to_have_text("3:20")
    expect(timer(still, "white")).to_have_text("4:04")
    session.show_clock(face(250_000, 100_000, "white"))
    expect(timer(still, "white")).to_have_text("4:10")


@pytest.mark.soak
def test_periods_are_counted_and_used_up(session: TableSession, still: Page) -> None:
    session.show_clock(face(600, 30_000, "white", control="byoyomi 600+3x30", periods=(3, 0)))
    expect(still.locator(".periods")).to_have_text(["+ 3 \u00d7 30 s", "last period"])
    still.clock.run_for(700)
    expect(timer(still, "white")).to_have_text("0:30")
    expect(still.locator(".player-white .periods")).to_have_text("+ 2 \u00d7 30 s")


def test_low_time_is_marked_in_words_and_said_once(session: TableSession, still: Page) -> None:
    news = still.locator("#clock-news")
    session.show_clock(face(30_500, 200_000, "white"))
    expect(timer(still, "white")).to_have_text("0:31")
    expect(news).to_have_text("")
    session.show_clock(face(29_500, 200_000, "white"))
    expect(still.locator(".player-white .time-mark")).to_have_text("low")
    expect(news).to_have_text("White's time is low.")
    expect(news).to_have_attribute("role", "status")
    still.evaluate("document.getElementById('clock-news').textContent = 'heard'")
    for left in (28_500, 27_500):
        session.show_clock(face(left, 200_000, "white"))
    expect(timer(still, "white")).to_have_text("0:28")
    expect(news).to_have_text("heard")
    session.show_clock(face(27_500, 20_000, "black"))
    expect(news).to_have_text("Black's time is low.")
    # A timer's changes are not read out.
    expect(timer(still, "white")).to_have_attribute("aria-live", "off")


def test_time_that_is_over_is_said(session: TableSession, still: Page) -> None:
    session.show_clock(face(0, 200_000, None, "white"))
    expect(timer(still, "white")).to_have_text("0:00")
    expect(still.locator(".player-white .time-mark")).to_have_text("time over")
    expect(still.locator(".player-white .time-mark")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.soak
def test_a_clock_fits_beside_long_names(
    browser: Browser, complaints: Complaints, store: Store, size: dict[str, Any]
) -> None:
    session = TableSession()
    session.show_game("White to play.", turn="white", players={"white": "A name that is much too long " * 3})
    session.show_clock(face(36_000_000, 9_000, "white", control="byoyomi 600+3x30", periods=(99, 0)))
    with serving_table(session, store) as url:
        page = open_page(browser, url, complaints, **size)
        expect(timer(page, "white")).to_be_visible()
        panel = page.locator(".live-side").bounding_box()
        assert panel is not None
        for box in [mark.bounding_box() for mark in page.locator(".player > *, .player-clock > :not(:empty)").all()]:
            assert box is None or (panel["x"] <= box["x"] and box["x"] + box["width"] <= panel["x"] + panel["width"])
        page.context.close()
