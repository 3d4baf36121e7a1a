"""Pages in another language: with a catalogue that wraps every text in brackets, nothing stands outside of them."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page
from site_pages import ScriptedBoard

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume_host.game.position import legal_texts
from hexlume_host.game.text import game_title
from hexlume_host.puzzles.puzzle import Answer, Puzzle
from hexlume_host.puzzles.repository import save_puzzle
from hexlume_host.review.evaluation import Choice, Evaluation, line_keys
from hexlume_host.review.repository import save_evaluation
from hexlume_host.store.repository import Players, Store
from tests.host.brackets import brackets_catalogue, outside_brackets

pytestmark = pytest.mark.integration

PAGES = (
    "",
    "library",
    "library?player=Ann&outcome=won",
    "players",
    "players/Ann",
    "statistics",
    "sign-in",
    "nowhere",
    "games/1?ply=2",
    "games/9999",
    "analysis",
    "analysis?game=1",
    "analysis?game=2",
    "editor",
    "puzzles",
    "puzzles/1",
    "rules",
    "rules/orochi",
    "rules/sibling",
    "embed/games/1",
    "netplay",
    "new-game",
)
"""The pages that nobody plays on."""
LETTERS = re.compile(r"[^\W\d_]{3,}")
NO_TEXT = re.compile(r"\w+://\S+|\b[0-9a-f]{16}\b|\b[A-Z][a-z]+ (\d+, )?\d{4}\b")
"""Addresses, boards' ids, and dates, which the browser words."""
NAMES = {"Hexlume", "gentle", "Ann", "Ben", "board", "JSON", "AbstractPlay", "hex"}
TEXTS = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const kept = parent.closest("script, style, noscript, code, .when, .last, .kind, .board-id, [lang=en]");
    if (!kept) found.push(walker.currentNode.textContent);
  }
  for (const name of ["aria-label", "aria-valuetext", "placeholder", "title", "alt"])
    for (const one of document.querySelectorAll(`body [${name}]:not([lang=en] *)`)) found.push(one.getAttribute(name));
  for (const one of document.querySelectorAll("body *"))
    for (const side of ["::before", "::after"])
      for (const [, text, name] of getComputedStyle(one, side).content.matchAll(/"([^"]*)"|attr\\(([\\w-]+)\\)/g))
        found.push(name ? one.getAttribute(name) : text);
  return found.join("\\n");
}"""
GLOWING = "[data-cell].legal"


@cache
def names() -> set[str]:
    """Return the words that no translation changes: names, the opponent's too, as the store keeps it."""
    titles = (LETTERS.findall(game_title(name)) for name in games.NAMES)
    return NAMES.union(*titles, (games.game_class(name).GRID.kind for name in games.NAMES))


def assert_translated(page: Page, moment: str) -> None:
    """Fail for words of a page, shown or not, that stand in no brackets."""
    page.wait_for_load_state("networkidle")
    assert page.locator("html").get_attribute("lang") == "qps", moment
    text = page.evaluate(TEXTS)
    assert text.count("⟦") == text.count("⟧") > 0, moment
    text = outside_brackets(text)
    left = [line.strip() for line in NO_TEXT.sub("", text).splitlines() if set(LETTERS.findall(line)) - names()]
    assert left == [], moment


