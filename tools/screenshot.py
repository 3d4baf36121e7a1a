"""Take the README's picture from the running page: python tools/screenshot.py OUT.png [WIDTH HEIGHT] [dark]

Starts `hexlume play`, plays an Orochi game by clicks until a disc must be turned over, and takes the picture then.
"""

import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from hexlume import games
from hexlume.games.game import REPLACING

HEXLUME = Path(sys.executable).with_name("hexlume")
DISCS = 21
"""Discs on the board when the picture is taken, at least."""


def opening(seed: int) -> list[str]:
    """Return the actions of a random game up to a forced replacement with enough discs on the board."""
    choice = random.Random(seed)
    game = games.start("orochi")
    while game.result is None:
        if game.phase == REPLACING and len(game.codes) >= DISCS:
            return game.actions()
        game.push(choice.choice(game.legal_actions()))
    return opening(seed + 1)


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Return the middle of an element in window coordinates."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play(page: Page, actions: list[str]) -> None:
    """Play actions by clicks, waiting for the board to accept each."""
    for number, action in enumerate(actions, 1):
        target = f'[data-cell="{action[1:]}"]'
        if action[0] == "*":
            page.locator(target).dblclick()
        else:
            page.mouse.click(*middle(page, f'[data-tray="{"white" if action[0] == "W" else "black"}"] svg'))
            page.mouse.click(*middle(page, target))
        page.wait_for_function("count => document.body.dataset.shown === String(count)", arg=number)


@contextmanager
def running(*arguments: object) -> Iterator[str]:
    """Run a command that serves pages; yields the address it prints."""
    command = [str(HEXLUME), *map(str, arguments), "--no-browser", "--page-port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        yield address[0]
    finally:
        process.terminate()
        process.wait()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run the system's Chromium without a window."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=chromium, args=["--headless=new", "--no-sandbox", "--disable-gpu"]
        )


def table(store: Path) -> AbstractContextManager[str]:
    """Have ``hexlume play`` keep a game in a store; gives its page's address."""
    return running("play", "--store", store, "--white", "Ann", "--black", "Ben")


def play_opening(page: Page, address: str) -> None:
    """Play a game by clicks on a table's page, the wooden board shown, until a disc must be turned over."""
    page.add_init_script("localStorage.setItem('hexlume-table', 'shown')")
    page.goto(address)
    # A disc that is there before the board has begun its game would have to be taken off again.
    page.wait_for_function("() => document.querySelector('#text')?.textContent?.includes('place')")
    play(page, opening(3))


def main() -> None:
    """Play and take the picture."""
    out = Path(sys.argv[1])
    sizes = [int(argument) for argument in sys.argv[2:4]] or [1280, 800]
    with (
        tempfile.TemporaryDirectory() as folder,
        table(Path(folder) / "games.sqlite") as address,
        browsing() as browser,
    ):
        page = browser.new_page(
            viewport={"width": sizes[0], "height": sizes[1]},
            color_scheme="dark" if "dark" in sys.argv else "light",
        )
        play_opening(page, address)
        page.mouse.move(5, 5)
        page.wait_for_timeout(1400)
        page.screenshot(path=out)


if __name__ == "__main__":
    main()
