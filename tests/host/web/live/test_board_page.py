"""The page in a real browser: lights, the game in words, layout, lost connections, the content policy."""

import time
from typing import Any

import pytest
from browser_pages import LAPTOP, PHONE, Complaints, cell, label, open_page, serving_table, standing, wait_until
from playwright.sync_api import Browser, Page, expect
from site_pages import site_on
from table_session import LEADERS, TableSession, words

from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.twin_hands import TwinHands
from hexlume_sim.client import TwinProcess

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


@pytest.mark.soak
def test_a_blinking_light_is_called_blinking(session: TableSession, page: Page) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        session.light({"d4": "00ff00"})
        page.wait_for_timeout(60)
        session.light({})
        page.wait_for_timeout(60)
        if (cell(page, "d4").get_attribute("aria-label") or "") == "d4, empty, lit green, blinking":
            return
    pytest.fail("the label never said so")


@pytest.mark.soak
def test_the_buzzer_is_seen(session: TableSession, page: Page) -> None:
    session.show_buzzer(880)
    expect(page.get_by_role("img", name="Buzzer, 880 hertz")).to_have_class("buzzer sounding")
    volume = page.get_by_role("slider", name="Sound")
    expect(volume).to_have_attribute("aria-valuetext", "off")
    volume.press("End")
    expect(volume).to_have_attribute("aria-valuetext", "100 percent")
    assert page.evaluate("localStorage.getItem('hexlume-volume')") == "100"
    session.show_buzzer(0)
    expect(page.get_by_role("img", name="Buzzer, silent")).to_be_visible()


def test_the_opponent_and_its_level_are_chosen(session: TableSession, page: Page) -> None:
    session.begin()
    opponent, level = page.get_by_role("combobox", name="Opponent"), page.get_by_role("combobox", name="Level")
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


def test_the_opponent_is_offered_once_it_is_known_which_colour_starts(session: TableSession, page: Page) -> None:
    session.offer_levels(6)
    session.show_table({"d4": "white"})
    label(page, "d4", "d4, white")
    # The page has what came before the disc, too.
    expect(page.locator("#opponent")).to_be_hidden()
    session.begin("droched")
    page.get_by_role("combobox", name="Opponent").select_option("Hexlume plays white")
    wait_until(page, lambda: session.commands == [{"do": "settings", "opponent": "engine second"}])


@pytest.mark.soak
def test_the_game_is_told_in_words(session: TableSession, page: Page) -> None:
    session.show_game(
        "<b>Black</b> must turn over one disc.",
        turn="black",
        actions=(("Wd4", "white"), ("Bd5", "black"), ("*d4", "black")),
        hint="<b>Black</b>: turn the disc over.",
        differs={"d4": "turn over"},
        players={"white": "Mira", "black": "<img src=x>"},
        choices=words("pass", "komi=3"),
        prison={"white": 0, "black": 3},
        hand={"white": {"pawn": 7, "leader": 1}, "black": {}},
    )
    expect(page.locator("#text")).to_have_text("<b>Black</b>: turn the disc over.")
    expect(page.locator("#actions li")).to_have_text(["White: white d4", "Black: black d5 *d4"])
    expect(page.locator(".player.to-move")).to_contain_text("<img src=x>")
    expect(page.locator("#counts")).to_contain_text("0 white, 3 black")
    expect(page.locator("#counts")).to_contain_text("7 pawns, 1 leader")
    label(page, "d4", "d4, empty, dark, turn over")
    page.get_by_role("button", name="Komi=3").click()
    wait_until(page, lambda: bool(session.acted))
    assert session.acted == ["komi=3"]
    session.show_game("White has won.", result="W+", actions=(("Wd4", "white"),))
    expect(page.locator("#actions li")).to_have_text(["White: white d4"])
    expect(page.locator(".player-white .player-mark")).to_have_text("won")
    expect(page.locator("#words")).to_be_hidden()


@pytest.mark.soak
def test_a_page_opened_at_the_end_of_a_game_shows_its_marks_by_the_boards_lights_alone(
    session: TableSession, url: str, browser: Browser, complaints: Complaints
) -> None:
    session.show_game("White has won.", result="W+", won=("d4",))
    page = open_page(browser, url, complaints, **LAPTOP)
    expect(page.locator("#text")).to_have_text("White has won.")
    expect(page.locator(".playing [data-tray]").first).to_be_visible()
    expect(page.locator(".mark-won")).to_have_count(0)
    page.context.close()


