"""`hexlume play`: a whole game by clicks on the real page, stored as it was clicked."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hexlume import games
from hexlume.games.game import REPLACING
from hexlume.games.grid import HexGrid
from hexlume_record.game.position import legal_texts
from tests.in_process import Hexlume

HEXLUME = str(Path(sys.executable).with_name("hexlume"))


class Played:
    """A running `hexlume play`: its page's address and its store."""

    def __init__(self, store: Path, *arguments: str) -> None:
        self.store = store
        self.process = subprocess.Popen(
            [HEXLUME, "play", "--no-browser", "--page-port", "0", "--store", str(store), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]


def listed_games(hexlume: Hexlume, store: Path) -> list[dict[str, object]]:
    return list(json.loads(hexlume("games", "--json", "--store", store).out))


def actions_of(hexlume: Hexlume, store: Path, number: object) -> list[str]:
    return [entry["action"] for entry in json.loads(hexlume("show", number, "--json", "--store", store).out)["actions"]]


@pytest.fixture
def played(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Played]:
    options = getattr(request, "param", ("--size", "2", "--engine", "off"))
    running = Played(tmp_path / "games.sqlite", *options, "--white", "Ann", "--black", "Ben")
    yield running
    running.process.kill()
    running.process.wait()


def opened(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script("localStorage.setItem('hexlume-table', 'shown')")
    page.goto(address)
    page.wait_for_function("() => document.body.dataset.connected === 'true'")
    # A disc that stands before the board has looked at its table, and lit it, is no action.
    expect(page.locator(".floor-glow[visibility=visible]")).not_to_have_count(0)
    return page


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def panel_names() -> dict[tuple[int, int], str]:
    """Return the panel's cell names by axial coordinates of the hex4 panel; hex2 lies in its middle."""
    grid = HexGrid(4)
    return {(grid.q[cell], grid.r[cell]): grid.name(cell) for cell in range(grid.cells)}


def label(page: Page, panel_cell: str) -> str:
    return page.locator(f'[data-cell="{panel_cell}"]').get_attribute("aria-label") or ""


def test_game_played_by_clicks_is_stored_as_clicked(played: Played, hexlume: Hexlume, browser: Browser) -> None:
    page = opened(browser, played.address)
    game, choice = games.start("orochi", 2), random.Random(11)
    names = panel_names()
    clicked: list[str] = []
    turned = 0
    while game.result is None:
        action = choice.choice(legal_texts(game))
        cell = game.grid.cell(action[1:])
        target = f'[data-cell="{names[(game.grid.q[cell], game.grid.r[cell])]}"]'
        if game.phase == REPLACING:
            turned += 1
            page.locator(target).dblclick()
        else:
            page.mouse.click(*middle(page, f'[data-tray="{"white" if action[0] == "W" else "black"}"] svg'))
            page.mouse.click(*middle(page, target))
        game.push_text(action)
        clicked.append(action)
        expect(page.locator("body")).to_have_attribute("data-shown", str(len(clicked)))
    assert turned, "this game has an action in which a disc is turned over"
    expect(page.locator("#text")).to_contain_text("wins")
    assert label(page, "d4").startswith("b2, "), "cells bear the names of the board that is played on"
    assert label(page, "a1").startswith("a1 outside the game's board")
    (listed,) = listed_games(hexlume, played.store)
    assert (listed["status"], listed["result"]) == ("finished", game.result)
    assert listed["players"] == {"white": "Ann", "black": "Ben"}
    assert actions_of(hexlume, played.store, listed["id"]) == clicked
    page.close()
