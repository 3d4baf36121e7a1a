"""Network games on the page, in a real browser: two people who never meet finish games by mouse and by keyboard."""

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from socket import create_connection
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import LAPTOP, PHONE, Complaints, cell, wait_until
from playwright.sync_api import Browser, Page, expect
from site_pages import live_socket, next_message, site_on

from hexlume import games
from hexlume.games.grid import HexGrid
from hexlume_host.store.repository import Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.site import make_site
from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.invitation import Invitation, qr_code
from hexlume_record.game.state import GameState
from tests.end_to_end.newcomer import LOOK_MS, Newcomer

pytestmark = pytest.mark.integration

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def far_store(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "far").mkdir()
    with Store(tmp_path / "far" / "games.sqlite") as opened:
        yield opened


@pytest.fixture
def sites(store: Store, far_store: Store) -> Iterator[tuple[str, str]]:
    """Two hosts' sites, each with a store of its own."""
    with site_on(store) as near, site_on(far_store) as far:
        yield near, far


@pytest.fixture
def pages(browser: Browser, sites: tuple[str, str], complaints: Complaints) -> Iterator[tuple[Page, Page]]:
    opened = []
    for url, kind in zip(sites, (LAPTOP, PHONE), strict=True):
        page = browser.new_context(**kind).new_page()  # type: ignore[arg-type]
        complaints.watch(page)
        page.goto(url + "netplay")
        opened.append(page)
    yield opened[0], opened[1]
    for page in opened:
        page.context.close()


def begin(near: Page, far: Page, game: str, size: int, clock: str = "none") -> None:
    """Begin a game on one page, which is white, and join it on the other by its link."""
    far_site = far.url.removesuffix("netplay")
    near.locator("#host-rules").select_option(game)
    near.locator("#size").select_option(str(size))
    near.get_by_label("You begin as").select_option("white")
    near.locator("#clock").select_option(clock)
    near.locator("#host-name").fill("Ann")
    near.get_by_role("button", name="Begin").click()
    expect(near.get_by_role("heading", name="Send this link to the other player")).to_be_visible()
    link = near.locator("#invite-link")
    expect(link).not_to_have_value("")
    # The link leads to the near site; what it holds is as good on one's own.
    fragment = urlsplit(link.input_value()).fragment
    far.goto("about:blank")
    far.goto(f"{far_site}netplay#{fragment}")
    expect(far.get_by_role("heading", name=f"Join Ann's game of {game.capitalize()}")).to_be_visible()
    expect(far.locator("#host-card")).to_be_hidden()
    far.locator("#join-name").fill(HOSTILE)
    far.get_by_role("button", name="Join", exact=True).click()
    for page in (far, near):
        expect(page.locator("#board [data-cell]").first).to_be_visible()


def violations(page: Page) -> list[tuple[str, str]]:
    return [(one["id"], one["nodes"][0]["html"]) for one in Axe().run(page).response["violations"]]


def test_two_people_play_ask_and_answer_and_both_stores_hold_the_game(
    pages: tuple[Page, Page], store: Store, far_store: Store
) -> None:
    near, far = pages
    begin(near, far, "orochi", 3, "fischer 300+5")
    expect(near.locator(".player-black .player-name")).to_have_text(HOSTILE)
    expect(near.locator("#text")).to_contain_text("Your turn. White: place a disc of either colour")
    # By mouse: two things can be done on an empty cell.
    cell(near, "c3").click()
    near.locator(".chooser").get_by_role("button", name="Place a white disc", exact=True).click()
    expect(far.locator("#actions li")).to_have_text(["White: white c3"])
    expect(cell(far, "c3")).to_have_attribute("aria-label", "c3, white disc, last action")
    # By keyboard.
    cell(far, "c3").focus()
    for key in ("ArrowUp", "Enter", "Tab", "Enter"):
        far.keyboard.press(key)
    expect(near.locator("#actions li")).to_have_count(2)
    # A take-back is asked for and agreed to.
    far.get_by_role("button", name="Ask to undo").click()
    expect(near.locator("#offer")).to_contain_text("asks to take back the last action.")
    for page in pages:
        assert violations(page) == []
    near.get_by_role("button", name="Agree").click()
    expect(far.locator("#actions li")).to_have_count(1)
    # A draw is declined; then the other resigns, after being asked whether they mean it.
    far.get_by_role("button", name="Offer draw").click()
    near.get_by_role("button", name="Decline").click()
    expect(far.locator("#news")).to_contain_text("The game goes on as it is.")
    far.get_by_role("button", name="Resign").click()
    far.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page, title in ((near, "You have won"), (far, "Ann has won")):
        expect(page.locator("#text")).to_have_text("Ann placed a white disc on c3. White wins: black resigned.")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.get_by_role("link", name="Review the game")).to_have_attribute("href", "/games/1")
    for page, one in ((near, store), (far, far_store)):
        # Pages are told at once; the store follows with the game's next turn of work.
        wait_until(page, lambda one=one: one.record(one.games()[-1].id).ending.reason is not None)
        record = one.record(one.games()[-1].id)
        assert (record.white, record.black, record.ending.reason) == ("Ann", HOSTILE, "resigned")
        assert GameState.replay(record).legal and [action.action for action in record.actions] == ["Wc3"]
    # A rematch begins once both want it, with colours exchanged and the same clock.
    near.get_by_role("button", name="Rematch").click()
    expect(far.locator("#offer-text")).to_have_text("Ann asks for a rematch with colours exchanged.")
    far.get_by_role("button", name="Rematch").click()
    for page in pages:
        expect(page.locator("#actions li")).to_have_count(0)
        expect(page.locator("#state")).to_have_text("connected")
    expect(near.locator(".player-black .player-name")).to_have_text("Ann (you)")
    expect(far.locator("#text")).to_contain_text("Your turn.")


