"""The plain game on a simulated board's page: taps on cells and buttons with words, and the table does the rest."""

import re
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from browser_pages import LAPTOP, PHONE, Complaints, cell, open_page, serving_table
from playwright.sync_api import Browser, Page, expect
from table_session import TableSession

from hexlume_host.store.repository import Store

pytestmark = pytest.mark.integration

WHITE = [{"piece": "white"}]


@pytest.fixture
def session() -> TableSession:
    return TableSession()


@pytest.fixture(params=["laptop", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, session: TableSession, store: Store) -> Iterator[Page]:
    complaints = Complaints()
    session.begin()
    session.show_game("White: place a disc.", turn="white", legal={"e5": WHITE})
    with serving_table(session, store) as address:
        context = LAPTOP if request.param == "laptop" else PHONE
        page = open_page(browser, address, complaints, plain=True, **context)
        tidies(page, session)
        # The session's game has none of the discs that these tests put on its table.
        session.hands.tidy(False)
        session.show_game("White: place a disc.", turn="white", legal={"e5": WHITE})
        yield page
    assert complaints == []


def tidies(page: Page, session: TableSession) -> None:
    """Wait until the page has asked the table to tidy itself."""
    _until(page, lambda: session.hands._setter.tidies)


def until(page: Page, session: TableSession, gestures: list[dict[str, str]]) -> None:
    _until(page, lambda: session.gestures == gestures)


def _until(page: Page, met: Callable[[], bool]) -> None:
    """Wait a minute while the browser goes on."""
    end = monotonic() + 60
    while not met():
        assert monotonic() < end
        page.wait_for_timeout(50)


def test_the_page_shows_a_board_one_sentence_and_buttons_with_words_without_scrolling(page: Page) -> None:
    for name in ("Undo", "Agree to a draw", "Resign"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(page.locator("#text")).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    for hidden in ("#rail", "#tray-white", "#flip", "#away", "#hint", "#sound"):
        expect(page.locator(hidden)).to_be_hidden()


def test_a_tap_on_a_cell_plays_there_and_a_tap_on_a_disc_that_moves_nowhere_means_nothing(
    page: Page, session: TableSession
) -> None:
    session.discs = {"d4": "black"}
    session.show_table({"d4": "black"})
    expect(cell(page, "d4")).to_have_class(re.compile("has-disc"))
    cell(page, "d4").click()
    cell(page, "d4").click(button="right")
    cell(page, "e5").click()
    until(page, session, [{"do": "put", "cell": "e5", "piece": "white"}])


def test_a_disc_that_moves_stays_where_it_lies_until_its_cell_is_chosen(page: Page, session: TableSession) -> None:
    session.discs = {"d4": "white"}
    session.show_table({"d4": "white"})
    session.show_game("White: move.", turn="white", legal={"e5": [{"piece": "white", "from": "d4"}]})
    expect(cell(page, "e5")).to_have_class(re.compile("legal"))
    cell(page, "d4").click()
    cell(page, "d4").click()
    page.wait_for_timeout(300)
    assert session.gestures == []
    cell(page, "d4").click()
    cell(page, "e5").click()
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "e5", "piece": "white"}])


def test_undo_and_after_a_question_resigning_and_a_draw_are_asked_of_the_board(
    page: Page, session: TableSession
) -> None:
    session.show_game("Black: place a disc.", turn="black", actions=(("Wd4", "white"),))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Play on").click()
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Agree to a draw").click()
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
