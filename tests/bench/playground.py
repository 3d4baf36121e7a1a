"""The playground in a browser: how large a visit is, how soon the board is lit, and how soon an action is shown."""

import functools
import http.server
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserContext, Page, sync_playwright

from hexlume_plugins.playground.build import build
from tests.conftest import ARGUMENTS, BROWSERS

from .figure import Figure

PYODIDE = Path(".venv/javascript/node_modules/pyodide")
WAIT_MS = 300_000
CELLS = ("d4", "a1", "g4", "c6", "e2", "f4")
PLAY = """([action, number]) => new Promise((done) => {
  const start = performance.now();
  new MutationObserver((changes, observer) => {
    if (document.body.dataset.shown !== number) return;
    observer.disconnect();
    done(performance.now() - start);
  }).observe(document.body, { attributeFilter: ["data-shown"] });
  parent.hexlume.send(JSON.stringify({ do: "play", action }));
})"""


class _Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def _first_light(context: BrowserContext, url: str) -> tuple[Page, float]:
    page, start = context.new_page(), time.perf_counter()
    page.goto(url)
    page.wait_for_selector("body[data-lit]", timeout=WAIT_MS)
    return page, time.perf_counter() - start


def _actions(page: Page) -> list[float]:
    """Play on the plain game; return the ms from each action to the page that shows it."""
    frame = page.frames[1]
    frame.click("#with-table")
    frame.wait_for_selector('body[data-shown="0"]', timeout=WAIT_MS)
    return [float(frame.evaluate(PLAY, [f"W{cell}", str(number)])) for number, cell in enumerate(CELLS, 1)]


def measure() -> list[Figure]:
    """Return the figures of a first visit, of one without the server, and of actions."""
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        size = build(Path(folder), PYODIDE)
        context = browser.new_context(viewport={"width": 390, "height": 800})
        with _serving(Path(folder)) as url:
            page, first = _first_light(context, url)
            page.close()
        page, second = _first_light(context, url)
        delays = _actions(page)
        browser.close()
    note = "Chromium, 390 pixels wide, server at home"
    return [
        Figure("playground, a first visit", size / 1e6, "MB", "compressed"),
        Figure("playground, first visit to first light", first, "s", note),
        Figure("playground, visit without a server to first light", second, "s", note),
        Figure("playground, action to page, median", median(delays), "ms", f"{len(delays)} actions, kept in IndexedDB"),
    ]
