"""Hands on the page in a real browser: by mouse, by touch and by keyboard alone."""

from collections.abc import Callable
from typing import Any

import pytest
from browser_pages import (
    cell,
    drag,
    label,
    middle,
    standing,
    touch_drag,
    tray,
    until,
)
from playwright.sync_api import Page, expect
from table_session import LEADERS, TableSession

from hexlume.hardware.board_time import PASS_MS
from hexlume_host.web.http.static_files import address
from hexlume_host.web.live.board import PROMPT
from hexlume_host.web.live.prompt import prompt_message
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import TableReport

pytestmark = pytest.mark.integration


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize(
    ("device", "drag"),
    [("page", drag), pytest.param("phone", touch_drag, marks=pytest.mark.soak)],
)
def test_a_disc_is_dragged_from_tray_to_cell_to_cell_and_away(
    session: TableSession, device: str, drag: Callable[..., None], request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(device)
    drag(page, middle(tray(page, "black")), middle(cell(page, "d4")))
    label(page, "d4", "d4, black disc")
    drag(page, middle(cell(page, "d4")), middle(cell(page, "f2")))
    label(page, "f2", "f2, black disc")
    drag(page, middle(cell(page, "f2")), (30, 300))
    label(page, "f2", "f2, empty")
    until(
        page,
        session,
        [
            {"do": "put", "cell": "d4", "piece": "black"},
            {"do": "lift", "cell": "d4"},
            {"do": "put", "cell": "f2", "piece": "black"},
            {"do": "lift", "cell": "f2"},
        ],
    )
    expect(page.locator("#ghost")).to_be_hidden()
    assert page.evaluate("scrollY") == 0


def test_a_click_takes_a_disc_and_the_next_one_sets_it_down(session: TableSession, page: Page) -> None:
    standing(session, page, {"d4": "white"})
    session.show_game("", legal={"e5": legal("white", start="d4")})
    cell(page, "d4").click()
    until(page, session, [{"do": "lift", "cell": "d4"}])
    cell(page, "e5").click()
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "e5", "piece": "white"}])


def test_a_tap_on_a_disc_that_may_not_move_does_nothing_and_by_hand_it_is_dragged(
    session: TableSession, page: Page
) -> None:
    session.show_game("", legal={"f4": legal("white")})
    standing(session, page, {"d4": "white"})
    cell(page, "d4").click()
    cell(page, "d4").press("Enter")
    drag(page, middle(cell(page, "d4")), middle(cell(page, "f2")))
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "f2", "piece": "white"}])


def test_a_disc_that_was_turned_in_hand_is_put_back_as_it_lay(session: TableSession, page: Page) -> None:
    """The board plays what is set down: put back the other way up it would be another action."""
    standing(session, page, {"d4": "white"})
    cell(page, "d4").press("m")
    until(page, session, [{"do": "lift", "cell": "d4"}])
    cell(page, "d4").click(button="right")
    expect(page.locator("#text")).to_contain_text("black disc of d4")
    page.get_by_role("button", name="Put back").click()
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "d4", "piece": "white"}])
    label(page, "d4", "d4, white disc")


def test_a_disc_whose_action_was_taken_back_may_go_anywhere_again(session: TableSession, page: Page) -> None:
    standing(session, page, {"d4": "white"})
    cell(page, "d4").press("m")
    until(page, session, [{"do": "lift", "cell": "d4"}])
    session.show_table({})
    session.show_game("", turn="black", legal={"e4": legal("white")}, fix={"d4": "white"})
    expect(page.locator("#text")).to_have_text("In hand: white disc of d4. It goes nowhere now: put it back.")
    session.show_game("", turn="white", legal={name: legal("white", "black") for name in ("d4", "e4")})
    expect(page.locator("#text")).to_have_text("In hand: white disc of d4. Set it down on e4, or put it back.")
    cell(page, "e4").click()
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "e4", "piece": "white"}])


def test_a_disc_is_turned_over_where_it_lies(session: TableSession, page: Page) -> None:
    standing(session, page, {"d4": "white"})
    cell(page, "d4").click(button="right")
    label(page, "d4", "d4, black disc")
    until(page, session, [{"do": "flip", "cell": "d4"}])


