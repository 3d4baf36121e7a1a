"""Screens of commands that go on: a picture that changes on a terminal, lines elsewhere."""

import threading
from abc import ABC, abstractmethod
from typing import Self

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from ..device.listener import LinkListener
from ..device.messages import Hello


class Screen(ABC):
    """Shows what goes on until it ends: on a terminal a picture that changes (``live``), elsewhere line by line.

    Any thread may call it.
    """

    def __init__(self, out: Console, live: bool, words: bool = True) -> None:
        """``words``: print each sentence on a line of its own where nothing is drawn."""
        self.status = "Opening the serial port."
        """The last sentence that was said."""
        self.out = out
        self._words = words
        self._lock = threading.Lock()
        self._display = Live(Text(self.status), console=out, refresh_per_second=8) if live else None

    def __enter__(self) -> Self:
        if self._display:
            self._display.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._display:
            self._display.stop()

    @property
    def draws(self) -> bool:
        """Whether there is a picture."""
        return self._display is not None

    @abstractmethod
    def drawn(self) -> RenderableType:
        """Return the picture as it is now; called on any thread, by one at a time."""

    def say(self, sentence: str) -> None:
        """Show a sentence under the picture, or on a line of its own."""
        self.status = sentence
        self.changed()
        self.line(sentence)

    def line(self, text: str) -> None:
        """Print a line where nothing is drawn."""
        if self._display is None and self._words:
            with self._lock:
                self.out.print(text, soft_wrap=True)

    def changed(self) -> None:
        """Draw the picture anew."""
        if self._display is not None:
            with self._lock:
                self._display.update(self.drawn())


class LinkReporter(LinkListener):
    """A listener that reports what happens on a board's port, in sentences."""

    def report(self, sentence: str) -> None:
        """Take a sentence about the link; subclasses show it."""

    def connected(self, port: str) -> None:
        """Say that the port is open."""
        self.report(f"Listening on {port}.")

    def lost(self, sentence: str) -> None:
        """Say that the board has gone."""
        self.report(f"{sentence} Plug it in again to go on; Ctrl-C ends.")

    def notice(self, sentence: str) -> None:
        """Say what needs attention."""
        self.report(sentence)

    def introduced(self, board: Hello) -> None:
        """Say which board it is."""
        self.report(f"Board {board.board}: {board.panel}, firmware {board.firmware}.")
