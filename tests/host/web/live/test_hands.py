"""Hands on the page in a real browser: by mouse, by touch and by keyboard alone."""

import itertools
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
    wait_until,
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

DOUBLE_TAP_MS = 300


def test_a_disc_is_dragged_from_tray_to_cell_to_cell_and_away(session: TableSession, page: Page) -> None:
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


@pytest.mark.soak
def test_a_dragged_disc_that_meets_a_taken_cell_goes_back(session: TableSession, page: Page) -> None:
    standing(session, page, {"d4": "white", "e4": "black"})
    drag(page, middle(cell(page, "d4")), middle(cell(page, "e4")))
    expect(page.locator("#text")).to_have_text("e4 is taken: the disc went back.")
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "d4", "piece": "white"}])


@pytest.mark.soak
def test_a_disc_in_hand_is_shown_and_follows_the_mouse(session: TableSession, page: Page) -> None:
    page.mouse.click(*middle(tray(page, "white")))
    expect(page.locator("#text")).to_have_text(
        "Waiting for the first game. In hand: white disc. It goes nowhere now: put it back."
    )
    page.mouse.move(*middle(cell(page, "c3")))
    ghost, target = page.locator("#ghost svg").bounding_box(), middle(cell(page, "c3"))
    assert ghost is not None
    assert abs(ghost["x"] + ghost["width"] / 2 - target[0]) < 3
    page.mouse.click(*target)
    until(page, session, [{"do": "put", "cell": "c3", "piece": "white"}])
    expect(page.locator("#ghost")).to_be_hidden()


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
    page.wait_for_timeout(DOUBLE_TAP_MS + 50)
    cell(page, "d4").press("Enter")
    page.wait_for_timeout(DOUBLE_TAP_MS + 50)
    assert session.gestures == []
    drag(page, middle(cell(page, "d4")), middle(cell(page, "f2")))
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "f2", "piece": "white"}])


def double_click(page: Page) -> None:
    cell(page, "d4").dblclick()


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
    due = {"legal": {"e4": [{"piece": "white"}]}, "fix": {"d4": "white"}}
    session.show_game("Black: place a disc.", turn="black", hint="Place a disc.", **due)
    expect(page.locator("#text")).to_have_text("In hand: white disc of d4. It goes nowhere now: put it back.")
    ways = [{"piece": "white"}, {"piece": "black"}]
    session.show_game("White: place a disc.", turn="white", hint="Place a disc.", legal={"d4": ways, "e4": ways})
    expect(page.locator("#text")).to_have_text("In hand: white disc of d4. Set it down on e4, or put it back.")
    cell(page, "e4").click()
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "e4", "piece": "white"}])


def right_click(page: Page) -> None:
    cell(page, "d4").click(button="right")


def flip_tool(page: Page) -> None:
    page.get_by_role("button", name="Flip").click()
    cell(page, "d4").click()


def flip_key(page: Page) -> None:
    cell(page, "d4").focus()
    page.keyboard.press("f")


@pytest.mark.parametrize(
    "way", [double_click, *(pytest.param(way, marks=pytest.mark.soak) for way in (right_click, flip_tool, flip_key))]
)
def test_a_disc_is_turned_over_where_it_lies(session: TableSession, page: Page, way: Callable[[Page], None]) -> None:
    standing(session, page, {"d4": "white"})
    way(page)
    label(page, "d4", "d4, black disc")
    page.wait_for_timeout(DOUBLE_TAP_MS + 50)
    assert session.gestures == [{"do": "flip", "cell": "d4"}]


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


@pytest.mark.soak
def test_escape_puts_a_disc_back(session: TableSession, page: Page) -> None:
    standing(session, page, {"d4": "black"})
    cell(page, "d4").press("m")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    until(page, session, [{"do": "lift", "cell": "d4"}, {"do": "put", "cell": "d4", "piece": "black"}])


@pytest.mark.soak
def test_a_tray_is_taken_from_by_keyboard(session: TableSession, page: Page) -> None:
    page.locator('[data-tray="black"]').focus()
    page.keyboard.press("Enter")
    expect(cell(page, "d4")).to_be_focused()
    page.keyboard.press("Enter")
    until(page, session, [{"do": "put", "cell": "d4", "piece": "black"}])


