"""Puzzles on their pages: the list, an answer and its refutation, the solution, and whose answers are stored."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from browser_pages import PHONE, Complaints
from playwright.sync_api import Browser, Page, expect
from site_pages import ask, site_on
from sqlalchemy import update

from hexlume_engine.puzzles.puzzle import Answer, Puzzle
from hexlume_engine.puzzles.repository import PuzzleFilter, find_puzzles, save_puzzle
from hexlume_engine.tables import PUZZLES
from hexlume_host.store.repository import Store
from hexlume_host.web.http.auth import LOOPBACK_NAMES, AccessPolicy

pytestmark = pytest.mark.integration

TOKEN = "act-token-0123456789"
ACTING = f"Bearer {TOKEN}"


def puzzle(*actions: str, difficulty: int = 1) -> Puzzle:
    """Return a puzzle whose grading is made up: Bc2 is right, and Wa2 is refuted within the turn and by a reply."""
    return Puzzle(
        rules="orochi",
        board="hex2",
        options={},
        actions=actions,
        colour="black",
        value="win",
        best=("Bc2",),
        answers={"Bc2": Answer(1.0, "win", ("Wa2",)), "Wa2": Answer(0.0, "loss", ("Ba1", "Wc1"))},
        themes=("sacrifice",),
        difficulty=difficulty,
    )


@pytest.fixture(autouse=True)
def puzzles(store: Store) -> None:
    save_puzzle(store, puzzle("Wb2"))
    save_puzzle(store, puzzle("Wb1", difficulty=3))


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    """A site on which acting needs a token."""
    with site_on(store, policy=AccessPolicy(LOOPBACK_NAMES, TOKEN)) as address:
        yield address


@pytest.fixture
def page(browser: Browser, complaints: Complaints) -> Iterator[Page]:
    page = browser.new_context(**PHONE).new_page()
    complaints.watch(page)
    yield page
    page.context.close()


def answers(store: Store, name: str = "") -> list[tuple[int, int]]:
    return [(one.right, one.wrong) for one in find_puzzles(store, PuzzleFilter(), name)]


def ask_json(url: str, path: str) -> tuple[int, Any]:
    status, _, text = ask(url, path)
    return status, json.loads(text)


def test_the_list_has_filters_and_gives_no_hint(url: str, store: Store) -> None:
    found = ask_json(url, "/api/puzzles")[1]
    assert [one["id"] for one in found["puzzles"]] == [1, 2]
    assert found["kinds"] == [{"rules": "orochi", "board": "hex2"}]
    assert not {"themes", "best", "answers", "actions"} & found["puzzles"][0].keys()
    ask(url, "/api/puzzles/1/answers", "POST", b'{"action": "Bc2", "player": "Ann"}', Authorization=ACTING)
    for query, ids in {
        "rules=hex": [],
        "on=hex2": [1, 2],
        "difficulty=3": [2],
        "player=Ann": [2, 1],
        "player=Ann&state=right": [1],
        "player=Ben&state=right": [],
        "player=Ann&state=new": [2],
    }.items():
        assert [one["id"] for one in ask_json(url, f"/api/puzzles?{query}")[1]["puzzles"]] == ids, query


def test_only_who_may_act_has_answers_stored(url: str, store: Store) -> None:
    for body, expected in ((b'{"action": "Wa2"}', (0, 1)), (b'{"action": ""}', (0, 2)), (b'{"action": "Bc2"}', (1, 2))):
        assert ask(url, "/api/puzzles/1/answers", "POST", body)[0] == 401
        assert ask(url, "/api/puzzles/1/answers", "POST", body, Authorization=ACTING)[0] == 200
        assert answers(store)[0] == expected
    for body in (b'{"action": "Wb2"}', b'{"action": "none"}', b'{"action": 3}', b'{"player": "a\\nb"}', b"[]"):
        assert ask(url, "/api/puzzles/1/answers", "POST", body, Authorization=ACTING)[0] == 400
    assert answers(store)[0] == (1, 2)


def test_a_puzzle_of_a_game_that_is_gone_is_refused_with_a_sentence(url: str, store: Store) -> None:
    with store.writing() as session:
        session.execute(update(PUZZLES).values(rules="gone"))
    assert ask_json(url, "/api/puzzles/1") == (404, {"error": "The game of this puzzle is not here: gone."})
    assert len(ask_json(url, "/api/puzzles")[1]["puzzles"]) == 2


def test_a_puzzle_is_answered_tried_again_and_solved(site_url: str, store: Store, page: Page) -> None:
    page.goto(f"{site_url}puzzles")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Solve the first").click()
    expect(page.locator("#task")).to_have_text("Black to act: one action wins.")
    page.locator('[data-cell="a2"]').click()
    page.get_by_role("button", name="Place a white disc").click()
    expect(page.locator("#verdict")).to_have_text("Wrong: Wa2 loses. After Ba1 white answers Wc1.")
    # The line is played on the board, and can be looked at again.
    expect(page.locator('[data-cell="c1"]')).to_have_attribute("aria-label", "c1, white disc, last action")
    page.get_by_role("button", name="black Wa2").click()
    expect(page.locator('[data-cell="c1"]')).to_have_attribute("aria-label", "c1, empty")
    page.get_by_role("button", name="Try again").click()
    page.locator('[data-cell="c2"]').click()
    page.get_by_role("button", name="Place a black disc").click()
    expect(page.locator("#verdict")).to_contain_text("Right: Bc2 wins")
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    # The first answer counts, for the name that was given.
    assert answers(store, "Ann") == [(0, 1), (0, 0)]
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzle 2: Orochi, difficulty 3")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#verdict")).to_have_text("Bc2 wins. It goes on with Wa2.")
    assert answers(store, "Ann") == [(0, 1), (0, 1)]
