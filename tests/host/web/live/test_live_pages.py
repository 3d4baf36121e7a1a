"""The live pages in a real browser: overview, one board, wall, keyboard, signing in, names as text."""

import random
from collections.abc import Iterator

import pytest
from browser_pages import Complaints, cell
from playwright.sync_api import Page, expect
from site_pages import ScriptedBoard, site_on

from hexlume_host.device.messages import Table
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.http.auth import LOOPBACK_NAMES, AccessPolicy
from hexlume_host.web.live.board_link import GONE, BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_record.game.position import legal_texts
from hexlume_record.table.clock import ClockReport

pytestmark = pytest.mark.integration

HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'


@pytest.fixture
def url(store: Store, hub: LiveHub) -> Iterator[str]:
    with site_on(store, hub) as address:
        yield address


def connected(page: Page, url: str) -> Page:
    page.goto(url)
    page.wait_for_function("() => document.body.dataset.connected === 'true'")
    return page


def test_the_overview_says_what_to_do_and_fills_by_itself(store: Store, hub: LiveHub, url: str, laptop: Page) -> None:
    connected(laptop, url)
    expect(laptop.get_by_role("heading", name="No board is being played on")).to_be_visible()
    watch = BoardLink(hub)
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=watch)
    card = laptop.get_by_role("link", name="b1")
    for words in ("Ann \u2013 Ben", "waiting for the first action", "Orochi on 37 cells"):
        expect(card).to_contain_text(words)
    expect(laptop.get_by_role("heading", name="No board")).to_be_hidden()
    board.act("Wd4")
    expect(card).to_contain_text("Black: place a disc")
    expect(card.locator(".disc")).to_have_count(1)
    expect(card.locator(".badge")).to_have_text("playing")
    watch.lost("The port is gone.")
    expect(card.locator(".badge")).to_have_text("not connected, left just now")
    watch.hello(board.hello())
    board.tell("conclude", result="W+", reason="resigned")
    expect(card.locator(".badge")).to_have_text("finished just now")
    expect(card.locator(".player-mark")).to_have_text(["won", "lost"])


def test_one_board_is_followed_action_by_action(store: Store, hub: LiveHub, url: str, laptop: Page) -> None:
    watch = BoardLink(hub)
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=watch)
    connected(laptop, url + "boards/b1")
    board.act("Wd4")
    expect(laptop.locator("#text")).to_have_text("Ann placed a white disc on d4. Black: place a disc (first of two).")
    expect(laptop.locator("#actions li")).to_have_count(1)
    expect(laptop.get_by_role("link", name="Replay this game")).to_have_attribute("href", "/games/1")
    clock = ClockReport("fischer 300+5", {"white": 300_000, "black": 61_000}, {"white": 0, "black": 0}, None, None)
    watch.table(Table(board.id, {"d4": "turn over"}, "", clock))
    expect(laptop.get_by_role("timer", name="Black's time")).to_have_text("1:01")
    expect(cell(laptop, "d4")).to_have_attribute("aria-label", "d4, white disc, last action, turn over")
    expect(laptop.locator("#differs")).to_contain_text("now none has. Turn it back over.")
    watch.lost("The board on /dev/ttyACM1 has gone.")
    expect(laptop.locator("#lost")).to_have_text(f"The board is not connected. {GONE}")


def test_a_board_that_a_restarted_server_does_not_know_is_not_shown_as_alive(
    store: Store, hub: LiveHub, laptop: Page, complaints: Complaints
) -> None:
    ScriptedBoard(store, "b1", watch=BoardLink(hub))
    with site_on(store, hub) as url:
        connected(laptop, url + "boards/b1")
    after = LiveHub(store)
    with site_on(store, after, port=int(url.rstrip("/").rpartition(":")[2])):
        expect(laptop.locator(".note")).to_contain_text("The program that this page belongs to has ended.")
        ScriptedBoard(store, "b1", watch=BoardLink(after), boot=2).act("Wd4")
        expect(cell(laptop, "d4")).to_have_attribute("aria-label", "d4, white disc, last action")
        expect(laptop.locator(".note")).to_have_count(0)
        laptop.context.close()
    complaints.clear()


def test_signing_in_lets_one_watch_and_leads_nowhere_else(
    store: Store, hub: LiveHub, laptop: Page, complaints: Complaints
) -> None:
    ScriptedBoard(store, "b1", watch=BoardLink(hub))
    with site_on(store, hub, AccessPolicy(LOOPBACK_NAMES, "act-token-01", "watch-token-01")) as url:
        for wanted in ("https://evil.example/", "//evil.example/", "javascript:document.title=1", "/\\\\evil.example"):
            laptop.goto(f"{url}sign-in?next={wanted}")
            laptop.get_by_label("Token").fill("watch-token-01")
            laptop.keyboard.press("Enter")
            laptop.wait_for_url(lambda address: "sign-in" not in address)
            assert laptop.url.startswith(url)
            laptop.context.clear_cookies()
        laptop.goto(url + "boards/b1")
        laptop.get_by_label("Token").fill("wrong-token")
        laptop.keyboard.press("Enter")
        expect(laptop.get_by_role("alert")).to_contain_text("That is not the token")
        complaints.clear()
        laptop.get_by_label("Token").fill("watch-token-01")
        laptop.keyboard.press("Enter")
        laptop.wait_for_url(url + "boards/b1")
        laptop.wait_for_function("() => document.body.dataset.connected === 'true'")
        assert laptop.evaluate("document.cookie") == ""
        laptop.context.close()


def test_names_are_text_whatever_they_look_like(store: Store, hub: LiveHub, url: str, laptop: Page) -> None:
    board = ScriptedBoard(store, "b1", players=Players(HOSTILE, "\u202eBen"), watch=BoardLink(hub))
    board.act("Wd4")
    for path in ("", "boards/b1"):
        connected(laptop, url + path)
        expect(laptop.locator(".player-name").first).to_have_text(HOSTILE)
        expect(laptop.locator("main img, main script")).to_have_count(0)
        assert laptop.title() not in ("1", "2")


def test_wall_shows_result_and_players_of_a_game_that_is_over(
    store: Store, hub: LiveHub, url: str, laptop: Page
) -> None:
    board = ScriptedBoard(store, "b1", "orochi", Players("Maximiliana von Langenname", "Ben"), BoardLink(hub))
    choose = random.Random(1)
    for _ in range(24):
        board.act(choose.choice(legal_texts(board.game)))
    board.tell("conclude", result="W+", reason="resigned")
    laptop.set_viewport_size({"width": 1280, "height": 720})
    connected(laptop, url + "boards/b1?wall")
    expect(laptop.locator("#text")).to_contain_text("White wins: black resigned")
    for shown in ("#text", "#board", ".player-white", ".player-black", "#actions [aria-current]"):
        expect(laptop.locator(shown)).to_be_in_viewport(ratio=0.99)
    assert laptop.evaluate("document.documentElement.scrollHeight") <= 720
