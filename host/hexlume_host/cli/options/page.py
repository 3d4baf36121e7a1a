"""Options of commands that serve a page, and the page of a simulated board."""

import os
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from ...device.logger import Logger
from ...errors import HostError, SimulatorError
from ...sockets import host_names
from ...web.http.server import WebError, serving
from ...web.live.simulator_app import make_app
from ...web.live.twin_session import TwinSession

PortOption = Annotated[int, typer.Option("--port", metavar="N", help="The page's port; 0 takes any free one.")]
HostOption = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address the page is served at.")]
BrowserOption = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]


@contextmanager
def serving_page(session: TwinSession, host: str, port: int, browser: bool) -> Iterator[str]:
    """Serve the page of a simulated board while the context lasts; yields its address."""
    try:
        with serving(make_app(session, host_names(host)), host, port) as address:
            open_page(address, browser)
            yield address
    except WebError as error:
        raise HostError(str(error)) from error


def open_page(address: str, browser: bool) -> None:
    """Open a page in the browser if that is wanted and there is a display."""
    if browser and has_display():
        webbrowser.open(address)


def has_display() -> bool:
    """Return whether a browser can be opened here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def wait_for_end(session: TwinSession, logger: Logger | None) -> None:
    """Wait until the twin or the logger ends, which is an error."""
    while not session.ended.wait(0.2):
        if logger is not None and logger.error is not None:
            raise logger.error
    # Ctrl-C reaches the twin's process too; the twin's end is news only when it was not that.
    time.sleep(0.5)
    message = session.state("ended")
    raise SimulatorError(message["message"] if message else "The simulated board has stopped.")
