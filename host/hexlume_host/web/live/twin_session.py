"""A session on the simulated board: the page's hands reach the twin, the twin's lights reach the page."""

import threading
from collections.abc import Callable

from hexlume_sim.client import Event, TwinError, TwinProcess

from .session import Message, Panel, Session

STOPPED = "The simulated board has stopped."


class TwinSession(Session):
    """Shows a running twin.

    The twin must have been started without ``on_event``: the session takes its events on a thread of its own, until
    the twin ends. The game is shown by whoever follows it on the twin's serial port, with ``show_game``;
    ``act_on_board`` sends an action without a place over the same port (docs/protocol.md) and returns whether a board
    was there to hear it. ``ended`` is set once the twin has ended.
    """

    def __init__(self, twin: TwinProcess, act_on_board: Callable[[str], bool] = lambda action: False) -> None:
        """Follow a started twin from now on."""
        super().__init__(Panel.from_ready({"panel": twin.panel, "cells": twin.cells, "status": twin.status_leds}))
        self._twin = twin
        self._act_on_board = act_on_board
        self._choose_level: Callable[[int], None] | None = None
        self.ended = threading.Event()
        self._reader = threading.Thread(target=self._follow, name="hexlume-twin-session", daemon=True)
        self._reader.start()

    def gesture(self, message: Message) -> None:
        """Let the hands make a gesture on the twin's table; a twin that ended refuses it."""
        try:
            self._twin.send(message)
        except TwinError as error:
            self.refuse(str(error))

    def act(self, action: str) -> None:
        """Play an action without a place."""
        if not self._act_on_board(action):
            self.refuse("No host is connected to the board to play that for you: use the board's act button.")

    def offer_levels(self, level: int, levels: int, choose: Callable[[int], None]) -> None:
        """Let pages choose at which of so many levels the engine plays; it begins at one of them."""

        def chosen(level: int) -> None:
            choose(level)
            self.show_engine(level, levels)

        self._choose_level = chosen
        self.show_engine(level, levels)

    def choose_level(self, level: int) -> None:
        """Let the engine play at a level."""
        (self._choose_level or super().choose_level)(level)

    def _follow(self) -> None:
        for event in self._twin.events():
            self._take(event)
        self.show_buzzer(0)
        self.end(f"The simulated board has stopped: {self._twin.ended}" if self._twin.ended else STOPPED)
        self.ended.set()

    def _take(self, event: Event) -> None:
        match event.get("event"):
            case "leds":
                self.show_leds(event["rgb"])
            case "table":
                self.show_table(event["discs"])
            case "buzzer":
                self.show_buzzer(event["hz"])
            case "error":
                self.refuse(event["message"])
