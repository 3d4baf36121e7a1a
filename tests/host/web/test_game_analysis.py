"""A game analysed on the replay page: begun, watched, stopped and looked at, by mouse and by keyboard."""

import json
import multiprocessing.spawn
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import LAPTOP, PHONE
from playwright.sync_api import Browser, Page, expect
from site_pages import site_on

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.review.repository import save_evaluation
from hexlume_engine.review.reviewed_game import ReviewedGame
from hexlume_engine.review.reviewer import Reviewer
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_host.store.repository import Store
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.pages import review
from hexlume_record.game.replay import replay_of
from tests.host.new_store import new_store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

LONG = 30.0
"""Seconds an action: nothing that is asked for so long ends within a test."""


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    with site_on(store) as address:
        yield address


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with one game, which the engine has looked at."""
    with Store(new_store(tmp_path_factory.mktemp("looked_at") / "games.sqlite")) as store:
        PlayedGame(store, "sibling", 3, 1).play()
        analysed(store, 1, 100)
        with site_on(store) as address:
            yield address


@pytest.fixture
def page(laptop: Page) -> Page:
    laptop.set_default_timeout(60_000)
    return laptop


def analysed(store: Store, number: int, playouts: int = 300) -> ReviewedGame:
    reviewed = ReviewedGame.of(replay_of(store.record(number)))
    reviewer = Reviewer(Engine(STRONGEST, 1, memory_mb=32), reviewed)
    for ply in reviewed.plan({}, Limit(None, playouts)):
        save_evaluation(store, number, reviewer.evaluate(ply, Limit(None, playouts)))
    return reviewed


def asked(url: str, method: str = "GET", body: object = None, token: str = "") -> tuple[int, dict[str, Any]]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, method=method)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_function("() => document.body.dataset.analysed !== undefined")


def stands_at(page: Page, ply: int) -> None:
    page.wait_for_function("(ply) => document.body.dataset.ply === ply", arg=str(ply))


def test_begun_watched_and_finished_on_the_page(store: Store, url: str, page: Page) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    opened(page, f"{url}games/1")
    expect(page.locator("#analysis-note")).to_have_text("The engine has not looked at this game yet.")
    page.get_by_label("For each action").select_option("0.2")
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("#analysis-progress")).to_be_visible()
    page.wait_for_function("() => Number(document.body.dataset.analysed) > 0", timeout=180_000)
    expect(page.get_by_role("button", name="Analyse longer")).to_be_enabled()
    expect(page.locator("#analysis-progress")).to_be_hidden()
    expect(page.get_by_role("slider", name="White's chance to win, by action")).to_be_visible()
    reviewed = ReviewedGame.of(replay_of(store.record(1)))
    assert reviewed.plan(reviewed.evaluations(store), Limit(0.2)) == []
    # Everything on this board is proven: more time finds nothing new.
    page.get_by_role("button", name="Analyse longer").click()
    expect(page.locator("#toast")).to_have_text("Everything was thought about for that long already.")


@pytest.mark.soak
def test_stopped_and_one_at_a_time(store: Store, url: str, page: Page) -> None:
    for seed in (1, 2):
        PlayedGame(store, "droched", 5, seed).play(8).resign()
    first, second = f"{url}api/games/1/analysis", f"{url}api/games/2/analysis"
    status, told = asked(first, "POST", {"seconds": LONG})
    assert (status, told["begun"], told["running"]["planned"]) == (200, True, 9)
    status, told = asked(second, "POST", {"seconds": LONG})
    assert (status, told["error"]) == (409, "Game 1 is being analysed: wait for its end, or stop it there.")
    assert asked(second)[1]["running"] is None
    # Stopping another one does nothing, asking for the same goes on.
    assert asked(second, "DELETE")[0] == 200
    assert asked(first, "POST", {"seconds": LONG})[1]["running"] is not None
    opened(page, f"{url}games/1")
    expect(page.locator("#analysis-progress")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Analyse this game")).to_be_enabled()
    expect(page.get_by_role("button", name="Analyse this game")).to_be_focused()
    assert asked(first)[1]["running"] is None
    assert asked(first)[1]["problem"] == ""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"seconds": 0}, "Seconds must be 0.05 or more."),
        ({"seconds": 1e9}, "Seconds must be 30.0 or less."),
        ({"seconds": "1"}, "Seconds must be a number."),
        ({"seconds": True}, "Seconds must be a number."),
        ([], "It must be an object."),
    ],
)
def test_what_is_asked_for_is_checked(store: Store, url: str, body: object, sentence: str) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    status, told = asked(f"{url}api/games/1/analysis", "POST", body)
    assert (status, told) == (400, {"error": sentence})
    assert asked(f"{url}api/games/1/analysis")[1]["running"] is None


@pytest.mark.soak
def test_a_game_that_goes_on_is_not_analysed(store: Store, url: str, page: Page) -> None:
    PlayedGame(store, "orochi", 3, 1).play(2)
    status, told = asked(f"{url}api/games/1/analysis", "POST", {})
    assert (status, told["error"]) == (409, "The game still goes on: it can be analysed once it is over.")
    PlayedGame(store, "orochi", 3, 2)
    assert asked(f"{url}api/games/2/analysis")[1]["refused"].startswith("Nobody has acted in game 2")
    opened(page, f"{url}games/1")
    expect(page.get_by_role("button", name="Analyse this game")).to_be_disabled()
    expect(page.locator("#analysis-note")).to_contain_text("The game still goes on")
    assert asked(f"{url}api/games/9/analysis")[0] == 404


def test_who_may_only_watch_sees_it_and_begins_nothing(store: Store, page: Page) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    analysed(store, 1)
    with site_on(store, policy=AccessPolicy(token="acting-token")) as url:
        address = f"{url}api/games/1/analysis"
        for method in ("POST", "DELETE"):
            assert asked(address, method, {})[0] == 401
            assert asked(address, method, {}, "acting-token")[0] == 200
        asked(address, "DELETE", {}, "acting-token")
        opened(page, f"{url}games/1")
        expect(page.locator("#analysis-begin")).to_be_disabled()
        expect(page.locator("#analysis-note")).to_contain_text("Sign in to have this game analysed.")
        expect(page.locator("#curve svg")).to_be_visible()


@pytest.mark.soak
def test_without_the_engine_the_page_says_what_to_install(
    store: Store, url: str, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    monkeypatch.setattr(review, "is_installed", lambda: False)
    opened(page, f"{url}games/1")
    expect(page.get_by_role("button", name="Analyse this game")).to_be_disabled()
    expect(page.locator("#analysis-note")).to_contain_text("install it with pip install 'hexlume[engine]'")


@pytest.mark.soak
def test_the_curve_by_mouse_and_by_keyboard(store: Store, url: str, page: Page) -> None:
    PlayedGame(store, "sibling", 3, 1).play()
    reviewed = analysed(store, 1)
    last = len(reviewed.actions)
    opened(page, f"{url}games/1?ply=3")
    curve = page.get_by_role("slider", name="White's chance to win, by action")
    expect(curve).to_have_attribute("aria-valuenow", "3")
    expect(curve).to_have_attribute("aria-valuetext", re.compile(rf"^After 3\. {reviewed.names[2]}, white \d+ %"))
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + 40)
    stands_at(page, last)
    page.mouse.click(box["x"] + 48, box["y"] + 40)
    stands_at(page, 0)
    # Dragging goes through the game.
    page.mouse.move(box["x"] + 60, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40, steps=4)
    page.mouse.up()
    page.wait_for_function("(half) => Math.abs(Number(document.body.dataset.ply) - half) <= 2", arg=last / 2)
    curve.focus()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowDown", 1), ("ArrowLeft", 0), ("End", last)):
        page.keyboard.press(key)
        stands_at(page, ply)
        expect(curve).to_have_attribute("aria-valuenow", str(ply))
    expect(curve).to_be_focused()
    page.get_by_text("Numbers").click()
    expect(page.locator("#analysis-rows tr")).to_have_count(last + 1)


@pytest.mark.soak
def test_what_was_better_is_shown_on_the_board(store: Store, url: str, page: Page) -> None:
    PlayedGame(store, "sibling", 3, 1).play()
    analysed(store, 1)
    turning = asked(f"{url}api/games/1/analysis")[1]["turning_points"]
    assert turning
    opened(page, f"{url}games/1")
    expect(page.locator("#turning > li")).to_have_count(len(turning))
    point = turning[0]["actions"][0]
    assert point["better"]
    expect(page.locator("#turning > li").first).to_contain_text(turning[0]["words"])
    name = f"{point['ply']}. {turning[0]['colour']} {point['action']}"
    page.get_by_role("button", name=name, exact=True).last.click()
    stands_at(page, point["ply"])
    expect(page.locator("#turning > li[data-here]")).to_have_count(1)
    show = page.get_by_role("button", name=f"Show what was better than {point['ply']}. {point['action']}")
    show.focus()
    page.keyboard.press("Enter")
    stands_at(page, point["ply"] - 1)
    expect(show).to_have_attribute("aria-pressed", "true")
    expect(show).to_be_focused()
    best = page.locator(f"[data-cell='{point['better'][0]['cells'][0]}']")
    expect(best).to_have_attribute("aria-label", re.compile(f"better 1: {point['better'][0]['action']}, "))
    expect(page.locator(f"[data-cell='{point['cells'][0]}']")).to_have_attribute("aria-label", re.compile("played: "))
    expect(page.locator(".marks .mark-text")).to_have_count(len(point["better"]))
    # Again takes it off, and so does going on.
    page.keyboard.press("Enter")
    expect(page.locator(".marks .mark-text")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".marks .mark-text")).to_have_count(len(point["better"]))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".marks .mark-text")).to_have_count(0)
    expect(show).to_have_attribute("aria-pressed", "false")


@pytest.mark.soak
@pytest.mark.parametrize("look", [LAPTOP, PHONE, {"viewport": {"width": 1920, "height": 1080}}])
def test_every_size_shows_it_all_and_axe_finds_nothing(
    looked_at: str, browser: Browser, look: dict[str, object]
) -> None:
    page = browser.new_context(color_scheme="light", bypass_csp=True, **look).new_page()  # type: ignore[arg-type]
    opened(page, f"{looked_at}games/1?ply=4")
    page.get_by_role("button", name="Show what was better").first.click()
    page.get_by_text("Numbers").click()
    expect(page.locator("#toast")).to_be_hidden()
    size = look["viewport"]
    assert isinstance(size, dict)
    assert hindering(page, size["width"]) == []
    page.emulate_media(color_scheme="dark")
    assert hindering(page, size["width"]) == []
    page.context.close()


def hindering(page: Page, width: int) -> list[tuple[str, str, str]]:
    """Return what axe finds on a page that is no wider than its window."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found]


def test_a_process_that_cannot_begin_is_reported(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page gets a sentence, and the next process may begin."""
    PlayedGame(store, "orochi", 2, 2).play()
    reviewed = ReviewedGame.of(replay_of(store.record(1)))
    from hexlume_engine.review import job  # noqa: PLC0415

    jobs = job.ReviewJobs(store)
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", b"/bin/false")
    assert jobs.begin(reviewed, Limit(LONG))
    ended(jobs)
    assert jobs.problem(1) == "The analysis broke off: try it again."
    monkeypatch.undo()
    assert jobs.begin(reviewed, Limit(LONG))
    jobs.stop()
    assert jobs.progress(1) is None
    assert jobs.problem(1) == ""


def ended(jobs: Any, wait: Callable[[], None] | None = None) -> None:
    """Wait for the thread that listens to the process."""
    thread = jobs._thread
    if thread is not None:
        thread.join(60)
    assert jobs.progress(1) is None
