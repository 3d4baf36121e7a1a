"""The plain game on a simulated board's page: taps on cells and buttons with words, and the table does the rest."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser_pages import PHONE, Complaints, cell, open_page, serving_table, wait_until
from playwright.sync_api import Browser, Page, expect
from table_session import TableSession, placing, words

from hexlume_host.store.repository import Store

pytestmark = pytest.mark.integration

SMALL_LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PLAYED = (("Wd4", "white"),)


@pytest.fixture(params=["laptop", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, session: TableSession, store: Store) -> Iterator[Page]:
    complaints = Complaints()
    session.begin()
    session.show_game("White: place a disc", turn="white", actions=PLAYED, **offer("e5", "white"))
    with serving_table(session, store) as address:
        context = SMALL_LAPTOP if request.param == "laptop" else PHONE
        page = open_page(browser, address, complaints, plain=True, **context)
        tidies(page, session)
        # What the session's own game has to say comes with that. It is empty, and so would the table be.
        expect(page.locator("#text")).to_contain_text("either colour")
        session.hands.tidy(False)
        session.show_game("White: place a disc", turn="white", actions=PLAYED, **offer("e5", "white"))
        expect(cell(page, "e5")).to_have_class(re.compile("legal"))
        yield page
    assert complaints == []


def offer(name: str, *pieces: str) -> dict[str, Any]:
    return {"actions_offered": placing(name, *pieces)}


def tidies(page: Page, session: TableSession) -> None:
    """Wait until the page has asked the table to tidy itself."""
    wait_until(page, lambda: session.hands.setter.tidies)


def test_the_page_shows_a_board_one_sentence_and_buttons_with_words_without_scrolling(page: Page) -> None:
    for name in ("Undo", "Offer draw", "Resign"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(page.locator("#text")).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    for hidden in ("#rail", "#tray-white", "#flip", "#away", "#sound"):
        expect(page.locator(hidden)).to_be_hidden()


def test_nothing_moves_when_the_sentence_wraps_or_choices_come(page: Page, session: TableSession) -> None:
    places = ("#board", "#undo", ".players", "#actions")
    before = [page.locator(place).bounding_box() for place in places]
    text = "White: place a white disc on a glowing cell, or pass, or free a disc from the prison"
    session.show_game(text, turn="white", actions=PLAYED, choices=words("pass"))
    expect(page.locator("#text")).to_have_text(f"{text}.")
    expect(page.get_by_role("button", name="Pass")).to_be_visible()
    after = [page.locator(place).bounding_box() for place in places]
    for one, other in zip(before, after, strict=True):
        assert one is not None and other is not None
        assert one["y"] == other["y"]


def test_a_tap_on_a_cell_plays_there_and_a_tap_on_a_disc_that_moves_nowhere_means_nothing(
    page: Page, session: TableSession
) -> None:
    session.show_game("White: place a disc", turn="white", actions=PLAYED, pieces={"d4": "b"}, **offer("e5", "white"))
    expect(cell(page, "d4")).to_have_class(re.compile("has-disc"))
    cell(page, "d4").click()
    cell(page, "d4").click(button="right")
    cell(page, "e5").click()
    # A second tap comes before the answer.
    cell(page, "e5").click()
    wait_until(page, lambda: bool(session.acted))
    page.wait_for_timeout(300)
    assert (session.acted, session.gestures) == (["We5"], [])
    expect(page.locator("#text")).to_have_text("White: place a disc.")
    expect(page.locator(".legal")).to_have_count(0)


def test_a_tap_where_nothing_fits_says_why_until_the_next_tap(page: Page, session: TableSession) -> None:
    closed = {"a1": ("A white disc would be surrounded.", "ORO-2")}
    session.show_game("White: place one disc", turn="white", closed=closed, **offer("e5", "white"))
    expect(page.locator("#text")).to_have_text("White: place one disc.")
    cell(page, "a1").click()
    expect(page.locator("#text.refused")).to_have_text("a1: A white disc would be surrounded. Rule ORO-2")
    expect(page.get_by_role("link", name="Rule ORO-2")).to_have_attribute("href", "/rules/orochi#ORO-2")
    page.locator("h1").click()
    expect(page.locator("#text")).to_have_text("White: place one disc.")


def test_a_disc_that_moves_stays_where_it_lies_until_its_cell_is_chosen(page: Page, session: TableSession) -> None:
    step = {"d4": [{"action": "d4-e5", "words": "step to e5", "to": "e5", "piece": "w"}]}
    session.show_game("White: move", turn="white", actions=PLAYED, pieces={"d4": "w"}, actions_offered=step)
    expect(cell(page, "d4")).to_have_class(re.compile("legal"))
    cell(page, "d4").click()
    expect(page.locator("#text")).to_contain_text("for the disc of d4")
    cell(page, "d4").click()
    page.wait_for_timeout(300)
    assert session.acted == []
    cell(page, "d4").click()
    cell(page, "e5").click()
    wait_until(page, lambda: session.acted == ["d4-e5"])


def test_what_another_has_played_stays_announced_and_all_its_discs_are_ringed(
    page: Page, session: TableSession
) -> None:
    told = "Hexlume placed a white disc on d4 and turned the disc on e4 over."
    session.show_game("White: place a disc", turn="white", actions=PLAYED, played=told, last=["d4", "e4"])
    expect(page.locator("#text")).to_have_text(f"{told} White: place a disc.")
    expect(page.locator(".mark-last-ring")).to_have_count(2)


def test_an_action_that_ends_the_game_is_asked_about_before(page: Page, session: TableSession) -> None:
    done = {"action": "done", "words": "say that the fill is done", "ends": "Black wins: white stopped"}
    session.show_game("White: fill", turn="white", actions=PLAYED, choices=[done])
    page.get_by_role("button", name="Say that the fill is done").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("ends the game. Black wins: white stopped.")
    dialog.get_by_role("button", name="Play on").click()
    assert session.acted == []
    page.get_by_role("button", name="Say that the fill is done").click()
    dialog.get_by_role("button", name="Say that the fill is done").click()
    wait_until(page, lambda: session.acted == ["done"])


def test_undo_and_after_a_question_resigning_and_a_draw_are_asked_of_the_board(
    page: Page, session: TableSession
) -> None:
    session.show_game("Black: place a disc", turn="black", actions=(("Wd4", "white"),))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Play on").click()
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Offer draw").click()
    dialog.get_by_role("button", name="Agree to a draw").click()
    page.wait_for_timeout(300)
    asked = [command for command in session.commands if command["do"] in ("back", "conclude")]
    assert [command["do"] for command in asked] == ["back", "conclude", "conclude"]
    assert [command.get("reason") for command in asked] == [None, "resigned", "draw-agreed"]
    assert asked[1]["colour"] == "white", "who is to move in the game that the session has"


def test_the_wooden_board_is_shown_when_one_wants_it_and_the_choice_is_remembered(
    page: Page, session: TableSession
) -> None:
    page.get_by_role("button", name="Show the board").click()
    expect(page.locator("#rail")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    page.reload()
    expect(page.locator("#rail")).to_be_visible()
    page.get_by_role("button", name="Show the board").click()
    expect(page.locator("#rail")).to_be_hidden()
    tidies(page, session)
