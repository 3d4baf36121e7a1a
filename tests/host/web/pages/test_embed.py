"""Boards and games in other sites' frames: who may frame what, without cookies, and what a frame shows."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import Complaints
from playwright.sync_api import Browser, expect
from site_pages import ScriptedBoard, app_on, ask, site_on
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from hexlume_host.store.repository import Players, Store
from hexlume_host.web.http.auth import LOOPBACK_NAMES, AccessPolicy
from hexlume_host.web.http.middleware import CONTENT_SECURITY_POLICY
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import PortWatch
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

TOKEN, WATCH = "act-token-0123456789", "watch-token-0123456789"


@pytest.fixture
def hub() -> LiveHub:
    return LiveHub()


@pytest.fixture
def board(store: Store, hub: LiveHub) -> ScriptedBoard:
    return ScriptedBoard(store, "b1", players=Players("<b>Ann</b>", "Ben"), watch=PortWatch(hub, store))


@pytest.fixture
def url(store: Store, hub: LiveHub, board: ScriptedBoard) -> Iterator[str]:
    """A site on which acting needs a token and watching needs none."""
    with site_on(store, hub, AccessPolicy(LOOPBACK_NAMES, TOKEN)) as address:
        yield address


@pytest.fixture
def elsewhere(url: str) -> Iterator[str]:
    """A page of another site that frames the board: for browsers, another name of this computer is another site."""
    html = f'<html lang="en"><title>Elsewhere</title><iframe title="Board" src="{url}embed/boards/b1"></iframe>'

    async def page(request: Request) -> Response:
        return HTMLResponse(html)

    with serving(Starlette(routes=[Route("/", page)])) as address:
        yield address.replace("127.0.0.1", "localhost")


def test_only_embedded_pages_may_be_framed(url: str, store: Store, hub: LiveHub) -> None:
    paths = {route.path for route in app_on(store, hub).routes if isinstance(route, Route)}
    framed = set()
    for path in paths:
        _, headers, _ = ask(url, re.sub(r"\{[^}]+\}", "1", path))
        policy = headers["content-security-policy"]
        assert policy.replace("frame-ancestors *", "frame-ancestors 'none'") == CONTENT_SECURITY_POLICY
        if "frame-ancestors *" in policy:
            framed.add(path)
    assert framed == {"/embed/boards/{board}", "/embed/games/{game}"}


def test_an_embedded_page_sets_and_reads_no_cookie(url: str) -> None:
    plain = ask(url, "/embed/boards/b1")
    shown = ask(
        url, "/embed/boards/b1", Cookie=f"hexlume-{url.rsplit(':', 1)[1].strip('/')}=any", Authorization="Bearer x"
    )
    assert (plain[0], shown[0]) == (200, 200)
    assert plain[2] == shown[2]
    assert "set-cookie" not in plain[1]
    assert "&lt;b&gt;Ann&lt;/b&gt;" in plain[2]


def test_embedding_is_refused_where_watching_needs_a_token(store: Store, hub: LiveHub, board: ScriptedBoard) -> None:
    with site_on(store, hub, AccessPolicy(LOOPBACK_NAMES, TOKEN, WATCH)) as url:
        for token in ("", WATCH, TOKEN):
            for path in ("/embed/boards/b1", "/embed/games/1"):
                status, _, text = ask(url, path, Authorization=f"Bearer {token}")
                assert status == 403
                assert text == "Boards and games of this site are not embedded: watching them needs a token."


@pytest.mark.parametrize("path", ["boards/none", "games/99", "games/none", "games/1/2"])
def test_what_is_not_there_is_said_in_the_frame(url: str, path: str) -> None:
    status, headers, text = ask(url, f"/embed/{path}")
    assert (status, headers["content-type"]) == (404, "text/plain; charset=utf-8")
    assert text.endswith(".")


def test_another_sites_frame_follows_the_board(
    url: str, elsewhere: str, board: ScriptedBoard, browser: Browser, complaints: Complaints
) -> None:
    page = browser.new_context().new_page()
    complaints.watch(page)
    page.goto(elsewhere)
    frame = page.frame_locator("iframe")
    expect(frame.locator(".to-move")).to_contain_text("<b>Ann</b>")
    expect(frame.get_by_role("link", name="Open in Hexlume")).to_have_attribute("href", "/boards/b1")
    board.act("Wd4")
    expect(frame.locator(".to-move")).to_contain_text("Ben")
    expect(frame.locator("img")).to_have_attribute("alt", "White on d4. Black is to act.")
    assert frame.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 0


@pytest.mark.parametrize("finished", [True, False])
def test_an_embedded_game_shows_its_result(
    url: str, store: Store, browser: Browser, complaints: Complaints, finished: bool
) -> None:
    played = PlayedGame(store, "orochi", 3, identity="embedded")
    played.play(500 if finished else 3)
    page = browser.new_context(viewport={"width": 320, "height": 360}).new_page()
    complaints.watch(page)
    page.goto(f"{url}embed/games/{played.number}")
    if finished:
        expect(page.locator("#text")).to_contain_text(" wins: ")
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.context.cookies() == []


def test_a_boards_picture_is_a_file(url: str) -> None:
    for form, media in (("svg", "image/svg+xml"), ("png", "image/png")):
        status, headers, _ = ask(url, f"/api/boards/b1/picture.{form}?download=1")
        assert (status, headers["content-type"]) == (200, media)
        assert headers["content-disposition"] == f'attachment; filename="hexlume-board.{form}"'


@pytest.mark.parametrize("path", ["games/1", "boards/b1", "boards/%22%3E%3Cscript%3E"])
def test_a_shared_page_names_its_picture(url: str, path: str) -> None:
    _, _, page = ask(url, f"/{path}")
    assert f'<meta property="og:image" content="{url}api/{path}/picture.png">' in page