def test_a_tap_where_nothing_fits_says_why(pages: tuple[Page, Page]) -> None:
    near, far = pages
    begin(near, far, "orcoon", 4)
    cell(near, "b2").click()
    expect(near.locator("#text.refused")).to_have_text("It is the other side's turn.")
    # One thing fits on an empty cell: a tap does it.
    cell(far, "b2").click()
    expect(near.locator("#actions li")).to_have_count(1)
    expect(cell(near, "c2")).to_have_class(re.compile("legal"))
    # A tap on a disc means nothing in a game whose discs do not move.
    cell(near, "b2").click()
    expect(near.locator("#text")).to_contain_text("Your turn. White: place a white disc")
    for mover, other, name in ((near, far, "d4"), (far, near, "d1")):
        cell(mover, name).click()
        expect(other.locator("#actions li")).to_have_count(2 if mover is near else 3)
    names = ("c3", "a3", "c1", "a1")
    cell(near, next(name for name in names if not cell(near, name).evaluate("one => one.matches('.legal')"))).click()
    expect(near.locator("#text.refused")).to_contain_text("diagonal")
    expect(near.locator("#text a")).to_have_attribute("href", re.compile("^/rules/orcoon#ORC-[0-9]+$"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("rules", games.NAMES)
def test_two_newcomers_finish_a_game_by_taps_alone(
    rules: str, pages: tuple[Page, Page], store: Store, far_store: Store
) -> None:
    chosen = games.game_class(rules)
    begin(*pages, rules, chosen.MIN_SIZE if chosen.GRID is HexGrid else 5)
    newcomers = [Newcomer(page, seed) for seed, page in enumerate(pages)]
    while playing := [newcomer for newcomer in newcomers if not newcomer.is_done()]:
        for newcomer in playing:
            newcomer.act()
        pages[0].wait_for_timeout(LOOK_MS)
    for page, one in zip(pages, (store, far_store), strict=True):
        wait_until(page, lambda one=one: one.record(one.games()[-1].id).ending.result is not None)
        for shown in ("#board", "#text", ".game-buttons"):
            expect(page.locator(shown)).to_be_in_viewport(ratio=1)
    titles = {page.locator("#over-title").inner_text() for page in pages}
    assert "You have won" in titles or titles == {"A draw"}
    near, far = (one.record(one.games()[-1].id) for one in (store, far_store))
    assert [action.action for action in near.actions] == [action.action for action in far.actions]


def post(url: str, body: object, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, ""
    except HTTPError as error:
        return error.code, str(json.loads(error.read())["error"])


def test_what_a_page_asks_is_checked_and_refused_in_a_sentence(store: Store) -> None:
    with site_on(store) as url:
        for wish, sentence in [
            ({"rules": "chess"}, "is no game"),
            ({"rules": "orochi", "size": 99}, "is played on hex boards"),
            ({"rules": "orochi", "size": "3"}, "Size must be a whole number"),
            ({"rules": "orochi", "clock": "soon"}, "no time control"),
            ({"rules": "orochi", "colour": "red"}, "Colour must be"),
            ({"rules": "orochi", "name": "x" * 41}, "Name must have at most 40 characters"),
            ({"code": "AAAA"}, "no code of a game"),
            ({"code": 7}, "Code must be text"),
        ]:
            status, error = post(url + "api/netplay", wish)
            assert status == 400 and sentence in error and error.endswith("."), (wish, error)
        assert post(url + "api/netplay/games/none", {"do": "resign"})[0] == 404
        assert post(url + "api/netplay/games/none", {"do": "resume"})[0] == 400


def test_an_invitation_is_a_qr_code_too() -> None:
    link = f"http://board.localhost/netplay#join={Invitation('ws://10.0.0.7:8422').code}"
    rows = qr_code(link)
    assert {len(row) for row in rows} == {len(rows)}
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    assert finder == [row[:7] for row in rows[:7]] == [row[-7:] for row in rows[:7]] == [row[:7] for row in rows[-7:]]
    with pytest.raises(NetplayError):
        qr_code("https://example.org/")


def test_a_site_that_ends_leaves_its_games_in_order(store: Store, far_store: Store) -> None:
    """Pages hear why it stands still, no connection stays, and the game is taken up again by another program."""
    site = Site(store, AccessPolicy(), LiveHub(store))
    with site_on(far_store) as far, serving(make_site(site)) as near:
        begun = send(near, "", {"rules": "orochi", "size": 2, "colour": "white"})
        invited = send(near, f"/games/{begun['id']}", {"do": "resume"})
        send(far, "", {"code": invited["code"]})
        with live_socket(near) as page:
            page.send(json.dumps({"games": [begun["id"]]}))
            while not (told := next_message(page, "netplay"))["joined"]:
                pass
            where = urlsplit(Invitation.read(invited["code"]).where)
            create_connection((where.hostname, where.port), 60).close()
            site.ends.close()
            while not (told := next_message(page, "netplay"))["ended"]:
                pass
        assert "waits until it is taken up again" in told["problem"]
        with pytest.raises(ConnectionRefusedError):
            create_connection((where.hostname, where.port), 60)
        assert post(near + "api/netplay", {"rules": "orochi"}) == (
            400,
            "This hexlume is ending: start it again and go on then.",
        )
    with site_on(store) as again:
        assert post(again + f"api/netplay/games/{begun['id']}", {"do": "resume"})[0] == 200


def send(url: str, path: str, wish: dict[str, Any]) -> dict[str, Any]:
    """Send what a page does; return what the site answers."""
    request = urllib.request.Request(f"{url}api/netplay{path}", json.dumps(wish).encode())
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))
