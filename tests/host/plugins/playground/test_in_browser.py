"""The playground in a real browser, from an ordinary file server: its service worker, its board, and its memory."""

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from hexlume_host.store.repository import Store
from hexlume_record.formats.link import link_text, read_link
from hexlume_record.formats.reader import read_game
from hexlume_record.variations.start import game_start
from tests.host.new_store import new_store
from tests.host.plugins.playground.conftest import FIRST_LIGHT_MS, Server, go, inside, light
from tests.host.plugins.playground.page import STOP, ScriptedPage

pytestmark = pytest.mark.integration

GESTURES = [
    {"do": "wait", "ms": 2500},
    {"do": "put", "cell": "d4", "piece": "white"},
    {"do": "wait", "ms": 700},
    {"do": "put", "cell": "e4", "piece": "black"},
    {"do": "wait", "ms": 700},
    {"do": "flip", "cell": "d4"},
    {"do": "press", "button": "menu"},
    {"do": "wait", "ms": 3000},
    {"do": "put", "cell": "d4", "piece": "white"},
]
"""The last one is refused, which both sides report."""
RECORDING = """
window.texts = [];
window.Worker = class extends Worker {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", ({ data }) => { if (data.text) window.texts.push(data.text); });
  }
};
const gestures = GESTURES;
if (crossOriginIsolated && window === top) {
  const Recorded = window.Worker;
  window.Worker = class extends Recorded {
    constructor(...address) {
      super(...address);
      for (const one of [{ full: ["here"] }, ...gestures]) window.hexlume.send(JSON.stringify(one));
    }
  };
}
""".replace("GESTURES", json.dumps(GESTURES))
"""Keeps what the board reports, and makes the gestures before it starts."""


def lights(messages: list[dict[str, Any]]) -> list[str]:
    """Return the LED frames up to the refused gesture, without the last LED, the board's health.

    That one shows whether the browser has stored an event yet, and its blinking was seen to differ by half a blink
    between runs. A page that begins to watch gets the last frame again.
    """
    (refused,) = [at for at, message in enumerate(messages) if message.get("event") == "error"]
    frames = [message["rgb"][:-6] for message in messages[:refused] if message.get("event") == "leds"]
    return [frame for frame, _ in groupby(frames)]


def put(page: Page, piece: str, cell: str) -> None:
    """Set a disc from a tray down on a cell, with the keyboard."""
    shown = inside(page)
    shown.locator(f'[data-tray="{piece}"]').press("Enter")
    shown.locator(f'[data-cell="{cell}"]').press("Enter")


def test_first_visit_loads_at_most_8_mb_and_only_from_its_own_server(
    context: BrowserContext, server: Server, playground: Path
) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    light(context.new_page(), server.url)
    assert all(url.startswith((server.url, "blob:")) for url in asked)
    loaded = {path.partition("?")[0].lstrip("/") or "index.html" for path in server.asked}
    assert sum((playground / path).stat().st_size for path in loaded) < 8_000_000
    assert loaded == {path.relative_to(playground).as_posix() for path in playground.rglob("*") if path.is_file()}


def test_gestures_give_the_same_lights_as_the_native_twin(
    context: BrowserContext, server: Server, tmp_path: Path
) -> None:
    context.add_init_script(RECORDING)
    page = light(context.new_page(), f"{server.url}?seed=7")
    refused = 'window.texts.some(text => text.startsWith(\'{"event":"error"\'))'
    page.wait_for_function(refused, timeout=FIRST_LIGHT_MS)
    native = ScriptedPage((lambda message: message.get("event") == "error", STOP))
    native._due[:0] = GESTURES
    native.play_on(tmp_path / "flash")
    there, here = lights([json.loads(text) for text in page.evaluate("window.texts")]), lights(native.messages)
    assert len(here) > 12
    assert there == here


def test_game_goes_on_where_a_closed_tab_left_it_and_without_the_server(
    context: BrowserContext, server: Server, page: Page
) -> None:
    expect(inside(page).locator('.lamp[aria-label="Black: dark"]')).to_be_visible()
    put(page, "white", "d4")
    expect(inside(page).locator('.lamp[aria-label="White: dark"]')).to_be_visible()
    page.close()
    server.stop()
    page = light(context.new_page(), server.url)
    expect(inside(page).locator('[data-cell="d4"]')).to_have_class("cell has-disc")
    expect(inside(page).locator('.lamp[aria-label="White: dark"]')).to_be_visible()
    go(page, "/library", "#rows tr")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-lit", "true", timeout=FIRST_LIGHT_MS)
    expect(inside(page).locator("#rows .actions")).to_have_text("1")


