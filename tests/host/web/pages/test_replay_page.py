"""The replay page in a real browser: by mouse and by keyboard alone, at every size, growing with its game."""

import re
from collections.abc import Iterator

import pytest
from browser_pages import LAPTOP, Complaints, cell
from playwright.sync_api import Browser, Page, expect

from hexlume.games.pieces import LETTERS, NAMES
from hexlume_host.store.repository import Store
from hexlume_record.game.replay import Ply, replay_of
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


@pytest.fixture
def page(browser: Browser, complaints: Complaints) -> Iterator[Page]:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    complaints.watch(page)
    yield page
    context.close()


def opened(page: Page, site_url: str, path: str) -> None:
    page.goto(site_url + path)
    page.wait_for_function("() => document.body.dataset.loaded === 'true'")


def stands_at(page: Page, ply: int) -> None:
    page.wait_for_function("(ply) => document.body.dataset.ply === ply", arg=str(ply))


def discs(page: Page) -> dict[str, str]:
    labels: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-cell]')].map((c) => c.getAttribute('aria-label'))"
    )
    parts = [label.split(", ") for label in labels]
    return {part[0]: part[1].removesuffix(" disc") for part in parts if part[1] != "empty"}


def named(ply: Ply) -> dict[str, str]:
    """Return the pieces of a ply as labels name them."""
    return {cell: NAMES[LETTERS.index(letter)] for cell, letter in ply.position["pieces"].items()}


def test_replay_is_walked_by_mouse(store: Store, site_url: str, page: Page) -> None:
    plies = replay_of(store.record(PlayedGame(store, "orochi", 4, 3).play().number)).plies
    last = len(plies) - 1
    opened(page, site_url, "games/1")
    stands_at(page, last)
    assert discs(page) == named(plies[-1])
    expect(page.locator("#result")).to_contain_text("wins")
    for name, ply in (("One back", last - 1), ("To the start", 0), ("One forward", 1)):
        page.get_by_role("button", name=name).click()
        stands_at(page, ply)
    page.get_by_role("button", name=re.compile(rf"^7\. {plies[7].colour} ")).click()
    stands_at(page, 7)
    assert discs(page) == named(plies[7])
    expect(page.locator(".mark-last-ring")).to_have_count(1)
    box = page.locator("#slider").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("(half) => Math.abs(Number(document.body.dataset.ply) - half) <= 1", arg=last / 2)
    page.get_by_role("button", name="To the end").click()
    stands_at(page, last)
    page.get_by_role("combobox", name="Speed").select_option("8")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    stands_at(page, last)


def test_a_position_is_shared_as_link_and_picture_and_the_end_shows_what_decided(
    store: Store, site_url: str, page: Page
) -> None:
    played = PlayedGame(store, "orochi", 3, 3).play()
    won, lost, decided = played.game.deciders()
    opened(page, site_url, "games/1")
    expect(page.locator(".mark-won")).to_have_count(len(won))
    expect(page.locator(".mark-lost")).to_have_count(len(lost))
    name = played.game.grid.name(decided[0])
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("decided the game"))
    last = len(played.game.codes)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share this position")
    expect(dialog.locator("#share-link")).to_have_value(f"{site_url}games/1?ply={last}")
    page.wait_for_function("() => document.querySelector('#share-picture').naturalWidth > 0")
    dialog.get_by_role("button", name="Copy the link").click()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site_url}games/1?ply={last}"
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("Home")
    stands_at(page, 0)
    expect(page.locator(".mark-won")).to_have_count(0)


def test_a_live_game_grows_without_moving_the_viewer(store: Store, site_url: str, page: Page) -> None:
    played = PlayedGame(store, "orcoon", 5)
    for _ in range(4):
        played.act()
    opened(page, site_url, "games/1?ply=2")
    played.act()
    expect(page.locator("#news")).to_have_text("1 new action: go to the end")
    stands_at(page, 2)
    page.locator("#news").click()
    stands_at(page, 5)
