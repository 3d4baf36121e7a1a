"""The analysis page and the position editor in a real browser, by mouse and by keyboard alone, and what they ask."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from browser_pages import cell
from playwright.sync_api import Locator, Page, expect
from site_pages import ScriptedBoard, site_on

from hexlume import games
from hexlume_host.store.repository import Store
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.pages.analysis import _Body, position, qr_code, study_message
from hexlume_record.errors import RecordError
from hexlume_record.formats.link import read_link

pytestmark = pytest.mark.integration


@pytest.fixture
def url(store: Store, hub: LiveHub) -> Iterator[str]:
    with site_on(store, hub) as address:
        yield address.rstrip("/")


@pytest.fixture
def page(url: str, laptop: Page) -> Page:
    return laptop


def analysis(page: Page, url: str, query: str = "") -> Page:
    page.goto(f"{url}/analysis{query}")
    shown(page)
    return page


def shown(page: Page, played: int | None = None) -> None:
    told = None if played is None else str(played)
    page.wait_for_function(
        "played => played === null ? 'shown' in document.body.dataset : document.body.dataset.shown === played",
        arg=told,
    )


def checked(page: Page) -> None:
    page.wait_for_timeout(150)
    page.wait_for_function("() => Boolean(document.body.dataset.checked)")


def place(page: Page, name: str, colour: str, played: int) -> None:
    """Place a disc on a cell; it is the action of this number."""
    cell(page, name).click()
    page.get_by_role("button", name=f"place a {colour} disc").click()
    shown(page, played)


def moves(page: Page) -> list[str]:
    return [text.split(".")[-1].strip() for text in page.locator("[role=treeitem]").all_inner_texts()]


def chosen(page: Page) -> Locator:
    return page.locator("[role=treeitem][aria-selected=true]")


def test_line_is_shared_as_a_link_that_holds_it_and_its_qr_code(page: Page, url: str) -> None:
    page.route("**/api/rights", lambda route: route.fulfill(json={"right": "act", "others": ["192.168.7.7"]}))
    place(analysis(page, url), "d4", "white", 1)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.get_by_label("The line itself up to here").input_value()
    assert link.startswith("http://192.168.7.7:") and read_link(link).actions == ["Wd4"]
    with pytest.raises(RecordError, match="no QR code of this"):
        qr_code(_Body(content="long" * 1000))


def test_variations_by_mouse(page: Page, url: str, tmp_path: Path) -> None:
    analysis(page, url)
    place(page, "d4", "white", 1)
    place(page, "d3", "black", 2)
    page.get_by_role("button", name="One action back").click()
    shown(page, 1)
    place(page, "d5", "black", 2)
    expect(chosen(page)).to_have_attribute("aria-label", "2, black Bd5, way 2 of 2")
    page.get_by_role("button", name="Make main line").click()
    assert moves(page) == ["Beginning", "Wd4", "Bd5", "Bd3"]
    page.get_by_label("Comment on the chosen action").fill("<b>quiet</b> and strong")
    expect(page.locator(".move-comment")).to_have_text("<b>quiet</b> and strong")
    page.get_by_role("treeitem", name="2, black Bd3").click()
    page.get_by_role("button", name="Delete from here").click()
    assert moves(page) == ["Beginning", "Wd4", "Bd5"]
    page.get_by_role("button", name="Bring back").click()
    assert moves(page) == ["Beginning", "Wd4", "Bd5", "Bd3"]
    # Kept by the browser.
    page.reload()
    shown(page, 2)
    assert moves(page) == ["Beginning", "Wd4", "Bd5", "Bd3"]
    expect(chosen(page)).to_have_attribute("aria-label", "2, black Bd3, way 2 of 2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save file").click()
    download.value.save_as(tmp_path / "saved.json")
    page.get_by_role("button", name="Make main line").click()
    page.locator("#file").set_input_files(tmp_path / "saved.json")
    expect(page.locator("[role=treeitem]").last).to_have_text(re.compile("Bd3"))
    assert moves(page) == ["Beginning", "Wd4", "Bd5", "Bd3"]
    expect(page.locator(".move-comment")).to_have_text("<b>quiet</b> and strong")


def test_following_a_board(store: Store, hub: LiveHub, page: Page, url: str) -> None:
    board = ScriptedBoard(store, "b1", watch=BoardLink(hub))
    board.act("Wd4")
    analysis(page, url)
    page.get_by_label("Follow a board").select_option("b1")
    shown(page, 1)
    assert moves(page) == ["Beginning", "Wd4"]
    comment = page.get_by_label("Comment on the chosen action")
    comment.focus()
    board.act("Bd3")
    shown(page, 2)
    # What was begun for one action stays with it.
    comment.press_sequentially("strong")
    comment.blur()
    expect(page.get_by_role("treeitem", name="1, white Wd4, strong")).to_be_attached()
    expect(comment).to_have_value("")
    board.game.pop()
    board.tell("undo")
    shown(page, 1)
    board.act("Bd5")
    shown(page, 2)
    expect(chosen(page)).to_have_attribute("aria-label", "2, black Bd5, way 2 of 2")
    # One's own variations stay while the hands go on.
    page.get_by_role("treeitem", name="1, white Wd4").click()
    shown(page, 1)
    place(page, "a1", "black", 2)
    board.act("Bd2")
    shown(page, 3)
    assert sorted(moves(page)) == sorted(["Beginning", "Wd4", "Bd3", "Bd5", "Ba1", "Bd2"])


def test_the_editor_by_mouse(page: Page, url: str) -> None:
    page.goto(f"{url}/editor")
    checked(page)
    page.get_by_label("To move").select_option("black")
    checked(page)
    expect(page.locator("#verdict")).to_contain_text("White acts first on an empty board (ORO-1).")
    expect(page.get_by_role("button", name="Analyse from here")).to_be_disabled()
    page.get_by_text("Black", exact=True).first.click()
    for name in ("d4", "d3", "d5", "e3", "e4"):
        cell(page, name).click()
    checked(page)
    expect(page.locator("#verdict")).to_contain_text("turn over the pulsing disc")
    page.get_by_text("Turn over", exact=True).click()
    cell(page, "d4").click()
    checked(page)
    expect(page.get_by_role("heading", name="Ready to play on")).to_be_visible()
    page.get_by_text("Remove", exact=True).click()
    cell(page, "d4").click()
    page.get_by_role("button", name="Undo").click()
    expect(cell(page, "d4")).to_have_attribute("aria-label", "d4, white disc")
    checked(page)
    page.get_by_role("button", name="Analyse from here").click()
    page.wait_for_url("**/analysis")
    shown(page, 0)
    expect(page.locator("#text")).to_have_text("Black: place a disc of either colour")


def ask(url: str, path: str, body: object = None) -> tuple[int, Any]:
    """Return the status and the answer of a request to the area's API."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
    try:
        with urlopen(Request(f"{url}/api/analysis/{path}", data, {"content-type": "application/json"})) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, json.load(error)


