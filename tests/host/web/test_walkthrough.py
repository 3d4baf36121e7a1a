"""One way through every page of the site, gone by mouse and by keyboard alone; and axe on every page in every look."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import LAPTOP, PHONE, Complaints, cell
from playwright.sync_api import Browser, Locator, Page, expect
from site_pages import ScriptedBoard, site_on

from hexlume_engine.puzzles.puzzle import Answer, Puzzle
from hexlume_engine.puzzles.repository import save_puzzle
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import PortWatch
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
    hub = LiveHub()
    ScriptedBoard(store, "b1", players=Players("Cleo", "Dan"), watch=PortWatch(hub, store)).act(f"W{CENTRE}", "Bd5")
    with site_on(store, hub) as address:
        yield address


@pytest.fixture
def page(laptop: Page) -> Page:
    return laptop


class Person(ABC):
    """Somebody who uses a page in one way only."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def use(self, what: Locator) -> None:
        """Press a button or follow a link."""

    def go_to_more(self, name: str) -> None:
        """Follow a link of the navigation that is behind *More*."""
        navigation = self.page.get_by_role("navigation", name="Main")
        self.use(navigation.get_by_role("button", name="More"))
        self.use(navigation.get_by_role("link", name=name))

    @abstractmethod
    def write(self, field: Locator, text: str) -> None:
        """Fill in a field of text."""

    @abstractmethod
    def choose(self, name: str) -> None:
        """Choose a cell of the board."""


class WithMouse(Person):
    def use(self, what: Locator) -> None:
        what.click()

    def write(self, field: Locator, text: str) -> None:
        field.click()
        self.page.keyboard.type(text)

    def choose(self, name: str) -> None:
        cell(self.page, name).click()


class WithKeyboard(Person):
    def use(self, what: Locator) -> None:
        self._reach(what)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        self._reach(field)
        self.page.keyboard.type(text)

    def choose(self, name: str) -> None:
        """Go to the board by Tab, and along the row of the cell where one comes to by the arrow keys."""
        self._reach(self.page.locator('[data-cell][tabindex="0"]'))
        self.page.keyboard.press("Home")
        for _ in range(MOST_TABS):
            if cell(self.page, name).evaluate("(element) => element === document.activeElement"):
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")

    def _reach(self, what: Locator) -> None:
        """Press Tab until the focus is on something; fails when it never comes there or cannot be seen there."""
        expect(what).to_be_visible()
        for _ in range(MOST_TABS):
            if what.evaluate("(element) => element === document.activeElement"):
                outlined = "(element) => element.matches(':focus-visible')"
                assert what.evaluate(outlined), "the focus can be seen"
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"The Tab key does not lead to {what}")


@pytest.mark.parametrize("way", [WithMouse, pytest.param(WithKeyboard, marks=pytest.mark.soak)])
def test_every_page_is_reached_and_used(url: str, page: Page, way: type[Person]) -> None:
    person = way(page)
    navigation = page.get_by_role("navigation", name="Main")
    page.goto(url)
    # From the overview to a board, and to the replay of its game.
    person.use(page.get_by_role("link", name="b1"))
    expect(page.locator(".player-white")).to_contain_text("Cleo")
    person.use(page.get_by_role("button", name="Cell names"))
    expect(page.locator(".cell-name", has_text=CENTRE)).to_be_visible()
    person.use(page.get_by_role("link", name="Replay this game"))
    page.wait_for_function("() => document.body.dataset.ply === '2'")
    person.use(page.get_by_role("button", name="One back"))
    expect(cell(page, CENTRE)).to_have_attribute("aria-label", f"{CENTRE}, white disc, last action")
    # The library, searched for a player.
    person.use(navigation.get_by_role("link", name="Games"))
    expect(page.locator("#rows tr")).to_have_count(3)
    person.write(page.get_by_label("Player", exact=True), "cle")
    page.keyboard.press("Enter")
    expect(page.locator("#rows tr")).to_have_count(1)
    person.use(page.locator("#rows").get_by_role("link", name="Game 3"))
    page.wait_for_function("() => document.body.dataset.ply === '2'")
    # The players, and one of them.
    person.go_to_more("Players")
    person.use(page.get_by_role("link", name="Ann").first)
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    person.use(page.get_by_role("link", name="Statistics of these games"))
    expect(page.locator("#count")).to_contain_text("2 games: player Ann")
    person.use(page.get_by_role("button", name="All games"))
    expect(page.locator("#count")).to_contain_text("3 games")
    # Trying something out, and setting up a position.
    person.use(navigation.get_by_role("link", name="Analyse"))
    person.choose(CENTRE)
    person.use(page.get_by_role("button", name="place a white disc"))
    expect(cell(page, CENTRE)).to_have_attribute("aria-label", f"{CENTRE}, white disc, last action")
    person.use(page.get_by_role("button", name="Edit"))
    person.use(page.get_by_role("button", name="Empty board"))
    expect(cell(page, CENTRE)).to_have_attribute("aria-label", f"{CENTRE}, empty")
    # A puzzle, answered.
    person.go_to_more("Puzzles")
    person.use(page.get_by_role("link", name="Solve the first"))
    expect(page.locator("#task")).to_be_visible()
    person.choose("d5")
    person.use(page.get_by_role("button", name="place a black disc"))
    expect(page.locator("#verdict")).to_contain_text("Right: Bd5")
    # The rules of a game.
    person.use(navigation.get_by_role("link", name="Learn"))
    person.use(page.get_by_role("link", name="Sibling"))
    expect(page.locator("#SIB-1")).to_be_visible()
    # A game with somebody far away is begun.
    person.go_to_more("Network game")
    person.write(page.locator("#host-name"), "Ann")
    person.use(page.get_by_role("button", name="Begin"))
    expect(page.get_by_role("heading", name="Send this link to the other player")).to_be_visible()
    expect(page.locator("#invite-link")).not_to_have_value("")
    # Home again.
    person.use(page.get_by_role("link", name="Hexlume"))
    expect(page.get_by_role("link", name="b1")).to_be_visible()


PAGES = {
    "": "() => document.body.dataset.connected === 'true' && document.querySelector('.board-card [data-cell]')",
    "live": "() => document.querySelector('.board-card [data-cell]')",
    "play": "() => document.querySelector('#game option')",
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
    "embed/boards/b1": "() => document.querySelector('.embed img').complete",
    "netplay": "() => document.querySelector('#game option')",
    "sign-in": "() => document.querySelector('main input')",
}
"""Every page, and when all of it is there."""
LOOKS = [
    pytest.param(PHONE, "dark", id="phone-dark"),
    pytest.param(LAPTOP, "light", id="laptop-light", marks=pytest.mark.soak),
    pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.soak),
    pytest.param(LAPTOP, "dark", id="laptop-dark", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_nothing_serious_hinders_people_on_any_page(
    url: str, browser: Browser, complaints: Complaints, size: dict[str, object], scheme: str
) -> None:
    page = browser.new_context(color_scheme=scheme, reduced_motion="reduce", **size).new_page()  # type: ignore[arg-type]
    complaints.watch(page)
    hindering = []
    for path, is_there in PAGES.items():
        page.goto(url + path)
        page.wait_for_function(is_there)
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
