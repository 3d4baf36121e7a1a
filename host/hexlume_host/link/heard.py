"""What a board tells, beside its events: checked messages of docs/protocol.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume.wire import WireError

from ..events import identifier, text, whole_number


@dataclass(frozen=True, slots=True)
class Hello:
    """A board introduces itself; ``game`` is its running game, empty when none is."""

    protocol: int
    board: str
    firmware: str
    panel: str
    boot: int
    game: str


@dataclass(frozen=True, slots=True)
class Table:
    """How the table differs from the game: what is to be done on which panel cell.

    ``chosen`` is the action without a place that the act button would play, empty for none.
    """

    game: str
    differs: Mapping[str, str]
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A command was carried out (``error`` empty), or why not."""

    id: int
    error: str

    @property
    def ok(self) -> bool:
        """Whether the command was carried out."""
        return not self.error


def read_hello(message: Mapping[str, Any]) -> Hello:
    """Return a board's ``hello``; raises ``WireError``."""
    return Hello(
        whole_number(message, "protocol"),
        identifier(message, "board"),
        text(message, "firmware", 40),
        text(message, "panel", 20),
        whole_number(message, "boot"),
        identifier(message, "game") if message.get("game") is not None else "",
    )


def read_table(message: Mapping[str, Any]) -> Table:
    """Return a ``table`` message; raises ``WireError``."""
    differs = message.get("differs")
    if not isinstance(differs, dict) or not all(cell.isprintable() for cell in differs):
        raise WireError("table without what differs")
    chosen = text(message, "chosen", 20) if message.get("chosen") is not None else ""
    return Table(identifier(message, "game"), {cell: text(differs, cell, 60) for cell in differs}, chosen)


def read_answer(message: Mapping[str, Any]) -> Answer:
    """Return an ``answer``; raises ``WireError``."""
    if message.get("ok") is True:
        return Answer(whole_number(message, "id"), "")
    return Answer(whole_number(message, "id"), text(message, "error", 200) or "The board refused without a reason.")
