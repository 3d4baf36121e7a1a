"""What a page shows and plays on: one board, its discs, its lights and the game on it."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Message = dict[str, Any]
"""One JSON object on its way to a page or from one."""

STATES = ("panel", "game", "clock", "engine", "table", "leds", "buzzer", "ended")
"""What a page knows about a session, in the order in which a new page is told. Of each only the latest counts."""


@dataclass(frozen=True)
class PanelCell:
    """One cell of a panel: its name, its centre in mm from the panel's centre (y away from the player), its LED."""

    name: str
    x_mm: float
    y_mm: float
    led: int


@dataclass(frozen=True)
class Panel:
    """A panel as a page draws it: its name (``hex4``, ``square9``), its cells, and how many status LEDs follow."""

    name: str
    cells: tuple[PanelCell, ...]
    status: int = 4

    @classmethod
    def from_ready(cls, event: Mapping[str, Any]) -> "Panel":
        """Return the panel that a twin's ``ready`` event describes (docs/simulator.md)."""
        cells = tuple(
            PanelCell(str(cell["name"]), float(cell["x_mm"]), float(cell["y_mm"]), int(cell["led"]))
            for cell in event["cells"]
        )
        return cls(str(event["panel"]), cells, int(event.get("status", 4)))

    def message(self) -> Message:
        """Return the ``panel`` message that tells a page what to draw."""
        return {
            "event": "panel",
            "panel": self.name,
            "status": self.status,
            "cells": [
                {"name": cell.name, "x_mm": cell.x_mm, "y_mm": cell.y_mm, "led": cell.led} for cell in self.cells
            ],
        }


class Listener(ABC):
    """Someone who is told what of a session has changed, on whichever thread changed it; must not block."""

    @abstractmethod
    def changed(self, state: str) -> None:
        """Note that one of ``STATES`` has a new value."""

    @abstractmethod
    def refused(self, sentence: str) -> None:
        """Note that a gesture or action was refused, and why."""


class Session(ABC):
    """A board that pages watch and play on. Any thread may call any method.

    Whoever drives the board calls the ``show_…`` methods; a page's hands arrive at ``gesture`` and ``act``.
    """

    def __init__(self, panel: Panel) -> None:
        """Start with an empty, dark and silent panel and no game."""
        self.panel = panel
        leds = max((cell.led + 1 for cell in panel.cells), default=0) + panel.status
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []
        self._states: dict[str, Message] = {
            "panel": panel.message(),
            "game": {"event": "game", "text": ""},
            "clock": {"event": "clock", "clock": None},
            "table": {"event": "table", "discs": {}},
            "leds": {"event": "leds", "rgb": "000000" * leds},
            "buzzer": {"event": "buzzer", "hz": 0},
        }

    @abstractmethod
    def gesture(self, message: Message) -> None:
        """Let the hands make a checked gesture (docs/simulator.md). Never raises: ``refuse`` tells what is refused."""

    @abstractmethod
    def act(self, action: str) -> None:
        """Play an action without a place, one of the shown game's ``words`` (``pass``, ``komi=3`` …). Never raises."""

    def choose_level(self, level: int) -> None:
        """Let the engine play at a level, one of those that ``show_engine`` told. Never raises."""
        self.refuse("There is no engine here that plays at levels.")

    def state(self, name: str) -> Message | None:
        """Return the latest message of one of ``STATES``, or None while there is none (``engine``, ``ended``)."""
        with self._lock:
            return self._states.get(name)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell a listener of every change from now on; returns the function that ends it."""
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe

    def show_table(self, discs: Mapping[str, str]) -> None:
        """Show which discs stand where: cell name to ``white``, ``black``, ``white leader`` or ``black leader``."""
        self._show("table", {"event": "table", "discs": dict(discs)})

    def show_leds(self, rgb: str) -> None:
        """Show the LED chain: six hexadecimal digits an LED, in chain order, as last written."""
        self._show("leds", {"event": "leds", "rgb": rgb})

    def show_buzzer(self, hz: float) -> None:
        """Sound the buzzer at a frequency in Hz; 0 is silence."""
        self._show("buzzer", {"event": "buzzer", "hz": hz})

    def show_game(
        self,
        text: str,
        *,
        turn: str | None = None,
        due: str | None = None,
        actions: Sequence[str] = (),
        result: str | None = None,
        differs: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        leaders: bool = False,
        words: Sequence[str] = (),
        legal: Sequence[str] = (),
        prison: Mapping[str, int] | None = None,
        hand: Mapping[str, Mapping[str, int]] | None = None,
        names: Mapping[str, str] | None = None,
        act: str = "",
    ) -> None:
        """Show the game: one clear sentence, and whatever of the rest it has.

        ``turn`` is a colour; ``due`` the kind of action that is due; ``actions`` the game so far; ``differs`` maps a
        panel cell to what should be done there (docs/protocol.md); ``leaders`` says that the game uses leaders;
        ``words`` are the actions without a place that are legal now; ``legal`` the panel cells to mark;
        ``prison`` and ``hand`` are as in the position's JSON (rule ACT-5); ``names`` are the names on a board smaller
        than the panel, by panel cell, or what the open menu offers there; ``act`` says what the act button does now.
        """
        game: Message = {
            "event": "game",
            "text": text,
            "turn": turn,
            "due": due,
            "actions": list(actions),
            "result": result,
            "differs": dict(differs or {}),
            "players": dict(players or {}),
            "leaders": leaders,
            "words": list(words),
            "legal": list(legal),
            "prison": dict(prison or {}),
            "hand": {colour: dict(pieces) for colour, pieces in (hand or {}).items()},
            "names": dict(names or {}),
            "act": act,
        }
        self._show("game", game)

    def show_clock(self, clock: Message | None) -> None:
        """Show the game's clock as ``ClockFace`` tells it; ``None`` is none."""
        self._show("clock", {"event": "clock", "clock": clock})

    def show_engine(self, level: int, levels: int) -> None:
        """Show at which level the engine plays, of so many that may be chosen."""
        self._show("engine", {"event": "engine", "level": level, "levels": levels})

    def refuse(self, sentence: str) -> None:
        """Tell every page one sentence about a gesture or action that was refused."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.refused(sentence)

    def end(self, sentence: str) -> None:
        """Tell every page, and every page that opens later, that the board has stopped and why."""
        self._show("ended", {"event": "ended", "message": sentence})

    def _show(self, state: str, message: Message) -> None:
        with self._lock:
            if self._states.get(state) == message:
                return
            self._states[state] = message
            listeners = list(self._listeners)
        for listener in listeners:
            listener.changed(state)