def test_a_refusal_is_shown_and_the_table_stays_true(session: TableSession, page: Page) -> None:
    # Another hand was quicker: this page does not know yet that the cell is taken.
    session.discs = {"d4": "black"}
    cell(page, "d4").focus()
    page.keyboard.press("w")
    expect(page.locator("#text")).to_have_text("d4 already holds a disc.")
    label(page, "d4", "d4, empty")


@pytest.mark.soak
def test_help_opens_by_key_and_lists_the_keys(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("turn the disc over")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


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
        bowls = [box for box in (bowl.bounding_box() for bowl in page.locator("[data-tray] svg").all()) if box]
        assert len(bowls) == 4
        for bowl in bowls:
            assert bowl["x"] >= 0
            assert bowl["x"] + bowl["width"] <= width
        page.context.close()


def test_a_lost_connection_is_said_and_mended(browser: Browser, complaints: Complaints, store: Store) -> None:
    session = TableSession()
    with serving_table(session, store) as url:
        page = open_page(browser, url, complaints, **LAPTOP)
        expect(page.locator(".note")).to_have_count(0)
    expect(page.locator(".note")).to_have_text("The connection to the server is lost. Trying again …")
    cell(page, "d4").focus()
    page.keyboard.press("w")
    expect(page.locator("#text")).to_have_text("The board is not connected: nothing was moved.")
    assert session.gestures == []
    session.discs = {"e4": "white"}
    session.show_table(session.discs)
    with serving_table(session, store, port=int(url.rsplit(":", 1)[1].split("/")[0])):
        expect(page.locator(".note")).to_have_count(0)
        label(page, "e4", "e4, white disc")
        due = ("WebSocket", "ERR_CONNECTION_REFUSED")
        assert [text for text in complaints if not any(words in text for words in due)] == []
        complaints.clear()
        page.context.close()


def test_a_page_whose_program_has_ended_says_so_when_another_program_answers(
    browser: Browser, complaints: Complaints, store: Store
) -> None:
    with serving_table(TableSession(), store) as url:
        page = open_page(browser, url, complaints, **LAPTOP)
    session = TableSession()
    with serving_table(session, store, port=int(url.rsplit(":", 1)[1].split("/")[0])):
        expect(page.locator(".note")).to_contain_text("The program that this page belongs to has ended.")
        cell(page, "d4").focus()
        page.keyboard.press("w")
        expect(page.locator("#text")).to_have_text("The board is not connected: nothing was moved.")
        page.locator(".note").get_by_role("button", name="Reload the page").click()
        page.wait_for_selector(".playing [data-tray]")
        expect(page.locator(".note")).to_have_count(0)
        cell(page, "d4").focus()
        page.keyboard.press("w")
        wait_until(page, lambda: session.gestures == [{"do": "put", "cell": "d4", "piece": "white"}])
        complaints.clear()
        page.context.close()


def test_a_board_that_stopped_is_said(session: TableSession, page: Page) -> None:
    session.end("The board's power was cut.")
    expect(page.locator("#lost")).to_have_text("The board is not connected. The board's power was cut.")
    expect(page.locator("#lost")).to_be_visible()


@pytest.mark.soak
def test_reduced_motion_stills_the_discs(
    browser: Browser, url: str, session: TableSession, complaints: Complaints
) -> None:
    page = open_page(browser, url, complaints, reduced_motion="reduce", **LAPTOP)
    standing(session, page, {"d4": "white"})
    assert page.evaluate("getComputedStyle(document.querySelector('.disc.landing')).animationName") == "none"
    page.context.close()


def test_the_firmwares_lights_are_seen_on_the_page(browser: Browser, complaints: Complaints, store: Store) -> None:
    hub = LiveHub()
    with TwinProcess(panel="hex4", pace="real") as twin, site_on(store, hub) as url:
        TwinHands(hub.board_of(twin.board, twin.panel), twin)
        page = open_page(browser, f"{url}boards/{twin.board}", complaints, **LAPTOP)
        page.wait_for_function("() => document.querySelectorAll('.floor-glow[visibility=visible]').length > 0")
        before = page.evaluate("document.querySelectorAll('.floor-glow[visibility=visible]').length")
        # White's first turn places one piece anywhere (ORO-2): every cell is offered.
        assert before == 37
        page.locator('[data-cell="d4"]').focus()
        page.keyboard.press("w")
        label(page, "d4", "d4, white disc")
        page.context.close()
