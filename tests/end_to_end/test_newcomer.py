"""A newcomer learns any game, finishes it, reviews it and plays again: the same script for all, which knows none."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from hexlume import games
from hexlume.games.grid import HexGrid
from tests.end_to_end.newcomer import Newcomer
from tests.end_to_end.test_play import Played

SEEDS = range(10)
QUICK = ((games.NAMES[0], 1, "laptop"),)
"""What ``make test`` plays."""
WINDOWS: dict[str, Any] = {
    "laptop": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


@pytest.fixture
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Played]:
    rules = request.node.callspec.params["rules"]
    chosen = games.game_class(rules)
    size = chosen.MIN_SIZE if chosen.GRID is HexGrid else 5
    found = Played(
        tmp_path / "games.sqlite", "--rules", rules, "--size", str(size), "--engine", "off", "--opponent", "person"
    )
    yield found
    found.process.terminate()
    found.process.wait(timeout=60)


@pytest.mark.integration
@pytest.mark.parametrize(
    ("rules", "seed", "window"),
    [
        pytest.param(rules, seed, window, marks=[] if (rules, seed, window) in QUICK else [pytest.mark.soak])
        for rules in games.NAMES
        for seed in SEEDS
        for window in WINDOWS
    ],
)
def test_a_newcomer_finishes_by_taps_reviews_and_plays_again(
    rules: str, seed: int, window: str, played: Played, browser: Browser
) -> None:
    context = browser.new_context(reduced_motion="reduce", **WINDOWS[window])
    page = context.new_page()
    page.goto(played.address)
    expect(page.get_by_role("link", name="The rules")).to_be_visible()
    engine = seed % 2 == 1
    if engine:
        page.get_by_role("combobox", name="Opponent").select_option(index=1)
        expect(page.locator(".player-name").filter(has_text="(you)")).to_have_count(1)
    newcomer = Newcomer(page, seed)
    newcomer.play()
    expect(page.locator("#text")).to_contain_text(re.compile("wins: |Draw"))
    for shown in ("#board", "#text", ".game-buttons"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)
    assert all(sentence.partition(" Rule ")[0].endswith(".") for sentence in newcomer.refusals)
    review = context.new_page()
    review.goto(page.get_by_role("link", name="Review the game").evaluate("link => link.href"))
    expect(review.get_by_text("wins").first).to_be_visible()
    review.close()
    names = page.locator(".player-name")
    seat = [name.startswith("Hexlume") for name in names.all_inner_texts()].index(True) if engine else 0
    newcomer.press_most_prominent()
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()
    if engine:
        # It may have begun already.
        expect(names.nth(1 - seat)).to_contain_text("Hexlume")
    else:
        expect(page.locator("#actions li")).to_have_count(0)
    context.close()


@pytest.mark.soak
@pytest.mark.integration
@pytest.mark.parametrize("rules", games.NAMES)
def test_a_newcomer_finishes_the_course_and_plays_the_engine(rules: str, played: Played, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(played.address)
    page.get_by_role("button", name="Learn it step by step").click()
    newcomer = Newcomer(page, seed=3)
    last, following = (page.get_by_role("button", name=name) for name in ("Play a game", "Next step"))
    newcomer.play()
    while not last.is_visible():
        newcomer.press_most_prominent()
        expect(following).to_be_hidden()
        newcomer.play()
    newcomer.press_most_prominent()
    expect(page.get_by_role("combobox", name="Opponent")).to_have_value("engine second")
    context.close()


@pytest.mark.integration
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[pytest.mark.soak] if number else []) for number, rules in enumerate(games.NAMES)],
)
def test_a_newcomer_undoes_names_the_players_continues_and_resigns_by_taps(
    rules: str, window: str, played: Played, browser: Browser
) -> None:
    context = browser.new_context(reduced_motion="reduce", **WINDOWS[window])
    page = context.new_page()
    page.goto(played.address)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    newcomer, shown = Newcomer(page, seed=5), page.locator("body")
    expect(shown).to_have_attribute("data-shown", "0")
    newcomer.play(actions=2)
    expect(shown).to_have_attribute("data-shown", "2")
    page.get_by_role("button", name="Undo").click()
    expect(shown).to_have_attribute("data-shown", "1")

    page.get_by_role("link", name="New game …").click()
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    page.get_by_role("radio", name="A person here").check(force=True)
    page.get_by_label("White's name").fill("Ann")
    page.get_by_label("Black's name").fill("Ben")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(played.address)
    expect(page.locator(".player-white .player-name")).to_have_text("Ann")
    expect(shown).to_have_attribute("data-shown", "0")
    page.get_by_role("link", name="Games").click()
    page.get_by_role("button", name="Continue").first.click()
    page.wait_for_url(played.address)
    expect(shown).to_have_attribute("data-shown", "1")
    newcomer.play(actions=2)
    expect(shown).to_have_attribute("data-shown", "2")

    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#text")).to_contain_text("resigned")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    context.close()


@pytest.mark.soak
@pytest.mark.integration
@pytest.mark.parametrize("start", range(100))
def test_a_person_with_white_is_not_stuck_when_orcoon_starts_against_hexlume(
    start: int, tmp_path: Path, browser: Browser
) -> None:
    options = ("--rules", "orcoon", "--white", "Ann", "--opponent", "gentle", "--engine", "off", "--seed", str(start))
    running = Played(tmp_path / "games.sqlite", *options)
    page = browser.new_page(reduced_motion="reduce")
    page.goto(running.address)
    newcomer, shown = Newcomer(page, seed=start), page.locator("body")
    # Hexlume begins, and answers.
    for actions in (1, 3):
        newcomer.play(actions - 1)
        expect(shown).to_have_attribute("data-shown", str(actions))
    page.close()
    running.process.terminate()
    running.process.wait(timeout=60)
