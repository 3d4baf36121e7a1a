"""Take the site's pictures for the docs: python tools/screenshot_site.py FOLDER [NAME ...]

Plays scripted games and gives them players, plays a live game by clicks, serves both, and looks at the pages on a
phone, a laptop and a wall display.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser
from screenshot import HEXLUME, browsing, play_opening, running, table

from hexlume import games
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.store.repository import Store
from hexlume_plugins.gamekit.scripted_games import play_scripted

PLAYERS = ("Ann", "Ben", "Cleo", "Dov", "Emi")
GAMES = (("orochi", 4, 6), ("sibling", 3, 3), ("orcoon", 4, 3), ("organica", 4, 2), ("droched", 3, 2))
"""Rules, size and number of games."""

PHONE, LAPTOP, WALL = (390, 844), (1280, 800), (1920, 1080)
SHOTS = (
    ("live-laptop", "/", LAPTOP, "light"),
    ("board-phone", "/boards/{device}", PHONE, "dark"),
    ("board-wall", "/boards/{device}?wall", WALL, "dark"),
    ("library-laptop", "/library", LAPTOP, "light"),
    ("library-phone", "/library", PHONE, "light"),
    ("replay-laptop", "/games/{game}?ply=21", LAPTOP, "light"),
    ("replay-phone", "/games/{game}?ply=21", PHONE, "light"),
    ("analysed-laptop", "/games/{game}?ply=21", LAPTOP, "light"),
    ("statistics-laptop", "/statistics", LAPTOP, "light"),
    ("players-laptop", "/players", LAPTOP, "light"),
    ("analysis-laptop", "/analysis?game={game}&ply=21", LAPTOP, "dark"),
)
"""Name of the picture, page, size of the window, and the person's colour scheme."""


def hexlume(*arguments: object) -> str:
    """Run a command to its end and return what it printed."""
    return subprocess.run([HEXLUME, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def fill(folder: Path, store: Path) -> None:
    """Fill a store with scripted games between players."""
    choice = random.Random(1)
    for rules, size, count in GAMES:
        place = str(folder / f"{rules}.sqlite")
        with Store(place) as scripted:
            board = SimulatedBoard.of(games.start(rules, size))
            played = list(play_scripted(board, "careful", count, size, scripted))
        for number in range(1, len(played) + 1):
            record = json.loads(hexlume("export", number, "--store", place))
            record["players"] = dict(zip(("white", "black"), choice.sample(PLAYERS, 2), strict=True))
            file = folder / "game.json"
            file.write_text(json.dumps(record))
            hexlume("import", file, "--store", store)


def take(browser: Browser, address: str, places: dict[str, object], folder: Path) -> None:
    """Take the pictures that are asked for, or all."""
    wanted = sys.argv[2:]
    for name, page_of, (width, height), scheme in SHOTS:
        if wanted and name not in wanted:
            continue
        page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
        )
        page.goto(address.rstrip("/") + page_of.format(**places))
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=85)
        page.close()


def main() -> None:
    """Fill, play, serve and look."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, browsing() as browser:
        folder = Path(name)
        store = folder / "games.sqlite"
        fill(folder, store)
        stored = json.loads(hexlume("games", "--json", "--store", store))
        replayed = next(game for game in stored if game["rules"] == "orochi")
        hexlume("analyse", replayed["id"], "--playouts", 2000, "--store", store)
        with table(store) as address, running("serve", "--no-log", "--store", store) as site:
            play_opening(browser.new_page(viewport={"width": 1280, "height": 800}), address)
            stored = json.loads(hexlume("games", "--json", "--store", store))
            take(browser, site, {"game": replayed["id"], "device": stored[-1]["device"]["id"]}, out)


if __name__ == "__main__":
    main()
