"""A page of the playground as the board in its worker sees it: it sends messages and gets some."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexlume_plugins.playground.simulated_board import run

WATCH = {"full": ["here"]}
"""What every page says first."""


class ScriptedPage:
    """Sends each group of messages once the page has got what its condition asks for, then switches the board off.

    It keeps ``games``; while ``has_room`` is not set it has no room for them.
    """

    def __init__(self, *script: tuple[Callable[[dict[str, Any]], bool], list[dict[str, Any]]]) -> None:
        self.messages: list[dict[str, Any]] = []
        self.kept: list[str] = []
        self.games: dict[str, str] = {}
        self.has_room = True
        self._due: list[dict[str, Any]] = [WATCH]
        self._script = [*script]

    def play_on(self, flash: Path, panel: str = "hex4", seed: int = 7) -> str:
        """Run a board with this page until it is switched off, and return why it ended."""
        games = list(self.games.values())
        return run(panel, seed, str(flash), self._wait, self._take, self.kept.append, self._keep, games)

    def _wait(self, _ms: int) -> str:
        due, self._due = self._due, []
        return "".join(f"{json.dumps(message)}\n" for message in due)

    def _keep(self, game: str, text: str, count: int) -> None:
        if self.has_room:
            self.games[game] = text
            self._due.append({"kept": game, "count": count})

    def _take(self, text: str) -> None:
        message = json.loads(text) if text else {}
        self.messages.append(message)
        while self._script and self._script[0][0](message):
            self._due += self._script.pop(0)[1]


def lit(message: dict[str, Any]) -> bool:
    """Return whether a message says that a light is on."""
    return message.get("event") == "leds" and message["rgb"].strip("0") != ""


def has_actions(count: int) -> Callable[[dict[str, Any]], bool]:
    """Return what recognises a message that has the game after a number of actions, and the table as it should be."""
    return lambda message: message.get("event") == "prompt" and message.get("count") == count and not message["differs"]


def answers(number: int) -> Callable[[dict[str, Any]], bool]:
    """Return what recognises the answer to a request by its number."""
    return lambda message: message.get("answer") == number


def get(number: int, path: str) -> dict[str, Any]:
    """Return a request for what a page shows."""
    return {"request": number, "method": "GET", "path": path, "body": None}


def post(number: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return a request to do something."""
    return {"request": number, "method": "POST", "path": path, "body": body}


STOP = [{"do": "stop"}]
