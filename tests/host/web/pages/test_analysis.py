"""The analysis page and the position editor in a real browser, by mouse and by keyboard alone, and what they ask."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import LAPTOP, Complaints, cell
from playwright.sync_api import Browser, Locator, Page, expect
from site_pages import ScriptedBoard, site_on

from hexlume import games
from hexlume_host.game_files.record_file import read_file
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import PortWatch

pytestmark = pytest.mark.integration


@pytest.fixture
def hub(store: Store) -> LiveHub:
    return LiveHub()


@pytest.fixture
def url(store: Store, hub: LiveHub) -> Iterator[str]:
    with site_on(store, hub) as address:
        yield address.rstrip("/")


@pytest.fixture
def site(browser: Browser, url: str, complaints: Complaints) -> Iterator[Page]:
    page = browser.new_context(**LAPTOP, accept_downloads=True).new_page()  # type: ignore[arg-type]
    complaints.watch(page)
    yield page
    page.context.close()


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


def moves(page: Page) -> list[str]:
    return [text.split(".")[-1].strip() for text in page.locator("[role=treeitem]").all_inner_texts()]


def chosen(page: Page) -> Locator:
    return page.locator("[role=treeitem][aria-selected=true]")


def nothing_serious(page: Page) -> None:
    found = Axe().run(page)
    serious = [one for one in found.response["violations"] if one["impact"] in ("serious", "critical")]
    assert serious == [], found.generate_report()


def test_variations_by_mouse(site: Page, url: str) -> None:
    page = analysis(site, url)
    cell(page, "d4").click()
    page.get_by_role("button", name="place a white disc").click()
    shown(page, 1)
    expect(cell(page, "d4")).to_have_attribute("aria-label", "d4, white disc, last action")
    cell(page, "d3").click()
    page.get_by_role("button", name="place a black disc").click()
    shown(page, 2)
    page.get_by_role("button", name="One action back").click()
    shown(page, 1)
    expect(cell(page, "d3")).to_have_attribute("aria-label", "d3, empty, can be chosen")
    cell(page, "d5").click()
    page.get_by_role("button", name="place a black disc").click()
    shown(page, 2)
    assert moves(page) == ["Beginning", "Wd4", "Bd3", "Bd5"]
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
    nothing_serious(page)


def test_a_stored_game_with_what_was_taken_back(store: Store, site: Page, url: str, tmp_path: Path) -> None:
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"))
    board.act("Wd4", "Bd3")
    board.game.pop()
    board.tell("undo")
    board.act("Bd5", "Ba1")
    page = analysis(site, url, "?game=1&ply=2")
    shown(page, 2)
    assert moves(page) == ["Beginning", "Wd4", "Bd5", "Bd3", "Ba1"]
    expect(chosen(page)).to_have_attribute("aria-label", "2, black Bd5, way 1 of 2")
    expect(page.get_by_role("heading", name="Analysis of game 1")).to_be_visible()
    page.get_by_label("Comment on the chosen action").fill("played")
    page.get_by_role("treeitem", name="2, black Bd5").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save file").click()
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    record = json.loads(saved.read_text())
    assert [node["action"] for node in record["variations"]["nodes"]] == ["Wd4", "Bd5", "Ba1", "Bd3"]
    assert [action["action"] for action in record["actions"]] == ["Wd4", "Bd5", "Ba1"]
    read = read_file(str(saved))
    assert read.problems == []
    assert read.games[0].variations == record["variations"]
    page.goto(f"{url}/analysis")
    shown(page, 0)
    page.locator("#file").set_input_files(saved)
    expect(page.locator(".move-comment")).to_have_text("played")
    assert moves(page) == ["Beginning", "Wd4", "Bd5", "Bd3", "Ba1"]


def test_a_text_record_is_opened_as_import_reads_it(site: Page, url: str, tmp_path: Path) -> None:
    """A comment may come first, with a quotation mark after its brace, as JSON begins."""
    text = '{"Ann" wins}\r\n[Game "orochi"][Board "hex3"][White "Ann"]\r\n1. white Wc3 2. black Wc4 Bc2 abandoned\r\n'
    file = tmp_path / "game.txt"
    file.write_bytes(text.encode())
    page = analysis(site, url)
    page.locator("#file").set_input_files(file)
    expect(page.get_by_text("Opened game.txt.")).to_be_visible()
    assert moves(page) == ["Beginning", "Wc3", "Wc4", "Bc2"]
    status, answer = ask(url, "import", {"content": text + text})
    assert (status, answer["error"]) == (400, "The file holds 2 games: leave one of them in it.")


@pytest.mark.soak
def test_following_a_board(store: Store, hub: LiveHub, site: Page, url: str) -> None:
    watch = PortWatch(hub, store)
    board = ScriptedBoard(store, "b1", watch=watch)
    board.act("Wd4")
    page = analysis(site, url)
    page.get_by_label("Follow a board").select_option("b1")
    shown(page, 1)
    assert moves(page) == ["Beginning", "Wd4"]
    board.act("Bd3")
    shown(page, 2)
    board.game.pop()
    board.tell("undo")
    shown(page, 1)
    board.act("Bd5")
    shown(page, 2)
    expect(chosen(page)).to_have_attribute("aria-label", "2, black Bd5, way 2 of 2")
    # One's own variations stay while the hands go on.
    page.get_by_role("treeitem", name="1, white Wd4").click()
    shown(page, 1)
    cell(page, "a1").click()
    page.get_by_role("button", name="place a black disc").click()
    shown(page, 2)
    board.act("Bd2")
    shown(page, 3)
    assert sorted(moves(page)) == sorted(["Beginning", "Wd4", "Bd3", "Bd5", "Ba1", "Bd2"])


@pytest.mark.soak
def test_a_comment_stays_with_its_action_when_the_hands_go_on(store: Store, hub: LiveHub, site: Page, url: str) -> None:
    board = ScriptedBoard(store, "b1", watch=PortWatch(hub, store))
    board.act("Wd4")
    page = analysis(site, url)
    page.get_by_label("Follow a board").select_option("b1")
    shown(page, 1)
    comment = page.get_by_label("Comment on the chosen action")
    comment.focus()
    board.act("Bd3")
    shown(page, 2)
    comment.press_sequentially("strong")
    comment.blur()
    expect(page.get_by_role("treeitem", name="1, white Wd4, strong")).to_be_attached()
    expect(chosen(page)).to_have_attribute("aria-label", "2, black Bd3")
    expect(comment).to_have_value("")


@pytest.mark.soak
def test_clearing_the_editor_clears_what_was_chosen_of_the_turn(site: Page, url: str) -> None:
    page = site
    page.goto(f"{url}/editor")
    checked(page)
    due = page.get_by_label("What is due")
    due.select_option("replace")
    page.get_by_role("button", name="Empty board").click()
    expect(due).to_have_value("")


def test_the_editor_by_mouse(site: Page, url: str) -> None:
    page = site
    page.goto(f"{url}/editor")
    checked(page)
    expect(page.get_by_role("heading", name="Ready to play on")).to_be_visible()
    page.get_by_label("To move").select_option("black")
    checked(page)
    expect(page.locator("#verdict")).to_contain_text("White acts first on an empty board (ORO-1).")
    expect(page.get_by_role("button", name="Analyse from here")).to_be_disabled()
    page.get_by_text("Black", exact=True).first.click()
    cell(page, "d4").click()
    checked(page)
    expect(page.get_by_role("heading", name="Ready to play on")).to_be_visible()
    for name in ("d3", "d5", "e3", "e4"):
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
    nothing_serious(page)
    page.get_by_role("button", name="Analyse from here").click()
    page.wait_for_url("**/analysis")
    shown(page, 0)
    expect(page.locator("#text")).to_have_text("Black: place a disc of either colour")
    cell(page, "a1").click()
    page.get_by_role("button", name="place a white disc").click()
    shown(page, 1)
    page.get_by_role("button", name="Edit position").click()
    page.wait_for_url("**/editor")
    checked(page)
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, white disc")


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
