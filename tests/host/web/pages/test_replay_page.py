"""The replay page in a real browser: by mouse and by keyboard alone, at every size, growing with its game."""

import re
from collections.abc import Iterator

import pytest
from browser_pages import LAPTOP, Complaints, cell
from playwright.sync_api import Browser, Page, expect
from site_pages import site_on

from hexlume.games.pieces import LETTERS, NAMES
from hexlume_host.store.repository import Store
from hexlume_record.game.events import ACTION
from hexlume_record.game.replay import Ply, replay_of
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    with site_on(store) as address:
        yield address


@pytest.fixture
def page(browser: Browser, complaints: Complaints) -> Iterator[Page]:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    complaints.watch(page)
    yield page
    context.close()


def opened(page: Page, url: str, path: str) -> None:
    page.goto(url + path)
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


def test_a_ply_says_what_its_players_clock_had_left(store: Store, url: str, page: Page) -> None:
    played = PlayedGame(store, "orochi", 3)
    played.tell(ACTION, action="Wc3", colour="white", clock=70_000)
    opened(page, url, f"games/{played.number}?ply=1")
    expect(page.locator("#text")).to_contain_text("Time left: 1:10.")
    page.keyboard.press("Home")
    expect(page.locator("#text")).not_to_contain_text("Time left")


def test_replay_is_walked_by_mouse(store: Store, url: str, page: Page) -> None:
    played = PlayedGame(store, "orochi", 4, 3).play()
    plies = replay_of(store.record(played.number)).plies
    last = len(plies) - 1
    opened(page, url, "games/1")
    stands_at(page, last)
    assert discs(page) == named(plies[-1])
    expect(page.locator("#result")).to_contain_text("wins")
    page.get_by_role("button", name="One back").click()
    stands_at(page, last - 1)
    page.get_by_role("button", name="To the start").click()
    stands_at(page, 0)
    assert discs(page) == {}
    page.get_by_role("button", name="One forward").click()
    stands_at(page, 1)
    page.get_by_role("button", name=re.compile(rf"^7\. {plies[7].colour} ")).click()
    stands_at(page, 7)
    assert discs(page) == named(plies[7])
    marked = page.locator(".mark-last-ring")
    expect(marked).to_have_count(1)
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
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#board")).to_have_class(re.compile("nameless"))
    page.get_by_role("button", name="Cell names").click()
    expect(page.locator("#board")).not_to_have_class(re.compile("nameless"))


@pytest.mark.soak
def test_a_game_that_takes_long_to_load_is_said_to_be_on_its_way(store: Store, url: str, page: Page) -> None:
    PlayedGame(store, "orochi", 4, 3).play()
    page.route("**/api/games/1", lambda route: None)
    page.goto(url + "games/1")
    told = page.get_by_role("status").filter(has_text="is being loaded")
    expect(told).to_be_visible()
    expect(page.locator("#scene")).to_be_hidden()
    # What is held goes on with that.
    page.unroute("**/api/games/1")
    expect(page.locator("#scene")).to_be_visible()
    expect(told).to_have_count(0)


@pytest.mark.soak
def test_a_game_that_comes_at_once_is_not(store: Store, url: str, page: Page) -> None:
    """A sentence that vanishes as it comes would only be heard."""
    PlayedGame(store, "orochi", 4, 3).play()
    page.clock.install()
    page.goto(url + "games/1")
    expect(page.locator("#scene")).to_be_visible()
    page.clock.run_for(1000)
    expect(page.locator("#loading")).to_be_empty()


@pytest.mark.soak
def test_replay_is_walked_by_keyboard_alone(store: Store, url: str, page: Page) -> None:
    plies = replay_of(store.record(PlayedGame(store, "orcoon", 5).play().identity)).plies
    last = len(plies) - 1
    opened(page, url, "games/1?ply=3")
    for key, ply in (
        ("ArrowRight", 4),
        ("ArrowLeft", 3),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("PageDown", 1),
        ("PageDown", 2),
        ("PageUp", 1),
        ("5", (last + 1) // 2),
        ("End", last),
        ("0", 0),
    ):
        page.keyboard.press(key)
        stands_at(page, ply)
    page.locator("#speed").focus()
    page.keyboard.type("8")
    expect(page.locator("#speed")).to_have_value("8")
    page.locator("#play").focus()
    page.keyboard.press("Space")
    stands_at(page, last)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("n")
    expect(page.locator("#names")).to_have_attribute("aria-pressed", "true")
    # With Tab to the slider, the turns and the board; each knows its keys.
    page.locator("#slider").focus()
    page.keyboard.press("Home")
    stands_at(page, 0)
    page.keyboard.press("ArrowRight")
    stands_at(page, 1)
    page.locator(".ply[aria-current]").focus()
    page.keyboard.press("ArrowRight")
    stands_at(page, 2)
    assert page.evaluate("document.activeElement.dataset.ply") == "2"
    cell(page, "c3").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.cell") == "d3"
    stands_at(page, 2)


@pytest.mark.soak
def test_a_link_leads_to_its_ply(store: Store, url: str, page: Page) -> None:
    PlayedGame(store, "orcoon", 5).play(6)
    opened(page, url, "games/1?ply=2")
    stands_at(page, 2)
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"ply=3$"))
    page.keyboard.press("c")
    expect(page.locator("#toast")).to_have_text("The link to this position is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{url}games/1?ply=3"
    for asked, ply in (("999", 6), ("-1", 6), ("<b>", 6), ("0", 0)):
        opened(page, url, f"games/1?ply={asked}")
        stands_at(page, ply)


def test_a_position_is_shared_as_link_and_picture_and_the_end_shows_what_decided(
    store: Store, url: str, page: Page
) -> None:
    played = PlayedGame(store, "orochi", 3, 3).play()
    won, lost, decided = played.game.deciders()
    opened(page, url, "games/1")
    expect(page.locator(".mark-won")).to_have_count(len(won))
    expect(page.locator(".mark-lost")).to_have_count(len(lost))
    name = played.game.grid.name(decided[0])
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("decided the game"))
    last = len(played.game.codes)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share this position")
    expect(dialog.get_by_role("textbox")).to_have_value(f"{url}games/1?ply={last}")
    picture = dialog.get_by_role("img", name=re.compile("^The board: .* wins"))
    page.wait_for_function("() => document.querySelector('#share-picture').naturalWidth > 0")
    dialog.get_by_role("combobox", name="Picture for").select_option("dark")
    expect(picture).to_have_attribute("src", re.compile(f"ply={last}&theme=dark$"))
    dialog.get_by_role("button", name="Copy the link").click()
    assert page.evaluate("navigator.clipboard.readText()") == f"{url}games/1?ply={last}"
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("Home")
    stands_at(page, 0)
    expect(page.locator(".mark-won")).to_have_count(0)