WALKS = [
    (["ArrowUp", "ArrowUp"], "f3"),
    (["ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"], "g2"),
    (["ArrowDown"] * 3, "a2"),
    (["ArrowRight"] * 9, "d7"),
    (["End", "ArrowUp", "ArrowUp"], "f5"),
    (["ArrowLeft", "ArrowDown", "Home"], "c1"),
]


@pytest.mark.soak
def test_arrow_keys_walk_by_geometry(page: Page) -> None:
    for keys, reached in WALKS:
        cell(page, "d4").focus()
        for key in keys:
            page.keyboard.press(key)
        expect(cell(page, reached), str(keys)).to_be_focused()
        expect(page.locator('[data-cell][tabindex="0"]')).to_have_count(1)


@pytest.mark.soak
def test_leaders_only_where_the_game_has_them(session: TableSession, page: Page) -> None:
    expect(page.locator("[data-tray]")).to_have_count(2)
    cell(page, "d4").focus()
    page.keyboard.press("Shift+W")
    expect(page.locator("#text")).to_have_text("This game has no leaders.")
    assert session.gestures == []


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


@pytest.mark.soak
def test_by_touch_a_disc_is_tapped_into_place_and_turned(session: TableSession, phone: Page) -> None:
    phone.touchscreen.tap(*middle(tray(phone, "white")))
    phone.touchscreen.tap(*middle(cell(phone, "d4")))
    label(phone, "d4", "d4, white disc")
    phone.get_by_role("button", name="Flip").tap()
    phone.touchscreen.tap(*middle(cell(phone, "d4")))
    label(phone, "d4", "d4, black disc")
    until(phone, session, [{"do": "put", "cell": "d4", "piece": "white"}, {"do": "flip", "cell": "d4"}])


@pytest.mark.soak
def test_by_touch_a_disc_is_dragged(session: TableSession, phone: Page) -> None:
    touch_drag(phone, middle(tray(phone, "black")), middle(cell(phone, "c4")))
    label(phone, "c4", "c4, black disc")
    touch_drag(phone, middle(cell(phone, "c4")), middle(cell(phone, "f4")))
    label(phone, "f4", "f4, black disc")
    until(
        phone,
        session,
        [
            {"do": "put", "cell": "c4", "piece": "black"},
            {"do": "lift", "cell": "c4"},
            {"do": "put", "cell": "f4", "piece": "black"},
        ],
    )
    assert phone.evaluate("scrollY") == 0


def legal(*pieces: str, start: str = "") -> list[dict[str, str]]:
    return [{"piece": piece, **({"from": start} if start else {})} for piece in pieces]


def test_a_tap_does_what_is_due_on_a_cell(session: TableSession, page: Page) -> None:
    """Place, turn over, take off, capture: what the board is given, gesture by gesture."""
    standing(session, page, {"d4": "white", "e4": "black", "c3": "white leader", "c4": "black"})
    session.show_game("", legal={"f4": legal("white")}, hint="White: place a white disc on a glowing cell.")
    expect(page.locator("#text")).to_have_text("White: place a white disc on a glowing cell.")
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


@pytest.mark.soak
def test_a_refusal_is_read_out_each_time_and_so_is_who_has_won(session: TableSession, page: Page) -> None:
    session.show_game("", closed={"e5": ("It is white's turn.", "")}, legal={"d4": legal("white")}, hint="Move.")
    page.evaluate(
        "() => { window.said = []; new MutationObserver((changes) => { for (const { addedNodes } of changes)"
        " for (const node of addedNodes) window.said.push(node.textContent); })"
        ".observe(document.querySelector('#text'), { childList: true }); }"
    )
    cell(page, "e5").and_(page.locator(":not(.legal)")).focus()
    for times in (1, 2, 3):
        page.keyboard.press("Enter")
        page.wait_for_function(
            '(times) => window.said.filter((text) => text === "e5: It is white\'s turn.").length >= times',
            arg=times,
            timeout=5000,
        )
    session.show_game("White wins: larger group (4 to 3)", result="W+", hint="The game is over.")
    said = page.get_by_role("status").filter(has_text="White wins: larger group (4 to 3). The game is over.")
    expect(said).to_be_attached()


