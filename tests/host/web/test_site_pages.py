"""What all pages of the site share: forms that wait for their scripts, what stands under no address."""

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import LAPTOP, PHONE, Complaints, serving_table, wait_until
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Route as PlaywrightRoute
from site_pages import ask, site_on
from table_session import ID, TableSession

from hexlume_host.store.repository import Store
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.static_files import STATIC, address, modules
from hexlume_host.web.renderer import TEMPLATES, render
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

FORMS = {"puzzles", "library", "players", "statistics", "sign-in", "netplay"}
"""The pages with forms that their scripts send."""
_FILES = [path.stem for folder in TEMPLATES for path in folder.glob("*.html")]
PAGES = sorted(name for name in _FILES if name not in ("base", "embed", "game", "macros"))
OWN_FORM = re.compile(r'<form(?![^>]*method="dialog")')


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    with site_on(store) as address:
        yield address


@pytest.fixture
def closed_url(store: Store) -> Iterator[str]:
    with site_on(store, policy=AccessPolicy(token="the-token")) as address:
        yield address


@pytest.fixture(params=[pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone", marks=pytest.mark.soak)])
def lost_page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    complaints = Complaints()
    yield from _page(browser, complaints, request.param)
    # The browser notes a page's status by itself.
    assert [text for text in complaints if "status of 404" not in text] == []


@pytest.fixture
def site_page(browser: Browser, complaints: Complaints) -> Iterator[Page]:
    yield from _page(browser, complaints, LAPTOP)


def _page(browser: Browser, complaints: Complaints, size: dict[str, object]) -> Iterator[Page]:
    page = browser.new_context(**size).new_page()  # type: ignore[arg-type]
    complaints.watch(page)
    yield page
    page.context.close()


def test_modules_are_all_that_a_script_imports() -> None:
    found = modules("site/library/library.js")
    assert found[0] == "site/library/library.js"
    assert {"lib/site.js", "lib/dom.js"} < set(found)
    assert len(found) == len(set(found))
    imports = [name for module in found for name in re.findall(r'\bfrom "([^"]+)"', (STATIC / module).read_text())]
    assert {Path(name).name for name in imports} == {Path(module).name for module in found[1:]}


def test_static_file_is_cached_for_good_and_compressed_if_accepted(url: str) -> None:
    plain, packed = (ask(url, address("lib/site.js"), Accept_Encoding=coding)[:2] for coding in ("identity", "gzip"))
    for status, headers in (plain, packed):
        assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        assert (headers["content-type"], headers["vary"]) == ("text/javascript; charset=utf-8", "accept-encoding")
    assert "content-encoding" not in plain[1]
    assert packed[1]["content-encoding"] == "gzip"
    assert int(packed[1]["content-length"]) < int(plain[1]["content-length"]) / 2


def test_page_is_asked_for_again_and_sent_only_if_it_changed(url: str) -> None:
    status, headers, _ = ask(url, "/library", Accept_Encoding="gzip")
    assert (status, headers["cache-control"], headers["content-encoding"]) == (200, "no-cache", "gzip")
    again, fresh, body = ask(url, "/library", If_None_Match=headers["etag"])
    assert (again, fresh["cache-control"], body) == (304, "no-cache", "")


def test_second_visit_asks_only_for_the_page_and_what_may_have_changed(url: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(url + "library", wait_until="networkidle")
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    asked: dict[str, str] = {}
    devtools.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    devtools.on("Network.requestServedFromCache", lambda event: asked.pop(event["requestId"], None))
    page.goto(url + "library", wait_until="networkidle")
    context.close()
    assert asked
    assert [address for address in asked.values() if "/static/" in address] == []


@pytest.mark.parametrize("name", PAGES)
def test_page_marks_where_it_is_in_the_navigation_and_names_files_that_exist(name: str) -> None:
    page = render(f"{name}.html").decode()
    assert page.count('aria-current="page"') == (name not in ("not-found", "sign-in"))
    files = re.findall(r'(?:src|href)="/static/\w+/([^"]+)"', page)
    assert any(file.endswith(".js") for file in files)
    # A file that is not there has no address.
    assert all(address(file).endswith(file) for file in files)


def test_home_and_play_lead_to_the_simulated_board_where_there_is_one(store: Store) -> None:
    with serving_table(TableSession(), store) as page:
        url = page.removesuffix(f"boards/{ID}")
        for path in ("/", "/play"):
            status, headers, _ = ask(url, path)
            assert (status, headers["location"]) == (303, f"/boards/{ID}"), path
        assert ask(url, "/live")[0] == 200


def test_home_is_the_live_boards_and_play_a_network_game_where_no_board_is_simulated(url: str) -> None:
    status, headers, _ = ask(url, "/play")
    assert (status, headers["location"]) == (303, "/netplay")
    assert ask(url, "/")[2] == ask(url, "/live")[2]


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_more_opens_over_the_page_and_closes_by_itself(url: str, browser: Browser, width: int) -> None:
    """The players' four pages are always in sight, and the layout stands still, by keyboard and by touch."""
    page = browser.new_context(viewport={"width": width, "height": 844}, has_touch=True).new_page()
    page.goto(url + "statistics")
    page.wait_for_function("() => 'shown' in document.body.dataset")
    navigation = page.get_by_role("navigation", name="Main")
    for name in ("Play", "Learn", "Games", "Analyse"):
        expect(navigation.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    heights = "[document.querySelector('#site-header').offsetHeight, document.querySelector('h1').offsetTop]"
    before = page.evaluate(heights)
    assert before[0] < 64, "one row"
    more, last = navigation.get_by_role("button", name="More"), navigation.get_by_role("link", name="Network game")
    expect(last).to_be_hidden()
    more.tap()
    expect(last).to_be_in_viewport(ratio=1)
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(navigation.get_by_role("link", name="Statistics")).to_have_attribute("aria-current", "page")
    assert page.evaluate(heights) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(page).response["violations"] == []
    page.touchscreen.tap(4, 500)
    expect(last).to_be_hidden()
    more.focus()
    page.keyboard.press("Enter")
    for _ in range(5):
        page.keyboard.press("Tab")
    expect(last).to_be_focused()
    page.keyboard.press("Tab")
    expect(last).to_be_hidden()
    more.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(last).to_be_hidden()
    expect(more).to_be_focused()
    page.context.close()


def test_every_page_with_a_form_is_known() -> None:
    # The one of a new game is hidden until its script has filled it.
    assert {name for name in PAGES if OWN_FORM.search(render(f"{name}.html").decode())} == {*FORMS, "new-game"}


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", sorted(FORMS))
def test_forms_wait_for_their_script(closed_url: str, site_page: Page, path: str) -> None:
    """Whoever is quicker than a page's script is not refused by the content security policy (``complaints``)."""
    held = []

    def hold(route: PlaywrightRoute) -> None:
        held.append(route.request.url)

    site_page.route("**/*.js", hold)
    site_page.goto(closed_url + path, wait_until="commit")
    wait_until(site_page, lambda: bool(held))
    sends = site_page.locator("form:not([method=dialog]) button[type=submit]")
    expect(sends.first).to_be_disabled()
    site_page.locator("form input:visible").first.focus()
    site_page.keyboard.press("Enter")
    for button in sends.all():
        expect(button).to_be_disabled()
        button.click(force=True)
    # What is held goes on with that.
    site_page.unroute("**/*.js")
    for button in sends.all():
        expect(button).to_be_enabled()
    assert site_page.url == closed_url + path


def test_under_an_unknown_address_is_a_page_that_leads_on(url: str, lost_page: Page) -> None:
    answer = lost_page.goto(url + "nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(lost_page.get_by_role("heading", level=1)).to_have_text("There is nothing under this address")
    expect(lost_page.get_by_role("navigation", name="Main")).to_be_visible()
    serious = [one for one in Axe().run(lost_page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert serious == []
    lost_page.get_by_role("link", name="the games that were played before").click()
    expect(lost_page.get_by_role("heading", level=1)).to_have_text("Games")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("api/nowhere", "application/json"),
        ("api/games/77", "application/json"),
        ("static/none.js", "text/plain; charset=utf-8"),
        ("static/none/site/site.js", "text/plain; charset=utf-8"),
        ("nowhere", "text/html; charset=utf-8"),
        ("games/1/2/3", "text/html; charset=utf-8"),
    ],
)
def test_programs_are_answered_in_their_own_form(url: str, path: str, kind: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(url + path)
    assert (refused.value.code, refused.value.headers["content-type"]) == (404, kind)
    assert "default-src 'none'" in refused.value.headers["content-security-policy"]


def test_where_no_token_is_asked_for_there_is_nothing_to_sign_in_to(url: str, site_page: Page) -> None:
    site_page.goto(url + "sign-in")
    expect(site_page.get_by_role("heading", level=1)).to_have_text("There is nothing to sign in to")
    expect(site_page.get_by_label("Token")).to_be_hidden()
    told = site_page.evaluate(
        """fetch("/api/sign-in", { method: "POST", body: '{"token": "any"}' }).then((answer) => answer.json())"""
    )
    assert told == {"right": "act"}


def test_a_page_asks_a_busy_server_again(store: Store, url: str, browser: Browser) -> None:
    PlayedGame(store, "orochi", 3).play(5)
    page = browser.new_context().new_page()
    refusals = [{"status": 503, "headers": {"retry-after": "1"}, "json": {"error": "Busy."}} for _ in range(2)]

    def answer(route: PlaywrightRoute) -> None:
        if refusals:
            route.fulfill(**refusals.pop())  # type: ignore[arg-type]
        else:
            route.continue_()

    page.route("**/api/library?*", answer)
    page.route("**/api/library", answer)
    page.goto(url + "library")
    expect(page.get_by_role("link", name="Game 1, before")).to_be_visible()
    assert refusals == []
    page.context.close()