def fill(store: Store) -> None:
    """Store a reviewed game, one of a game with options, and a puzzle."""
    told = ScriptedBoard(store, "board", players=Players("Ann", "Ben"))
    for number in range(5):
        action, colour = legal_texts(told.game)[number], COLOURS[told.game.to_move]
        line = line_keys(told.game.actions())[-1]
        choices = (Choice(action, 0.9, None, 900, (action, action)),)
        told.act(legal_texts(told.game)[0])
        save_evaluation(store, 1, Evaluation(number, line, colour, None, choices, 900, 1.0))
    told.tell("conclude", result="W+", reason="resigned")
    ScriptedBoard(store, "board", "sibling", boot=2)
    answers = {"Bd5": Answer(1.0, "win"), "Bd3": Answer(0.0, "loss")}
    save_puzzle(store, Puzzle("orochi", "hex4", {}, ("Wd4",), "black", "win", ("Bd5",), answers))


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a simulated board's page, on a site in a language of brackets."""
    folder = tmp_path_factory.mktemp("translated")
    where = str(folder / "games.sqlite")
    with Store(where) as store:
        fill(store)
    sheets = folder / "qps"
    sheets.mkdir()
    (sheets / "sibling.md").write_text(
        "# ⟦Sibling⟧\n\n⟦**SIB-1** White begins.⟧\n\n| ⟦a⟧ |\n|---|\n| ⟦b⟧ |\n", encoding="utf-8"
    )
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", "play", "--port", "0"]
    command += ["--no-browser", "--engine", "off", "--size", "2", "--panel", "hex4", "--store", where]
    with subprocess.Popen(
        [*command, "--language", str(brackets_catalogue(folder))], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split("Play at ")[1].split()[0]
        finally:
            server.terminate()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_context().new_page()
    page.set_default_timeout(60_000)
    yield page
    page.context.close()


def test_every_text_of_the_pages_comes_from_the_catalogue(page: Page, board: str) -> None:
    site = board.partition("boards/")[0]
    opened = {path: page.context.new_page() for path in (*PAGES, board.replace(site, "embed/"))}
    # All load while the first is looked at.
    for path, tab in opened.items():
        tab.goto(site + path, wait_until="commit")
    for path, tab in opened.items():
        assert_translated(tab, path)
        tab.close()
    page.goto(f"{site}puzzles/1")
    page.locator("#solution").click()
    page.locator("#line button").first.wait_for()
    assert_translated(page, "a puzzle's solution")


@pytest.mark.soak
def test_every_text_of_a_network_game_comes_from_the_catalogue(page: Page, browser: Browser, board: str) -> None:
    guest = browser.new_page()
    page.goto(f"{board.partition('boards/')[0]}netplay")
    page.locator("#host-name").fill("Ann")
    page.locator("#host button").click()
    page.wait_for_function("() => document.querySelector('#invite-link').value")
    assert_translated(page, "an invitation")
    guest.goto(page.locator("#invite-link").input_value())
    guest.locator("#join-name").fill("Ben")
    guest.locator("#join button").click()
    guest.locator("#scene").wait_for()
    guest.locator("#draw").click()
    page.locator("#yes").wait_for()
    for one in (page, guest):
        assert_translated(one, "an offer")
    page.locator("#no").click()
    guest.locator("#resign").click()
    guest.locator("#sure .main").click()
    for one in (page, guest):
        one.locator("#over").wait_for()
        assert_translated(one, "the end of a network game")


@pytest.mark.soak
def test_every_text_of_a_board_comes_from_the_catalogue(page: Page, board: str) -> None:
    page.goto(board)
    page.locator(GLOWING).first.wait_for()
    assert_translated(page, "the first view")
    page.locator('[data-tray="white"]').first.click()
    assert_translated(page, "a disc in hand")
    page.locator("[data-cell]:not(.legal):not(.has-disc)").first.click()
    page.locator("#text.refused").wait_for()
    assert_translated(page, "a mistake")
    page.locator("#put-back").click()
    page.locator(GLOWING).first.wait_for()
    page.locator('[data-button="menu"]').click()
    page.locator("#menu-legend").wait_for()
    assert_translated(page, "the menu")
    page.locator('[data-button="back"]').click()
    page.locator("#menu-legend").wait_for(state="hidden")
    page.locator("#learn").click()
    page.locator("#lesson").wait_for()
    assert_translated(page, "a lesson")
    page.locator("#lesson-leave").click()
    page.locator("#opponent-choice").wait_for()
    page.locator(GLOWING).first.wait_for()
    while not page.locator("#over").is_visible():
        if page.locator(GLOWING).count():
            page.locator(GLOWING).first.click(force=True)
        if page.locator(".chooser:not([hidden])").count():
            assert_translated(page, "a choice")
            page.locator(".chooser:not([hidden]) .choice").first.click()
        page.wait_for_timeout(50)
    assert_translated(page, "the end of a game")