def test_board_is_played_by_keyboard_alone(session: TableSession, page: Page) -> None:
    session.show_game("White to play.", hand=LEADERS)
    page.wait_for_selector('[data-tray="white leader"]')
    # The page shows a gesture ahead of the board's answer for half a second, and a busy computer answers later.
    page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    # From the last tool above the board: the two white bowls, then the board's centre.
    page.get_by_role("button", name="Share").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(cell(page, "d4")).to_be_focused()
    for keys, at, words in [
        (["w"], "d4", "d4, white disc"),
        (["ArrowRight", "Shift+B"], "d5", "d5, black leader"),
        (["ArrowLeft", "f"], "d4", "d4, black disc"),
        (["m"], "d4", "d4, empty"),
        (["ArrowUp", "m"], "e3", "e3, black disc"),
        (["l"], "e3", "e3, empty"),
        (["Home", "b"], "e1", "e1, black disc"),
        (["Delete"], "e1", "e1, empty"),
    ]:
        for key in keys:
            page.keyboard.press(key)
        label(page, at, words)
    until(
        page,
        session,
        [
            {"do": "put", "cell": "d4", "piece": "white"},
            {"do": "put", "cell": "d5", "piece": "black leader"},
            {"do": "flip", "cell": "d4"},
            {"do": "lift", "cell": "d4"},
            {"do": "put", "cell": "e3", "piece": "black"},
            {"do": "lift", "cell": "e3"},
            {"do": "put", "cell": "e1", "piece": "black"},
            {"do": "lift", "cell": "e1"},
        ],
    )
    assert session.discs == {"d5": "black leader"}


@pytest.mark.soak
def test_an_older_word_of_the_board_undoes_no_gesture(page: Page) -> None:
    """Two gestures quicker than the board's answers: what it tells in between knows only the first, or neither."""
    shown = page.evaluate(
        """async (module) => {
            const { Table } = await import(module);
            const view = { discs: {}, show({ discs = this.discs }) { this.discs = discs; }, nameOf: (cell) => cell };
            const table = new Table({ view, send: () => true, say: () => {} });
            const shown = [];
            const see = (does) => { does(); shown.push(Object.keys(view.discs).sort().join(" ")); };
            see(() => { table.put("d4", "white"); table.put("d5", "black"); });
            see(() => table.showDiscs({}));
            see(() => table.showDiscs({ d4: "white" }));
            see(() => table.showDiscs({ d4: "white", d5: "black" }));
            see(() => table.showDiscs({ d5: "black" }));
            see(() => { table.lift("d5"); table.showReported(); });
            return shown;
        }""",
        address("play/table.js"),
    )
    assert shown == ["d4 d5", "d4 d5", "d4 d5", "d4 d5", "d5", "d5"]