@pytest.mark.soak
def test_forced_and_captured_cells_are_marked_and_said(store: Store, url: str, page: Page) -> None:
    """DRO-4: a4 takes b3. ORO-4: an over-connected disc has to be turned over."""
    taking = PlayedGame(store, "droched", 5)
    for action in ["b4", "b3", "c4", "e6", "c3", "e7", "b2", "f6", "a1", "f3", "a4"]:
        taking.act(action)
    opened(page, url, "games/1")
    expect(page.locator("#text")).to_contain_text("Taken off: b3.")
    expect(cell(page, "b3")).to_have_attribute("aria-label", re.compile("captured just now"))
    PlayedGame(store, "orochi", 3, 1).play()
    plies = replay_of(store.record(2)).plies
    forced = next(ply for ply in plies if ply.position["forced"])
    opened(page, url, f"games/2?ply={forced.number}")
    expect(page.locator("#text")).to_contain_text("has to turn over")
    expect(page.locator(".mark-forced")).to_have_count(len(forced.position["forced"]))


@pytest.mark.soak
def test_a_live_game_grows_without_moving_the_viewer(store: Store, url: str, page: Page) -> None:
    played = PlayedGame(store, "orcoon", 5)
    for _ in range(4):
        played.act()
    opened(page, url, "games/1?ply=2")
    expect(page.locator("#state")).to_have_text("still going on")
    played.act()
    expect(page.locator("#news")).to_have_text("1 new action: go to the end")
    stands_at(page, 2)
    page.locator("#news").click()
    stands_at(page, 5)
    # Playing at the end waits for what comes.
    page.keyboard.press("Space")
    played.act()
    stands_at(page, 6)
    played.undo()
    stands_at(page, 5)
    expect(page.locator("#turns .ply")).to_have_count(6)
    page.get_by_role("checkbox", name="what was taken back").check()
    expect(page.locator(".undone").first).to_be_visible()
    played.play()
    expect(page.locator("#state")).to_be_hidden()


def test_a_problem_is_told_and_the_game_shown_up_to_it(store: Store, url: str, page: Page) -> None:
    played = PlayedGame(store, "orcoon", 5).play(3)
    played.tell("action", action="z9", colour="white")
    opened(page, url, "games/1")
    expect(page.locator("#problem")).to_contain_text("Action 4 (z9)")
    stands_at(page, 3)


def test_a_game_that_is_not_there(url: str, browser: Browser) -> None:
    page = browser.new_context(**LAPTOP).new_page()  # type: ignore[arg-type]
    opened(page, url, "games/77")
    expect(page.get_by_text("There is no game 77.")).to_be_visible()
    expect(page.locator("#scene")).to_be_hidden()
    page.context.close()


@pytest.mark.soak
def test_replay_page_offers_the_records_as_downloads(store: Store, url: str, page: Page) -> None:
    PlayedGame(store, "orcoon", 4).play()
    opened(page, url, "games/1?ply=2")
    page.get_by_role("button", name="Share").click()
    names = {
        "Save as SVG": "-1-2.svg",
        "Save as PNG": "-1-2.png",
        "text": "-1.txt",
        "JSON": "-1.json",
        "AbstractPlay": "-1.apgame.json",
    }
    for link, ending in names.items():
        if link == "text":
            page.get_by_role("button", name="Close").click()
            page.get_by_text("Download").click()
        with page.expect_download(timeout=60_000) as download:
            page.get_by_role("link", name=link, exact=True).click()
        assert download.value.suggested_filename == f"hexlume{ending}"