def test_finished_game_is_listed_replayed_and_saved_as_a_record_that_a_store_imports(
    tmp_path: Path, page: Page
) -> None:
    put(page, "white", "d4")
    expect(inside(page).locator("#actions .turn")).to_have_count(1, timeout=FIRST_LIGHT_MS)
    inside(page).locator("#with-table").click()
    inside(page).locator("#resign").click()
    inside(page).locator("#sure-yes").click()
    expect(inside(page).locator("#over")).to_be_visible()
    shown = go(page, "/library", "#rows tr")
    expect(shown.locator("#rows .result")).to_contain_text("White won")
    shown = go(page, "/games/1", "#scene")
    expect(shown.locator("#turns .ply")).to_have_count(2)
    shown.locator(".downloads summary").click()
    with page.expect_download() as saved:
        shown.locator("#get-json").click()
    assert saved.value.suggested_filename == "hexlume-1.json"
    game = read_game("record", Path(saved.value.path()).read_text(encoding="utf-8"))
    with Store(new_store(tmp_path / "store.sqlite")) as store:
        assert store.record(store.import_game(game).id).ending.result == "W+"


def test_new_game_of_another_kind_begins_on_the_panel_it_needs(context: BrowserContext, server: Server) -> None:
    page = light(context.new_page(), f"{server.url}?page=new-game")
    shown = inside(page)
    shown.locator(".choice-card", has_text="Sibling").click()
    shown.locator("#sizes label", has_text="61 cells").click()
    shown.locator("#new-game button[type=submit]").click()
    expect(page.frame_locator("#frame").locator("#about")).to_contain_text(
        "Sibling on 61 cells", timeout=FIRST_LIGHT_MS
    )
    page.goto(server.url)
    expect(page.frame_locator("#frame").locator("#about")).to_contain_text(
        "Sibling on 61 cells", timeout=FIRST_LIGHT_MS
    )


