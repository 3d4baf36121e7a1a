"""A game analysed on the replay page: begun, watched, stopped and looked at, by mouse and by keyboard."""

import json
import multiprocessing.spawn
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from site_pages import ask

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.review.reviewed_game import ReviewedGame, save_evaluation
from hexlume_engine.review.reviewer import Reviewer
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_host.store.repository import Store
from hexlume_record.game.replay import replay_of
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

LONG = 30.0
"""Seconds an action: nothing that is asked for so long ends within a test."""


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


def asked(site_url: str, method: str = "GET", body: object = None, token: str = "") -> tuple[int, dict[str, Any]]:
    data = None if body is None else json.dumps(body).encode()
    shown = {"Authorization": f"Bearer {token}"} if token else {}
    status, _, text = ask(site_url, urlsplit(site_url).path, method, data, **shown)
    return status, json.loads(text)


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_function("() => document.body.dataset.analysed !== undefined")


def stands_at(page: Page, ply: int) -> None:
    page.wait_for_function("(ply) => document.body.dataset.ply === ply", arg=str(ply))


def test_begun_watched_and_finished_on_the_page(store: Store, site_url: str, page: Page) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    opened(page, f"{site_url}games/1")
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


def test_stopped_and_one_at_a_time(store: Store, site_url: str) -> None:
    for seed in (1, 2):
        PlayedGame(store, "droched", 5, seed).play(8).resign()
    first, second = f"{site_url}api/games/1/analysis", f"{site_url}api/games/2/analysis"
    status, told = asked(first, "POST", {"seconds": LONG})
    assert (status, told["begun"], told["running"]["planned"]) == (200, True, 9)
    status, told = asked(second, "POST", {"seconds": LONG})
    assert (status, told["error"]) == (409, "Game 1 is being analysed: wait for its end, or stop it there.")
    assert asked(second)[1]["running"] is None
    # Stopping another one does nothing, asking for the same goes on.
    assert asked(second, "DELETE")[0] == 200
    assert asked(first, "POST", {"seconds": LONG})[1]["running"] is not None
    assert asked(first, "DELETE")[0] == 200
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
def test_what_is_asked_for_is_checked(store: Store, site_url: str, body: object, sentence: str) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    status, told = asked(f"{site_url}api/games/1/analysis", "POST", body)
    assert (status, told) == (400, {"error": sentence})
    assert asked(f"{site_url}api/games/1/analysis")[1]["running"] is None


def test_a_game_that_goes_on_is_not_analysed(store: Store, site_url: str) -> None:
    PlayedGame(store, "orochi", 3, 1).play(2)
    status, told = asked(f"{site_url}api/games/1/analysis", "POST", {})
    assert (status, told["error"]) == (409, "The game still goes on: it can be analysed once it is over.")
    PlayedGame(store, "orochi", 3, 2)
    assert asked(f"{site_url}api/games/2/analysis")[1]["refused"].startswith("Nobody has acted in game 2")
    assert asked(f"{site_url}api/games/9/analysis")[0] == 404


def test_what_was_better_is_shown_on_the_board(store: Store, site_url: str, page: Page) -> None:
    PlayedGame(store, "sibling", 3, 1).play()
    analysed(store, 1)
    turning = asked(f"{site_url}api/games/1/analysis")[1]["turning_points"]
    assert turning
    opened(page, f"{site_url}games/1")
    expect(page.locator("#turning > li").first).to_contain_text(turning[0]["words"])
    point = turning[0]["actions"][0]
    show = page.get_by_role("button", name=f"Show what was better than {point['ply']}. {point['action']}")
    show.focus()
    page.keyboard.press("Enter")
    stands_at(page, point["ply"] - 1)
    expect(show).to_be_focused()
    best = page.locator(f"[data-cell='{point['better'][0]['cells'][0]}']")
    expect(best).to_have_attribute("aria-label", re.compile(f"better 1: {point['better'][0]['action']}, "))
    expect(page.locator(f"[data-cell='{point['cells'][0]}']")).to_have_attribute("aria-label", re.compile("played: "))
    expect(page.locator(".marks .mark-text")).to_have_count(len(point["better"]))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".marks .mark-text")).to_have_count(0)


def test_a_process_that_cannot_begin_is_reported(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page gets a sentence, and the next process may begin."""
    PlayedGame(store, "orochi", 2, 2).play()
    reviewed = ReviewedGame.of(replay_of(store.record(1)))
    from hexlume_engine.review import job  # noqa: PLC0415

    jobs = job.ReviewJobs(store)
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", b"/bin/false")
    assert jobs.begin(reviewed, Limit(LONG))
    assert jobs._thread is not None
    jobs._thread.join(60)
    assert jobs.problem(1) == "The analysis broke off: try it again."
    monkeypatch.undo()
    assert jobs.begin(reviewed, Limit(LONG))
    jobs.stop()
    assert jobs.progress(1) is None
    assert jobs.problem(1) == ""
