"""A way through the site by keyboard alone; and axe on every page, on a phone and on a laptop."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import LAPTOP, PHONE, Complaints, cell
from playwright.sync_api import Browser, Locator, Page, expect
from site_pages import ScriptedBoard, site_on

from hexlume_engine.puzzles.puzzle import Answer, Puzzle
from hexlume_engine.puzzles.repository import save_puzzle
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

CENTRE = "d4"
MOST_TABS = 250


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    PlayedGame(store, "orochi", 3).play()
    PlayedGame(store, "droched", 3).play(8).resign()
    answers = {"Bd5": Answer(1.0, "win"), "Bd3": Answer(0.0, "loss")}
    save_puzzle(store, Puzzle("orochi", "hex4", {}, (f"W{CENTRE}",), "black", "win", ("Bd5",), answers))
    hub = LiveHub(store)
    ScriptedBoard(store, "b1", players=Players("Cleo", "Dan"), watch=BoardLink(hub)).act(f"W{CENTRE}", "Bd5")
    with site_on(store, hub) as address:
        yield address


@pytest.fixture
def page(laptop: Page) -> Page:
    return laptop


def use(page: Page, what: Locator) -> None:
    """Press Tab until the focus is on something, which must be seen there, and then Enter."""
    expect(what).to_be_visible()
    for _ in range(MOST_TABS):
        if what.evaluate("(element) => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    assert what.evaluate("(element) => element.matches(':focus-visible')"), f"Tab leads to {what}, and that is seen"
    page.keyboard.press("Enter")


def test_the_site_is_used_by_keyboard_alone(url: str, page: Page) -> None:
    navigation = page.get_by_role("navigation", name="Main")
    page.goto(url)
    use(page, page.get_by_role("link", name="b1"))
    use(page, page.get_by_role("link", name="Replay this game"))
    page.wait_for_function("() => document.body.dataset.ply === '2'")
    use(page, page.get_by_role("button", name="One back"))
    expect(cell(page, CENTRE)).to_have_attribute("aria-label", f"{CENTRE}, white disc, last action")
    use(page, navigation.get_by_role("link", name="Analyse"))
    use(page, page.locator('[data-cell][tabindex="0"]'))
    use(page, page.locator(".chooser button").first)
    expect(page.locator("[role=treeitem]")).to_have_count(2)
    use(page, navigation.get_by_role("button", name="More"))
    use(page, navigation.get_by_role("link", name="Puzzles"))
    use(page, page.get_by_role("link", name="Solve the first"))
    expect(page.locator("#task")).to_be_visible()
    use(page, navigation.get_by_role("link", name="Learn"))
    use(page, page.get_by_role("link", name="Sibling"))
    expect(page.locator("#SIB-1")).to_be_visible()


PAGES = {
    "": "() => document.body.dataset.connected === 'true' && document.querySelector('.board-card [data-cell]')",
    "live": "() => document.querySelector('.board-card [data-cell]')",
    "play": "() => document.querySelector('#host-rules option')",
    "boards/b1": "() => document.querySelector('#actions li') && document.querySelector('[data-cell]')",
    "library": "() => document.querySelector('#rows tr')",
    "games/1?ply=9": "() => document.body.dataset.ply === '9'",
    "players": "() => document.querySelector('main a[href^=\"/players/\"]')",
    "players/Ann": "() => 'shown' in document.body.dataset",
    "statistics": "() => 'shown' in document.body.dataset",
    "analysis": "() => 'shown' in document.body.dataset",
    "editor": "() => Boolean(document.body.dataset.checked)",
    "puzzles": "() => document.querySelector('#rows tr')",
    "puzzles/1": "() => document.body.dataset.shown === 'start'",
    "rules": "() => document.querySelector('.rules-list img').complete",
    "rules/orochi": "() => document.querySelector('.rule-sheet img').complete",
    "netplay": "() => document.querySelector('#host-rules option')",
    "sign-in": "() => document.querySelector('main input')",
}
"""Every page, and when all of it is there."""


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (LAPTOP, "light")], ids=["phone", "laptop"])
def test_no_page_scrolls_sideways_or_hinders_people_seriously(
    url: str, browser: Browser, complaints: Complaints, size: dict[str, object], scheme: str
) -> None:
    page = browser.new_context(color_scheme=scheme, reduced_motion="reduce", **size).new_page()  # type: ignore[arg-type]
    complaints.watch(page)
    hindering = []
    for path, is_there in PAGES.items():
        page.goto(url + path)
        page.wait_for_function(is_there)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            hindering.append((path, "scrolls sideways", ""))
        for found in Axe().run(page).response["violations"]:
            if found["impact"] in ("serious", "critical"):
                hindering.append((path, found["id"], found["nodes"][0]["html"]))
    page.context.close()
    assert hindering == []


def test_every_page_is_among_them(url: str, page: Page) -> None:
    page.goto(url)
    linked = (
        page.get_by_role("navigation", name="Main")
        .get_by_role("link", include_hidden=True)
        .evaluate_all("(links) => links.map((link) => new URL(link.href).pathname.slice(1))")
    )
    assert {"play", "live", "puzzles"} <= set(linked) <= set(PAGES)
