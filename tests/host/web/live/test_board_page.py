"""The page in a real browser: lights, the game in words, layout, lost connections, the content policy."""

from typing import Any

import pytest
from browser_pages import LAPTOP, PHONE, Complaints, cell, label, open_page, serving_table, wait_until
from playwright.sync_api import Browser, Page, expect
from table_session import LEADERS, TableSession

from hexlume_host.store.repository import Store

pytestmark = pytest.mark.integration


def test_lights_show_the_colour_and_say_it(session: TableSession, page: Page) -> None:
    session.light({"d4": "001814", "e4": "ff0000"}, ("404040", "000000", "000000", "00ff00"))
    page.wait_for_function("() => document.querySelectorAll('.floor-glow[visibility=visible]').length === 2")
    seen: list[dict[str, Any]] = page.evaluate(
        """[...document.querySelectorAll('.floor-glow[visibility=visible]')].map((light) => (
        {colour: light.style.color, level: Number(light.style.opacity)}))"""
    )
    assert {light["colour"] for light in seen} == {"rgb(255, 0, 0)", "rgb(0, 255, 235)"}
    # 24 of 255 must be plain to see beside full brightness, and yet darker.
    assert sorted(light["level"] for light in seen) == [pytest.approx(0.45, abs=0.05), 1]
    label(page, "d4", "d4, empty, lit dim turquoise")
    label(page, "e4", "e4, empty, lit red")
    label(page, "a1", "a1, empty, dark")
    for name in ("White: white", "Black: dark", "Act: dark", "Board: green"):
        expect(page.get_by_role("img", name=name)).to_be_visible()


BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("Access is denied.", "SecurityError"); } });"""
"""What a browser does that blocks cookies."""


@pytest.mark.soak
def test_a_browser_that_keeps_nothing_shows_and_plays_all_the_same(
    browser: Browser, url: str, complaints: Complaints
) -> None:
    context = browser.new_context()
    context.add_init_script(BLOCKED)
    page = context.new_page()
    complaints.watch(page)
    page.goto(url)
    page.wait_for_selector(".playing [data-cell]")
    for path, loaded in (("netplay", "#host button:enabled"), ("puzzles", "#count"), ("analysis", "[data-shown]")):
        page.goto(url.partition("boards/")[0] + path)
        page.wait_for_selector(loaded, state="attached")
    context.close()


def test_the_opponent_and_its_level_are_chosen(session: TableSession, page: Page) -> None:
    opponent, level = page.get_by_role("combobox", name="Opponent"), page.get_by_role("combobox", name="Level")
    # It is offered once it is known which colour starts.
    expect(page.locator("#opponent")).to_be_hidden()
    session.begin()
    expect(opponent).to_have_value("person")
    expect(level).to_have_count(0)
    opponent.select_option("Hexlume plays black")
    wait_until(page, lambda: session.commands == [{"do": "settings", "opponent": "engine second"}])
    expect(opponent).to_have_value("engine second")
    # Until a computer's engine plays it is the board's own.
    expect(level.locator("option")).to_have_text(["gentle", "medium", "strong"])
    expect(level).to_have_value("3")
    level.select_option("gentle")
    wait_until(page, lambda: session.commands[1:] == [{"do": "settings", "level": "gentle"}])
    session.offer_levels(6)
    expect(level.locator("option")).to_have_text(["gentle", "easy", "medium", "strong", "expert", "strongest"])
    level.press("e")
    wait_until(page, lambda: session.chosen == [2])
    assert not session.gestures


def test_a_refusal_is_shown_and_the_table_stays_true(session: TableSession, page: Page) -> None:
    # Another hand was quicker: this page does not know yet that the cell is taken.
    session.discs = {"d4": "black"}
    cell(page, "d4").focus()
    page.keyboard.press("w")
    expect(page.locator("#text")).to_have_text("d4 already holds a disc.")
    label(page, "d4", "d4, empty")


@pytest.mark.parametrize(
    "board",
    ["hex4", pytest.param("hex9", marks=pytest.mark.soak), pytest.param("square11", marks=pytest.mark.soak)],
)
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(LAPTOP, id="laptop"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.soak),
        pytest.param({"viewport": {"width": 820, "height": 1180}}, id="tablet", marks=pytest.mark.soak),
    ],
)
def test_the_board_fits_and_nothing_scrolls_sideways(
    browser: Browser, complaints: Complaints, store: Store, board: str, size: dict[str, Any]
) -> None:
    session = TableSession(board)
    session.show_game("White to play.", hand=LEADERS)
    with serving_table(session, store) as url:
        page = open_page(browser, url, complaints, **size)
        width, height = size["viewport"]["width"], size["viewport"]["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = [page.locator(place).bounding_box() for place in ("#board", "#rail")]
        for box in boxes:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        page.context.close()


def test_a_lost_connection_is_said_and_mended_and_not_taken_for_another_programs(
    page: Page, session: TableSession, complaints: Complaints, store: Store
) -> None:
    note = page.locator(".note")

    def press_w(wanted: list[dict[str, str]]) -> None:
        cell(page, "d4").focus()
        page.keyboard.press("w")
        if not wanted:
            expect(page.locator("#text")).to_have_text("The board is not connected: nothing was moved.")
        wait_until(page, lambda: session.gestures == wanted)

    with serving_table(session, store) as url:
        page.goto(url)
        page.wait_for_selector(".playing [data-tray]")
    expect(note).to_have_text("The connection to the server is lost. Trying again …")
    press_w([])
    session.discs = {"e4": "white"}
    session.show_table(session.discs)
    port = int(url.rsplit(":", 1)[1].split("/")[0])
    with serving_table(session, store, port):
        expect(note).to_have_count(0)
        label(page, "e4", "e4, white disc")
    session = TableSession()
    with serving_table(session, store, port):
        expect(note).to_contain_text("The program that this page belongs to has ended.")
        press_w([])
        note.get_by_role("button", name="Reload the page").click()
        page.wait_for_selector(".playing [data-tray]")
        expect(note).to_have_count(0)
        press_w([{"do": "put", "cell": "d4", "piece": "white"}])
        page.context.close()
    due = ("WebSocket", "ERR_CONNECTION_REFUSED")
    assert [text for text in complaints if not any(words in text for words in due)] == []
    complaints.clear()
