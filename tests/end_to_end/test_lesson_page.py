"""A lesson on the page of `hexlume play`: questions, stars, the list of steps, and the way out."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.end_to_end.test_play import Played

pytestmark = pytest.mark.integration


@pytest.fixture
def page(tmp_path: Path, browser: Browser) -> Iterator[Page]:
    running = Played(tmp_path / "games.sqlite", "--rules", "hex", "--size", "5", "--opponent", "person")
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.goto(running.address)
    yield page
    page.close()
    running.process.kill()
    running.process.wait()


def tap(page: Page, name: str) -> None:
    page.locator(f'[aria-label^="{name}, "], [aria-label="{name}"]').first.click()


def legal(page: Page) -> Locator:
    """Return the cells that can be chosen."""
    return page.locator("#board .legal")


def test_a_first_right_answer_gets_a_star_and_leaving_leads_back_to_the_game(page: Page) -> None:
    expect(legal(page)).not_to_have_count(0)
    tap(page, "c3")
    expect(page.locator("#actions li")).to_have_count(1)
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Learn it step by step").last.click()
    expect(page.get_by_role("heading", name="Hex, lesson 1 of 11")).to_be_visible()
    page.get_by_role("button", name="Step 3").click()
    expect(page.locator("#text")).to_contain_text("first try")
    expect(legal(page)).to_have_count(0)
    star = page.get_by_role("button", name="Step 3, with a star")
    while not star.is_visible():
        # A step takes no answer in the moment between the table's last disc and its own beginning.
        tap(page, "c3")
        with suppress(AssertionError):
            expect(star).to_be_visible()
    page.get_by_role("button", name="Step 5").click()
    expect(page.locator("#text")).to_contain_text("first try")
    tap(page, "a1")
    expect(page.get_by_text("White closes the gap next turn").first).to_be_visible()
    # The table puts the disc back, then the one right cell is shown.
    expect(legal(page)).to_have_count(1)
    tap(page, "c3")
    expect(page.get_by_role("heading", name="Hex, lesson 6 of 11")).to_be_visible()
    expect(page.get_by_role("button", name="with a star")).to_have_count(1)
    page.get_by_role("button", name="Restart the course").click()
    expect(page.get_by_role("heading", name="Hex, lesson 1 of 11")).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("#actions li")).to_have_count(1)
    expect(page.locator("#actions li")).to_contain_text("c3")
