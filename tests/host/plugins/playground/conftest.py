"""A built playground, an ordinary file server for it, and a browser's tab that has visited it."""

import functools
import http.server
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from hexlume_plugins.playground.build import build

PYODIDE = Path(os.environ.get("HEXLUME_PYODIDE") or Path(sys.prefix) / "javascript" / "node_modules" / "pyodide")
"""Where set-up installs it; HEXLUME_PYODIDE names another place."""
FIRST_LIGHT_MS = 300_000
"""The most that a busy machine takes."""


class Server:
    """An ordinary file server; ``asked`` are the paths that were asked for."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(handler, *_: object) -> None:
                self.asked.append(handler.path)

        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))
        )
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built folder."""
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide is not installed: make setup could not load it.")
    folder = tmp_path_factory.mktemp("playground")
    build(folder, PYODIDE)
    return folder


@pytest.fixture
def server(playground: Path) -> Iterator[Server]:
    server = Server(playground)
    yield server
    server.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has never been there."""
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Page:
    """The playground at a first visit, lit."""
    return light(context.new_page(), server.url)


def light(page: Page, url: str) -> Page:
    """Open the playground and wait for the board's first light."""
    page.goto(url)
    expect(page.locator("body")).to_have_attribute("data-lit", "true", timeout=FIRST_LIGHT_MS)
    return page


def inside(page: Page) -> Frame:
    """Return what is shown in the page: one of the site's pages."""
    frame = page.locator("#frame").element_handle().content_frame()
    assert frame is not None
    return frame


def go(page: Page, link: str, shown: str) -> Frame:
    """Follow a link within the page and wait for what is shown there."""
    inside(page).locator(f'a[href="{link}"]').first.click()
    expect(page.frame_locator("#frame").locator(shown).first).to_be_visible(timeout=FIRST_LIGHT_MS)
    return inside(page)
