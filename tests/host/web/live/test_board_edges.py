"""Edges that a player owns, on pages: whose they are, where they lie, and on which boards."""

import json
import re
from collections.abc import Iterator
from html import unescape
from math import dist

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from site_pages import ScriptedBoard, site_on

from hexlume import games
from hexlume_host.store.repository import Store
from hexlume_host.web.http.static_files import address
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.renderer import render
from hexlume_record.words.text import has_owned_edges

WORDS = "Black owns the edges below and above, white those at the left and the right."
MIDDLES = """(bars) => bars.map((bar) => {
  const box = bar.getBoundingClientRect();
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
})"""
LETTERS = "abcdefg"
SMALL = {f"{LETTERS[at + 1]}{row + 1}": f"{LETTERS[at]}{row}" for at in range(5) for row in range(1, 6)}
"""The names on a board of 5 x 5 cells in the middle of one of 7 x 7."""


def test_pages_know_in_which_games_colours_own_edges() -> None:
    found = re.search(r'data-games="([^"]*)"', render("library.html").decode())
    assert found is not None
    known = json.loads(unescape(found[1]))
    assert {name: game["edges"] for name, game in known.items()} == {
        name: has_owned_edges(name) for name in games.NAMES
    }
    assert {name for name, game in known.items() if game["edges"]} >= {"hex", "orcoon"}


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    hub = LiveHub(store)
    watch = BoardLink(hub)
    for name in ("hex", "orcoon", "orochi"):
        ScriptedBoard(store, name, name, watch=watch)
    with site_on(store, hub) as found:
        yield found


@pytest.mark.integration
def test_overview_and_replay_show_the_edges_of_games_that_join_them(url: str, laptop: Page) -> None:
    laptop.goto(url)
    for name, count in (("hex", 2), ("orcoon", 2), ("orochi", 0)):
        card = laptop.locator(f"[data-device={name}]")
        expect(card.locator("[data-cell]").first).to_be_attached()
        for colour in ("white", "black"):
            expect(card.locator(f".edge-face-{colour}")).to_have_count(count)
    laptop.goto(f"{url}games/1")
    expect(laptop.locator("#board .edge-face-black")).to_have_count(2)
    expect(laptop.get_by_role("application")).to_have_attribute("aria-description", WORDS)
    assert Axe().run(laptop).response["violations"] == []


@pytest.mark.integration
@pytest.mark.parametrize("board", ["square7", "rhombus7"])
def test_bars_lie_just_outside_the_cells_of_their_edge(url: str, laptop: Page, board: str) -> None:
    """Black's below and above, white's at the left and the right, around a smaller board in the panel's middle."""
    laptop.goto(url)
    laptop.evaluate(
        """async ([address, state]) => {
          const { BoardView } = await import(address);
          const box = document.createElement("div");
          box.className = "board";
          box.id = "tried";
          document.querySelector("main").prepend(box);
          window.view = new BoardView(box);
          await view.show(state);
        }""",
        [address("lib/board-view.js"), {"board": board, "names": SMALL, "edges": True}],
    )
    places = {
        SMALL[name]: (x, y)
        for name, x, y in laptop.locator("#tried [data-cell]").evaluate_all(
            """(cells) => cells.map((cell) => {
              const box = cell.querySelector(".cell-hit").getBoundingClientRect();
              return [cell.dataset.cell, (box.left + box.right) / 2, (box.top + box.bottom) / 2];
            })"""
        )
        if name in SMALL
    }
    last = 5
    pitch = places["b1"][0] - places["a1"][0]
    column, row = LETTERS[last // 2], last // 2 + 1
    centre = places[f"{column}{row}"]
    for colour, cells in (
        ("black", (f"{column}1", f"{column}{last}")),
        ("white", (f"a{row}", f"{LETTERS[last - 1]}{row}")),
    ):
        found = laptop.locator(f"#tried .edge-face-{colour}").evaluate_all(MIDDLES)
        for bar, name in zip(found, cells, strict=True):
            at = places[name]
            assert dist(bar, at) / pitch == pytest.approx(0.6, abs=0.08)
            assert dist(bar, centre) > dist(at, centre)
