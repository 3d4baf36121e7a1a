"""What all pages of the site share: forms that wait for their scripts, what stands under no address."""

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import serving_table, wait_until
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Route as PlaywrightRoute
from site_pages import ask, site_on
from table_session import ID, TableSession

from hexlume_host.store.repository import Store
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.static_files import STATIC, address, modules
from hexlume_host.web.renderer import TEMPLATES, render

pytestmark = pytest.mark.integration

FORMS = {"puzzles", "library", "players", "statistics", "sign-in", "netplay"}
"""The pages with forms that their scripts send."""
_FILES = [path.stem for folder in TEMPLATES for path in folder.glob("*.html")]
PAGES = sorted(name for name in _FILES if name not in ("base", "game", "macros"))
OWN_FORM = re.compile(r'<form(?![^>]*method="dialog")')


@pytest.fixture
def closed_url(store: Store) -> Iterator[str]:
    with site_on(store, policy=AccessPolicy(token="the-token")) as address:
        yield address


def test_modules_are_all_that_a_script_imports() -> None:
    found = modules("site/library/library.js")
    assert {"lib/site.js", "lib/dom.js"} < set(found)
    imports = [name for module in found for name in re.findall(r'\bfrom "([^"]+)"', (STATIC / module).read_text())]
    assert {Path(name).name for name in imports} == {Path(module).name for module in found[1:]}
    assert len(found) == len(set(found))


def test_static_file_is_cached_for_good_and_compressed_if_accepted(site_url: str) -> None:
    plain, packed = (
        ask(site_url, address("lib/site.js"), Accept_Encoding=coding)[:2] for coding in ("identity", "gzip")
    )
    for status, headers in (plain, packed):
        assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        assert (headers["content-type"], headers["vary"]) == ("text/javascript; charset=utf-8", "accept-encoding")
    assert "content-encoding" not in plain[1]
    assert packed[1]["content-encoding"] == "gzip"
    assert int(packed[1]["content-length"]) < int(plain[1]["content-length"]) / 2


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


def test_home_is_the_live_boards_and_play_a_network_game_where_no_board_is_simulated(site_url: str) -> None:
    status, headers, _ = ask(site_url, "/play")
    assert (status, headers["location"]) == (303, "/netplay")
    assert ask(site_url, "/")[2] == ask(site_url, "/live")[2]


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_more_opens_over_the_page_and_closes_by_itself(site_url: str, browser: Browser, width: int) -> None:
    """The players' four pages are always in sight, and the layout stands still, by keyboard and by touch."""
    page = browser.new_context(viewport={"width": width, "height": 844}, has_touch=True).new_page()
    page.goto(site_url + "statistics")
    page.wait_for_function("() => 'shown' in document.body.dataset")
    navigation = page.get_by_role("navigation", name="Main")
    for name in ("Play", "Learn", "Games", "Analyse"):
        expect(navigation.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    heights = "[document.querySelector('#site-header').offsetHeight, document.querySelector('h1').offsetTop]"
    before = page.evaluate(heights)
    assert before[0] < 64, "one row"
    more, last = navigation.get_by_role("button", name="More"), navigation.get_by_role("link", name="Statistics")
    expect(last).to_be_hidden()
    more.tap()
    expect(last).to_be_in_viewport(ratio=1)
    assert page.evaluate(heights) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(page).response["violations"] == []
    page.touchscreen.tap(4, 500)
    expect(last).to_be_hidden()
    more.press("Enter")
    page.keyboard.press("Escape")
    expect(last).to_be_hidden()
    expect(more).to_be_focused()
    page.context.close()


def test_every_page_with_a_form_is_known() -> None:
    # The one of a new game is hidden until its script has filled it.
    assert {name for name in PAGES if OWN_FORM.search(render(f"{name}.html").decode())} == {*FORMS, "new-game"}


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", sorted(FORMS))
def test_forms_wait_for_their_script(closed_url: str, laptop: Page, path: str) -> None:
    """Whoever is quicker than a page's script is not refused by the content security policy (``complaints``)."""
    held = []

    def hold(route: PlaywrightRoute) -> None:
        held.append(route.request.url)

    laptop.route("**/*.js", hold)
    laptop.goto(closed_url + path, wait_until="commit")
    wait_until(laptop, lambda: bool(held))
    sends = laptop.locator("form:not([method=dialog]) button[type=submit]")
    expect(sends.first).to_be_disabled()
    laptop.locator("form input:visible").first.focus()
    laptop.keyboard.press("Enter")
    for button in sends.all():
        expect(button).to_be_disabled()
        button.click(force=True)
    # What is held goes on with that.
    laptop.unroute("**/*.js")
    for button in sends.all():
        expect(button).to_be_enabled()
    assert laptop.url == closed_url + path


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
def test_programs_are_answered_in_their_own_form(site_url: str, path: str, kind: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(site_url + path)
    assert (refused.value.code, refused.value.headers["content-type"]) == (404, kind)
    assert "default-src 'none'" in refused.value.headers["content-security-policy"]


def test_where_no_token_is_asked_for_everybody_acts(site_url: str) -> None:
    assert ask(site_url, "/api/sign-in", "POST", b'{"token": "any"}')[2] == '{"right":"act"}'
