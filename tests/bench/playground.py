"""The playground in a browser, beside its limits: the size of a visit, the first light, and the light after a disc."""

import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from hexlume_plugins.playground.build import build
from tests.conftest import ARGUMENTS, BROWSERS
from tests.host.plugins.playground.conftest import FIRST_LIGHT_MS, PYODIDE, Server

from .figure import Figure

CELLS = ("d4", "a1", "g4", "c6", "e2", "f4")
LIGHTS = """
window.Worker = class extends Worker {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", ({ data }) => { if (data.text?.startsWith('{"event":"leds"')) window.lit?.(); });
  }
};"""
PUT = """async (cell) => {
  const start = performance.now();
  const lit = new Promise((done) => { window.lit = done; });
  window.hexlume.send(JSON.stringify({ do: "put", cell, piece: "white" }));
  await lit;
  return performance.now() - start;
}"""


def _visit(page: Page, url: str) -> tuple[float, float]:
    """Return the seconds from the visit to the first light, and those of them after Python was ready."""
    start = time.perf_counter()
    page.goto(url)
    page.wait_for_selector("body[data-ready]", timeout=FIRST_LIGHT_MS)
    ready = time.perf_counter()
    page.wait_for_selector("body[data-lit]", timeout=FIRST_LIGHT_MS)
    return time.perf_counter() - start, time.perf_counter() - ready


def _put(page: Page, number: int, cell: str) -> float:
    """Put a disc down once all before it are kept; return the ms to the next change of a light."""
    page.frame_locator("#frame").locator(f'body[data-shown="{number}"]').wait_for(timeout=FIRST_LIGHT_MS)
    return float(page.evaluate(PUT, cell))


def measure() -> list[Figure]:
    """Return the figures of a first visit, of one without the server, and of discs."""
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        size = build(Path(folder), PYODIDE)
        context = browser.new_context(viewport={"width": 390, "height": 800})
        context.add_init_script(LIGHTS)
        server, page = Server(Path(folder)), context.new_page()
        first, _ = _visit(page, server.url)
        page.close()
        server.stop()
        page = context.new_page()
        second, started = _visit(page, server.url)
        delays = [_put(page, number, cell) for number, cell in enumerate(CELLS)]
        browser.close()
    return [
        Figure("playground, a first visit", size / 1e6, "MB", "limit 8: compressed"),
        Figure("playground, first visit to first light", first, "s", "limit 15: Chromium, server at home"),
        Figure("playground, visit without a server to first light", second, "s", "limit 6: the same"),
        Figure("playground, Python ready to first light", started, "s", "limit 3: of that visit"),
        Figure("playground, disc to light, median", median(delays), "ms", f"{len(delays)} discs"),
    ]
