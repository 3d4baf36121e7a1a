"""The engine on the analysis page: what it thinks of a position, one position at a time, and for whom."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from site_pages import ask, site_on

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.review import position_job
from hexlume_host.store.repository import Store
from tests.host.conftest import wait_until
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

START = {"rules": "orochi", "size": 2, "options": {}}
COMPILING = 180
"""Seconds in which a first thought begins, where the engine has to be compiled."""
LONG = 30.0
"""Seconds: a thought that is asked for so long does not end within a test."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One site for all tests: its process that thinks takes seconds to start."""
    with Store(tmp_path_factory.mktemp("engine") / "games.sqlite") as store, site_on(store) as address:
        yield address


def post(url: str, body: object, source: str = "127.0.0.1") -> tuple[int, dict[str, Any]]:
    status, _, text = ask(url, "/api/engine", "POST", json.dumps(body).encode(), source)
    return status, json.loads(text)


def thought(url: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ask(url, f"/api/engine/{number}")[2])
    return found


def test_a_position_is_thought_about_in_words_numbers_and_lines(url: str, laptop: Page) -> None:
    page = laptop
    page.set_default_timeout(180_000)
    page.goto(f"{url}analysis")
    page.wait_for_function("() => document.body.dataset.shown === '0'")
    page.get_by_role("combobox", name="Time").select_option("1")
    page.get_by_role("button", name="Think about this position").click()
    page.wait_for_function("() => document.body.dataset.engine === 'done'")
    expect(page.locator("#engine-words")).to_contain_text("White is to act. Chance to win:")
    best = page.locator("#engine-choices li").first
    action = best.get_by_role("button").text_content() or ""
    assert page.locator(f'[data-cell="{action[1:]}"]').count() == 1
    expect(page.locator(".mark-text", has_text="1")).to_have_count(1)
    assert Axe().run(page).response["violations"] == []
    # The next position is thought about at once.
    best.get_by_role("button").click()
    page.wait_for_function("() => document.body.dataset.shown === '1' && document.body.dataset.engine === 'done'")
    expect(page.locator("#engine-words")).to_contain_text("Black is to act")
    page.get_by_role("button", name="Think about this position").click()
    expect(page.locator(".mark-text")).to_have_count(0)


def test_one_position_at_a_time_and_stopped(url: str) -> None:
    body = {"start": {**START, "size": 5}, "seconds": LONG}
    status, first = post(url, body)
    assert (status, first["running"]) == (200, True)
    status, refused = post(url, body, source="127.0.0.2")
    assert (status, refused["error"]) == (409, "The engine thinks for somebody else: try again in a moment.")
    # Its own new position replaces the old one.
    second = post(url, {**body, "actions": ["Wa1"]})[1]["number"]
    assert ask(url, f"/api/engine/{first['number']}")[0] == 404
    wait_until(lambda: bool(thought(url, second)["choices"]), COMPILING)
    stopped = json.loads(ask(url, f"/api/engine/{second}", "DELETE")[2])
    assert (stopped["running"], stopped["problem"], stopped["words"][:16]) == (False, "", "Black is to act.")
    # The other one may now, and need not wait for thirty seconds.
    status, third = post(url, {"start": START, "seconds": 0.1}, source="127.0.0.2")
    assert status == 200
    wait_until(lambda: not thought(url, third["number"])["running"], COMPILING)
    assert thought(url, third["number"])["choices"]


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({"start": START, "actions": ["Wa1", "Wa1"]}, 400, ""),
        ({"start": START, "actions": ["none"]}, 400, ""),
        ({"start": {**START, "rules": "none"}}, 400, ""),
        ({"position": {}}, 400, ""),
        ({"start": START, "seconds": 31}, 400, ""),
        ({"start": START, "actions": ["Wa1"] * 100_000}, 400, ""),
        ([], 400, ""),
    ],
)
def test_what_the_engine_is_not_asked(url: str, body: object, status: int, sentence: str) -> None:
    answered, refused = post(url, body)
    assert answered == status
    assert refused["error"].endswith(".")


def test_a_game_that_is_over_is_refused(store: Store, url: str) -> None:
    played = PlayedGame(store, "orochi", 2).play()
    status, refused = post(url, {"start": START, "actions": played.game.actions()})
    assert (status, refused["error"]) == (409, "The game is over in this position.")


def test_without_the_extra_one_sentence_says_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_job, "is_installed", lambda: False)
    assert post(url, {"start": START}) == (409, {"error": position_job.MISSING})


def test_in_a_game_that_goes_on_the_engine_waits_for_its_end(store: Store, laptop: Page) -> None:
    played = PlayedGame(store, "orochi", 2).play(3)
    page = laptop
    with site_on(store) as url:
        page.goto(f"{url}analysis?game={played.number}")
        page.wait_for_function("() => document.body.dataset.shown === '3'")
        page.get_by_role("button", name="Think about this position").click()
        expect(page.locator("#engine-words")).to_have_text("The game still goes on: the engine waits for its end.")
        page.goto("about:blank")