def test_link_of_a_game_opens_it_and_one_plays_on_from_there(context: BrowserContext, server: Server) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = link_text(game_start("orochi", "hex4", {}), ["Wd4", "Be4", "Wd5"])
    page = light(context.new_page(), f"{server.url}#{link}")
    shown = inside(page)
    expect(shown.locator("#place")).to_have_text("3 / 3", timeout=FIRST_LIGHT_MS)
    shown.locator("#back").click()
    shown.locator("body").press("c")
    expect(shown.locator("#toast")).to_contain_text("is copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert read_link(copied).actions == ["Wd4", "Be4"]
    shown.locator("#to-continue button", has_text="Play on from here").click()
    expect(page.frame_locator("#frame").locator("#actions .turn")).to_have_count(2, timeout=FIRST_LIGHT_MS)
    # Others in the same tab: a puzzle, a step of a lesson, and a damaged one.
    page.evaluate("link => { location.hash = link; }", f"{link}.puzzle")
    expect(page.frame_locator("#frame").locator("#about")).to_contain_text("best action", timeout=FIRST_LIGHT_MS)
    page.evaluate("location.hash = 'learn=orochi&step=3'")
    expect(page.frame_locator("#frame").locator("#lesson-title")).to_contain_text("lesson 3", timeout=FIRST_LIGHT_MS)
    page.evaluate("link => { location.hash = link; }", f"{link[:-3]}AAA")
    expect(page.frame_locator("#frame").locator("#problem")).to_contain_text("is damaged", timeout=FIRST_LIGHT_MS)


def test_no_event_is_lost_whatever_is_broken_in_the_drawer(page: Page) -> None:
    shown = inside(page)
    shown.locator("#drawer summary").click()
    faults = {"cable": "d4", "noise": "e4", "magnets": "d5", "table": "c3", "write": "b2", "power": "a1"}
    for events, (fault, cell) in enumerate(faults.items(), 2):
        shown.locator(f'[name="{fault}"]').check()
        put(page, "white", cell)
        if fault in ("write", "power"):
            expect(shown.locator("#lost")).to_contain_text("not connected", timeout=FIRST_LIGHT_MS)
            shown.locator('[name="power"]:checked').click()
            expect(shown.locator("#lost")).to_be_empty(timeout=FIRST_LIGHT_MS)
            # No light has confirmed that disc: it is set down anew, elsewhere.
            shown.locator(f'[data-cell="{cell}"]').press("Delete")
            put(page, "white", f"{cell[0]}3")
        else:
            expect(shown.locator("#kept")).to_contain_text(f" {events} in the board's flash", timeout=FIRST_LIGHT_MS)
            shown.locator(f'[name="{fault}"]').uncheck()
        expect(shown.locator("#kept")).to_have_text(
            f"Events of this game: {events} in the board's flash, {events} in this browser, 0 lost.",
            timeout=FIRST_LIGHT_MS,
        )
    for part in ("#journal-bytes", "#from-board", "#from-host", "#readings"):
        expect(shown.locator(part)).not_to_be_empty()
    actions = "async () => (await (await window.hexlume.request('/api/games/1')).json()).plies.map((ply) => ply.action)"
    assert page.evaluate(actions) == ["", "Wd4", "We4", "Wd5", "Wc3", "Wb3", "Wa3"]


def test_board_in_a_second_tab_is_one_sentence(context: BrowserContext, server: Server) -> None:
    light(context.new_page(), server.url)
    second = context.new_page()
    second.goto(server.url)
    expect(second.locator("#problem")).to_contain_text("open in another tab")
    expect(second.locator("#loading")).to_be_hidden()


def test_pages_fit_a_phone_have_no_barriers_and_lead_only_to_each_other(playground: Path, page: Page) -> None:
    put(page, "white", "d4")
    expect(inside(page).locator("#actions .turn")).to_have_count(1, timeout=FIRST_LIGHT_MS)
    pages = {"boards/here": "#scene", "library": "#rows tr", "games/1": "#scene", "live": "#connect", "rules": "img"}
    for name, shown in {**pages, "rules/orochi": "article", "new-game": ".choice-card"}.items():
        page.evaluate("path => window.hexlume.open(path)", f"/{name}")
        page.wait_for_url(f"**?page={name}")
        expect(page.frame_locator("#frame").locator(shown).first).to_be_visible(timeout=FIRST_LIGHT_MS)
        inside(page).evaluate("document.querySelector('#drawer')?.setAttribute('open', '')")
        for link in inside(page).locator('a[href^="/"]:visible').all():
            path = re.split("[?#]", (link.get_attribute("href") or "")[1:])[0] or "play"
            stored = {f"{one}.html.packed" for one in (path, path.partition("/")[0])}
            assert path == "play" or any((playground / one).is_file() for one in stored), path
        for width in (1100, 320):
            page.set_viewport_size({"width": width, "height": 700})
            assert inside(page).evaluate("document.documentElement.scrollWidth") <= width, name
            violations = Axe().run(cast(Page, inside(page))).response["violations"]
            assert violations == [], (name, violations)


def test_rules_and_lessons_are_read_and_played_without_a_server(page: Page) -> None:
    go(page, "/rules", ".rules-list img")
    shown = go(page, "/rules/orochi", "article img")
    shown.wait_for_function("document.querySelector('article img').naturalWidth > 0", timeout=FIRST_LIGHT_MS)
    shown = go(page, "/play?learn=orochi", "#lesson")
    expect(shown.locator("#lesson-title")).to_contain_text("Orochi, lesson 1", timeout=FIRST_LIGHT_MS)


@pytest.mark.parametrize(
    ("without", "sentence"),
    [
        ("delete Navigator.prototype.serviceWorker", "This browser cannot show the board"),
        ("Object.defineProperty(window, 'crossOriginIsolated', { value: false })", "gives the board no shared memory"),
    ],
)
def test_browser_that_lacks_something_says_so_in_one_sentence(
    context: BrowserContext, server: Server, without: str, sentence: str
) -> None:
    context.add_init_script(without)
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator("#problem")).to_contain_text(sentence)
    expect(page.locator("#loading")).to_be_hidden()


def test_unknown_panel_in_the_address_is_one_sentence(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}?panel=hex99")
    expect(page.locator("#problem")).to_contain_text("not 99", timeout=FIRST_LIGHT_MS)


def test_board_itself_plays_against_the_visitor(page: Page) -> None:
    shown = inside(page)
    shown.locator("#opponent-choice").select_option(index=1)
    expect(shown.locator("#level")).to_be_visible()
    put(page, "white", "d4")
    expect(shown.locator("#actions .turn")).to_have_count(2, timeout=FIRST_LIGHT_MS)
