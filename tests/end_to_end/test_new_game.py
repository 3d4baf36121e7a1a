"""`hexlume play`: games begun from the page of cards on other panels, stored with their names, and continued."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.test_play import Played, listed_games
from tests.in_process import Hexlume


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    running = Played(tmp_path / "games.sqlite", "--engine", "off")
    yield running
    running.process.kill()
    running.process.wait()


@pytest.fixture
def page(played: Played, browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.goto(played.address)
    yield page
    page.close()


def begin(page: Page, played: Played, game: str, cells: str, opponent: str, **names: str) -> None:
    """Begin a game on the page of cards, and wait until the board offers its first action."""
    page.goto(played.address.partition("boards/")[0] + "new-game")
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    page.get_by_role("radio", name=game).check(force=True)
    page.get_by_role("radio", name=cells, exact=True).check(force=True)
    page.get_by_role("radio", name=opponent, exact=True).check(force=True)
    for label, name in names.items():
        page.get_by_label(label.replace("_", " ")).fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(played.address)
    expect(page.locator("[data-cell].legal").first).to_be_visible(timeout=30_000)


def tap(page: Page, cell: str, count: int) -> None:
    """Play on a cell of the game, and wait until it has so many actions."""
    page.locator(f'[data-cell][aria-label^="{cell}, "].legal').click(force=True)
    page.wait_for_function("count => Number(document.body.dataset.shown) >= count", arg=count)


def test_games_begin_on_other_panels_and_one_is_continued(played: Played, page: Page, hexlume: Hexlume) -> None:
    expect(page.locator(".player-black .player-name")).to_have_text("Hexlume (gentle)")
    begin(page, played, "Hex", "25 cells", "A person here", **{"White's_name": "Ann", "Black's_name": "Ben"})
    expect(page.locator("[data-cell]")).to_have_count(25)
    tap(page, "c3", 1)
    begin(page, played, "Orcoon", "49 cells", "gentle", Your_name="Zoe")
    expect(page.locator("[data-cell]")).to_have_count(49)
    tap(page, "d4", 2)
    begin(page, played, "Sibling", "37 cells", "medium", Your_name="Zoe")
    tap(page, "d4", 3)

    stored = [(game["rules"], game["players"]) for game in listed_games(hexlume, played.store)]
    assert stored[-3:] == [
        ("hex", {"white": "Ann", "black": "Ben"}),
        ("orcoon", {"white": "Hexlume (gentle)", "black": "Zoe"}),
        ("sibling", {"white": "Zoe", "black": "Hexlume (medium)"}),
    ]
    boards = {game["device"]["id"] for game in listed_games(hexlume, played.store)}  # type: ignore[index]
    assert boards == {played.address.rpartition("/")[2]}

    page.goto(played.address.partition("boards/")[0] + "library")
    page.get_by_role("row", name="Hex 25 cells").get_by_role("button", name="Continue").click()
    page.wait_for_url(played.address)
    expect(page.locator("#actions li")).to_have_count(1)
    expect(page.locator(".player-white .player-name")).to_have_text("Ann")
    tap(page, "d4", 2)
    expect(page.locator("#text")).to_contain_text("Black")
    # It is one game to people, though the board began another.
    assert [game["rules"] for game in listed_games(hexlume, played.store)].count("hex") == 1