def test_what_is_posted_is_checked(url: str) -> None:
    """Every malformed request gets a sentence and no 500; nothing is changed on the server."""
    start = {"rules": "orochi", "size": 4, "options": {}}
    asked: list[tuple[str, object]] = [
        ("position", []),
        ("position", {}),
        ("position", {"start": start, "position": {}}),
        ("position", {"start": {**start, "size": 99}}),
        ("position", {"start": {**start, "size": "4"}}),
        ("position", {"start": {**start, "options": {"pie": True}}}),
        ("position", {"start": start, "actions": ["Wd4", "Wd4"]}),
        ("position", {"start": start, "actions": "Wd4"}),
        ("position", {"start": start, "actions": ["Wd4"] * 3000}),
        ("position", {"start": start, "actions": [None]}),
        ("position", {"position": {"game": "chess"}}),
        ("export", {"start": start}),
        ("export", {"start": start, "variations": {"nodes": [{}]}}),
        ("export", {"start": start, "variations": {"nodes": []}, "game": "99"}),
        ("import", {"content": 3}),
        ("import", {"content": "[" * 5000}),
        ("import", {"content": '{"schema": "hexlume-record"}'}),
    ]
    for path, body in asked:
        status, answer = ask(url, path, body)
        assert 400 <= status < 500, (path, body, answer)
        assert answer["error"].endswith("."), answer
    assert ask(url, "position", b"\xff")[0] == 400
    assert ask(url, "board/77")[0] == 404
    _, told = ask(url, "position", {"start": start, "actions": ["Wd4", "Bd3"]})
    assert told["to_move"] == "black"
    assert {one["action"] for one in told["actions"]["a1"]} == {"Wa1", "Ba1"}
    _, refused = ask(url, "check", {"position": {"game": "orochi", "board": "hex4", "pieces": {"z9": "w"}}})
    assert refused["refusals"][0]["cells"] == []


@pytest.mark.parametrize("rules", games.NAMES)
def test_the_start_of_every_game_is_offered(url: str, rules: str) -> None:
    offered = {game["rules"]: game for game in ask(url, "games")[1]["games"]}
    assert offered[rules]["size"] in offered[rules]["sizes"]
    _, told = ask(url, "check", {"start": {"rules": rules}})
    assert told["refusals"] == []
    _, again = ask(url, "check", {"position": told["position"]})
    assert again["position"] == told["position"]


def test_closed_cells_say_why_and_by_which_clause() -> None:
    start = {"start": {"rules": "orcoon", "size": 5, "options": {}}}
    shown = position(_Body(**start, actions=["a1", "e1"]))
    ((sentence, clause),) = [shown["closed"].pop(cell) for cell in ("b2",)]
    assert (clause, shown["closed"]) == ("ORC-3", {}) and sentence.endswith(".")
    assert "b2" not in shown["actions"]


def test_nothing_is_closed_once_the_game_is_over() -> None:
    game = games.start("orcoon", 5)
    game.conclude(1, "resigned")
    assert study_message(game)["closed"] == {}
