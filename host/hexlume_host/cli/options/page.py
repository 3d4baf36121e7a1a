"""Options of commands that serve a page."""

import os
import sys
import webbrowser
from typing import Annotated

import typer

PagePortOption = Annotated[int, typer.Option("--page-port", metavar="N", help="The page's port; 0 takes any free one.")]
HostOption = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="The address the page is served at; where others reach it, they may watch, and acting needs the token.",
    ),
]
TokenOption = Annotated[
    str,
    typer.Option(
        "--token",
        envvar="HEXLUME_TOKEN",
        metavar="TEXT",
        help="What somebody must show to play or change anything; made up and printed when others can reach the page.",
    ),
]
WatchTokenOption = Annotated[
    str,
    typer.Option(
        "--watch-token",
        envvar="HEXLUME_WATCH_TOKEN",
        metavar="TEXT",
        help="What somebody must show to see anything; without one everybody who reaches the page may watch.",
    ),
]
BrowserOption = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]


def open_page(address: str, browser: bool) -> None:
    """Open a page in the browser if that is wanted and there is a display."""
    displays = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if browser and displays:
        webbrowser.open(address)
