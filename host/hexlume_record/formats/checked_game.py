"""Games from files, checked against the rules event by event: the first thing not allowed is an error."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from ..errors import RecordError
from ..game.events import UNDO, StoredEvent
from ..game.state import GameState


class CheckedGame:
    """A game from a file, played event by event.

    ``where`` begins every error: the file, and the place in it where there is one. ``events`` are those taken so far.
    Every method raises ``RecordError`` with one sentence.
    """

    def __init__(self, where: str, start: StoredEvent) -> None:
        """Begin with the game's ``start`` event, whose options are filled in from the rules."""
        self.state = GameState("", start.data)
        if self.state.game is None or self.state.problem:
            raise _refusal(where, self.state.problem)
        self.game = self.state.game
        """The position reached."""
        data = {**start.data, "options": dict(self.game.options)}
        self.events = [replace(start, data=data)]

    def take(self, where: str, event: StoredEvent) -> None:
        """Take the next event."""
        if event.kind == UNDO and not self.state.actions and not self.state.concluded:
            raise _refusal(where, f"Event {event.seq} takes back an action where none stands.")
        self.state.take(event)
        if self.state.problem:
            raise _refusal(where, self.state.problem)
        self.events.append(event)

    def add(self, where: str, kind: str, data: dict[str, Any], at: datetime) -> None:
        """Take an event of a kind as the next one."""
        self.take(where, StoredEvent(len(self.events), kind, 0, data, at))


def identity(content: Iterable[str]) -> str:
    """Return an id that follows from a game's content."""
    return sha256("\n".join(content).encode()).hexdigest()[:32]


def _refusal(where: str, problem: str) -> RecordError:
    return RecordError(f"{where}: {problem[:1].lower()}{problem[1:].rstrip('.')}, so nothing of this game is imported.")