@pytest.mark.soak
def test_the_chooser_stays_within_a_phones_window(session: TableSession, phone: Page) -> None:
    session.show_game("", legal={name: legal("white", "black") for name in ("a1", "d7", "g4")})
    for name in ("a1", "d7", "g4"):
        phone.touchscreen.tap(*middle(cell(phone, name).and_(phone.locator(".legal"))))
        choice = phone.get_by_role("button", name="Place a black disc")
        expect(choice).to_be_visible()
        box = phone.locator(".chooser").bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] >= 0 and box["y"] + box["height"] <= 844
    choice.tap()
    until(phone, session, [{"do": "put", "cell": "g4", "piece": "black"}])


@pytest.mark.soak
def test_a_refusal_is_red_until_the_next_action_and_hints_follow_the_hand(session: TableSession, page: Page) -> None:
    session.show_game(
        "", legal={"d5": legal("white", start="d4")}, closed={"e5": ("It is white's turn.", "")}, hint="Move."
    )
    standing(session, page, {"d4": "white"})
    hint = page.locator("#text")
    cell(page, "e5").click()
    expect(hint).to_have_text("e5: It is white's turn.")
    expect(hint).to_have_class("live-text refused")
    cell(page, "d4").click()
    expect(hint).to_have_text("In hand: white disc of d4. Set it down on d5, or put it back.")
    expect(hint).to_have_class("live-text")
    expect(page.locator(".cell.legal")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("status").filter(has_text="Move.")).to_be_attached()
    session.show_game("", refusal="d6: No. Take it off.", fix={"d6": ""}, differs={"d6": "take off"})
    expect(hint).to_have_text("d6: No. Take it off.")
    session.show_game("", hint="Move.")
    expect(hint).to_have_class("live-text")


def test_a_refusal_leads_to_its_clause_and_the_game_goes_on(session: TableSession, page: Page) -> None:
    session.show_game("", closed={"e5": ("A white disc would be surrounded.", "ORO-2")}, hint="Place a disc.")
    rule = page.get_by_role("link", name="Rule ORO-2")
    cell(page, "e5").click()
    with page.expect_popup() as opened:
        rule.click()
    sheet = opened.value
    assert sheet.url.endswith("/rules/orochi#ORO-2")
    expect(sheet.locator(":target")).to_contain_text("ORO-2")
    sheet.close()
    expect(page.locator("#text")).to_have_text("e5: A white disc would be surrounded. Rule ORO-2")
    cell(page, "e5").press("Escape")
    expect(rule).to_be_hidden()
    session.show_game("", refusal="d6: No. Take it off.", clause="ORO-4", fix={"d6": ""})
    expect(page.get_by_role("link", name="Rule ORO-4")).to_be_visible()


def test_the_open_menu_stands_beside_the_board_in_words_and_its_choices_touch_the_cells(
    session: TableSession, page: Page
) -> None:
    live = GameState("g", {"rules": "orochi", "on": "hex4", "options": {}})
    session.board.publish(PROMPT, prompt_message(live, TableReport(menu="orochi"), "hex4"))
    legend = page.get_by_role("region", name="The board's menu")
    expect(legend.get_by_role("group", name="Size").get_by_role("button")).to_have_text(["2", "3", "4"])
    expect(legend).to_contain_text("Orcoon, Hex: only on a larger panel.")
    strong = legend.get_by_role("button", name="strong")
    cell_name = str(strong.get_attribute("data-choice"))
    label(page, cell_name, "strong, empty")
    strong.click()
    until(page, session, [{"do": "put", "cell": cell_name, "piece": "white"}, {"do": "lift", "cell": cell_name}])
    # The board says what is chosen by a light that blinks.
    colours = itertools.cycle(("a0b0a0", "000000"))

    def marked_while_it_blinks() -> bool:
        session.light({cell_name: next(colours)})
        return legend.locator("[aria-current=true]").all_inner_texts() == ["strong"]

    wait_until(page, marked_while_it_blinks)
    session.show_game("White: place a disc", turn="white")
    expect(legend).to_be_hidden()