def test_buttons_are_held_by_mouse_and_by_key(session: TableSession, page: Page) -> None:
    page.mouse.move(*middle(page.locator('[data-button="act"] .cap')))
    page.mouse.down()
    until(page, session, [{"do": "press", "button": "act"}])
    page.mouse.move(10, 10)
    page.mouse.up()
    expect(page.locator('[data-button="act"]')).to_have_attribute("aria-pressed", "false")
    page.keyboard.down("2")
    page.keyboard.down("2")
    expect(page.locator('[data-button="back"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.up("2")
    expect(page.locator('[data-button="back"]')).to_have_attribute("aria-pressed", "false")
    page.locator('[data-button="menu"]').press("Space")
    until(page, session, [{"do": do, "button": b} for b in ("act", "back", "menu") for do in ("press", "release")])


@pytest.mark.parametrize("how", ["a tap", "assistive technology"])
@pytest.mark.soak
def test_a_button_that_is_let_go_at_once_is_down_for_several_of_the_boards_passes(
    session: TableSession, page: Page, how: str
) -> None:
    menu = page.locator('[data-button="menu"]')
    menu.evaluate(
        "button => { window.changed = []; new MutationObserver(() => window.changed.push(performance.now()))"
        ".observe(button, { attributeFilter: ['aria-pressed'] }); }"
    )
    if how == "a tap":
        menu.click()
    else:
        menu.evaluate("button => button.click()")
    until(page, session, [{"do": "press", "button": "menu"}, {"do": "release", "button": "menu"}])
    down, up = page.evaluate("window.changed")
    assert up - down > 3 * PASS_MS


def legal(*pieces: str, start: str = "") -> list[dict[str, str]]:
    return [{"piece": piece, **({"from": start} if start else {})} for piece in pieces]


def test_a_tap_does_what_is_due_on_a_cell(session: TableSession, page: Page) -> None:
    """Place, turn over, take off, capture: what the board is given, gesture by gesture."""
    standing(session, page, {"d4": "white", "e4": "black", "c3": "white leader", "c4": "black"})
    session.show_game("White: place a white disc", legal={"f4": legal("white")})
    expect(page.locator("#text")).to_have_text("White: place a white disc.")
    cell(page, "f4").dblclick()
    done: list[dict[str, str]] = [{"do": "put", "cell": "f4", "piece": "white"}]
    until(page, session, done)
    steps: list[tuple[dict[str, Any], dict[str, str]]] = [
        ({"legal": {"d4": legal("black")}}, {"do": "flip", "cell": "d4"}),
        ({"fix": {"e4": ""}, "differs": {"e4": "take off"}}, {"do": "lift", "cell": "e4"}),
    ]
    for due, gesture in steps:
        session.show_game("", **due)
        cell(page, gesture["cell"]).and_(page.locator(".legal")).click()
        done.append(gesture)
        until(page, session, done)
    session.show_game("", legal={"c4": legal("white leader", start="c3")})
    cell(page, "c4").and_(page.locator(".legal")).click()
    captures = [
        {"do": "lift", "cell": "c4"},
        {"do": "lift", "cell": "c3"},
        {"do": "put", "cell": "c4", "piece": "white leader"},
    ]
    until(page, session, done + captures)


def test_a_chooser_opens_where_several_things_fit_and_is_used_by_keys(session: TableSession, page: Page) -> None:
    session.show_game("", legal={"d4": legal("white", "black")})
    cell(page, "d4").and_(page.locator(".legal")).focus()
    page.keyboard.press("Enter")
    chooser = page.get_by_role("group", name="What to do on d4")
    expect(chooser.get_by_role("button", name="Place a white disc")).to_be_focused()
    page.keyboard.press("Escape")
    expect(cell(page, "d4")).to_be_focused()
    expect(chooser).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(chooser.get_by_role("button", name="Place a black disc")).to_be_focused()
    page.keyboard.press("Enter")
    until(page, session, [{"do": "put", "cell": "d4", "piece": "black"}])
    expect(cell(page, "d4")).to_be_focused()


def test_a_refusal_leads_to_its_clause_and_the_game_goes_on(session: TableSession, page: Page) -> None:
    session.show_game("", closed={"e5": ("A white disc would be surrounded.", "ORO-2")}, hint="Place a disc.")
    rule = page.get_by_role("link", name="Rule ORO-2")
    cell(page, "e5").click()
    expect(rule).to_have_attribute("target", "_blank")
    expect(page.locator("#text")).to_have_text("e5: A white disc would be surrounded. Rule ORO-2")
    cell(page, "e5").press("Escape")
    expect(rule).to_be_hidden()
    session.show_game("", refusal="d6: No. Take it off.", clause="ORO-4", fix={"d6": ""})
    expect(page.get_by_role("link", name="Rule ORO-4")).to_be_visible()


def test_the_open_menu_stands_beside_the_board_in_words_and_its_choices_touch_the_cells(
    session: TableSession, page: Page
) -> None:
    live = GameState("g", {"rules": "orochi", "board": "hex4", "options": {}})
    session.board.publish(PROMPT, prompt_message(live, TableReport(menu="orochi"), "hex4"))
    legend = page.get_by_role("region", name="The board's menu")
    expect(legend.get_by_role("group", name="Size").get_by_role("button")).to_have_text(["size 2", "size 3", "size 4"])
    strong = legend.get_by_role("button", name="strong")
    cell_name = str(strong.get_attribute("data-choice"))
    label(page, cell_name, "strong, empty")
    strong.click()
    until(page, session, [{"do": "put", "cell": cell_name, "piece": "white"}, {"do": "lift", "cell": cell_name}])
    session.show_game("White: place a disc", turn="white")
    expect(legend).to_be_hidden()
