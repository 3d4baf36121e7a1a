"""A site with boards and a browser, and the monkeys that are let loose on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from tests.monkey.boards import Boards
from tests.monkey.pages import Pages
from tests.monkey.served import Served
from tests.monkey.stock import record_files, stocked
from tests.monkey.walk import Walk

PANELS = {
    "hex4": {"HEXLUME_PANEL": "hex4", "HEXLUME_SIZE": "3"},
    "square7": {"HEXLUME_PANEL": "square7", "HEXLUME_GAME": "droched"},
}
DEVICES = ("laptop", "phone")


@contextmanager
def party(browser: Browser, folder: Path, seed: int, weights: tuple[int, int] = (12, 4)) -> Iterator[Walk]:
    """Yield the walk of a seed; at the end the server must stop in order. ``weights``: pages, boards."""
    store = stocked(folder / "games.sqlite")
    (folder / "files").mkdir()
    files = record_files(store, folder / "files")
    server = Served(folder, store)
    try:
        with Boards(PANELS, folder, server.address) as boards:
            pages = Pages(browser, server.address, DEVICES[seed % len(DEVICES)], files)
            # The server's logs are looked at wherever it is a page's turn.
            pages.also(server.complaints)
            walk = Walk(list(zip((pages, boards), weights, strict=True)), seed, folder / "trace.jsonl")
            yield walk
            pages.context.close()
        left = server.stop()
        assert left == [], f"seed {seed}: {left}"
    finally:
        server.kill()
