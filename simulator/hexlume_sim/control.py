"""The control channel: one JSON object a line, hands to the twin and the twin's lights to whoever watches.

docs/simulator.md lists the messages.
"""

import json
import os
from collections import deque
from collections.abc import Callable
from typing import Any

from hexlume.sensing.panel import STATUS_LEDS

from .chip.power import PowerCut
from .serial_port import PseudoTerminal
from .twin import Board
from .world.faults import FaultRefused
from .world.table import GestureRefused

FRAME_US = 16_667
"""At real pace LED frames are this far apart: 60 a second are all that a screen shows."""

LONGEST_LINE = 4096
"""Bytes of a message; longer ones are dropped."""

SHORTEST_PRESS_US = 60_000
"""Two movements of a button are this far apart on the board's clock, though their messages may arrive together: no
finger is quicker, and the board looks at its buttons every 20 ms."""


LONGEST_WAIT_MS = 60_000
"""Hands wait no longer than this between two gestures."""


class Control:
    """Carries out the messages that arrive on one file and writes events to another.

    ``every_frame`` sends each changed LED frame at once; otherwise the latest one 60 times a second.
    """

    def __init__(self, twin: Board, port: PseudoTerminal, reading: int, writing: int, every_frame: bool) -> None:
        self.reading = reading
        self._twin = twin
        self._port = port
        self._writing = writing
        self._every_frame = every_frame
        self._line = b""
        self._overlong = False
        self._next_frame_us = 0
        self._frame_due = False
        self._button_free_us: dict[str, int] = {}
        self._resting = False
        self._to_do: deque[dict[str, Any]] = deque()
        twin.listeners.append(self.send)
        twin.leds.listeners.append(self._leds_changed)
        twin.buzzer.listeners.append(lambda us, hz: self.send({"event": "buzzer", "hz": hz}))
        twin.table.listeners.append(lambda: self.send({"event": "table", "discs": twin.table.discs()}))
        twin.cable.listeners.append(lambda plugged: self.send({"event": "port", "port": port.path}))

    def send(self, event: dict[str, Any]) -> None:
        """Write an event; raises ``PowerCut`` when nobody is there to read it."""
        line = json.dumps(event, separators=(",", ":")).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self._writing, line) :]
        except OSError:
            raise PowerCut("Whoever started the twin is gone.") from None

    def send_ready(self) -> None:
        """Say that the twin is there: its panel, port and cells."""
        cells = [
            {
                "name": self._twin.grid.name(cell),
                "x_mm": round(site.x_mm, 3),
                "y_mm": round(site.y_mm, 3),
                "led": site.led,
            }
            for cell, site in enumerate(self._twin.sensors.sites)
        ]
        self.send(
            {
                "event": "ready",
                "panel": self._twin.panel,
                "port": self._port.path,
                "cells": cells,
                "status": STATUS_LEDS,
            }
        )

    def flush(self) -> None:
        """Send the latest LED frame if it is held back."""
        if self._frame_due:
            self._frame_due = False
            self._send_leds(self._twin.clock.now)

    def receive(self) -> None:
        """Carry out what has arrived; raises ``PowerCut`` on ``stop`` and when the other end was closed."""
        try:
            data = os.read(self.reading, 65536)
        except OSError:
            data = b""
        if not data:
            raise PowerCut("Whoever started the twin is gone.")
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            if self._overlong or len(line) > LONGEST_LINE:
                self._overlong = False
                self._refuse(f"A message is longer than {LONGEST_LINE} bytes.")
            elif line.strip():
                self._carry_out(line)
        if len(self._line) > LONGEST_LINE:
            self._line = b""
            self._overlong = True

    def _carry_out(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            self._refuse("A message is not a JSON object.")
            return
        if self._resting and message.get("do") != "stop":
            self._to_do.append(message)
        else:
            self._try(message)

    def _go_on(self) -> None:
        """Carry out what came while the hands waited, up to their next wait."""
        self._resting = False
        self.send({"event": "waited"})
        while self._to_do and not self._resting:
            self._try(self._to_do.popleft())

    def _try(self, message: dict[str, Any]) -> None:
        try:
            self._do(message)
        except (GestureRefused, FaultRefused) as problem:
            self._refuse(str(problem))

    def _do(self, message: dict[str, Any]) -> None:
        table, do = self._twin.table, message.get("do")
        match do:
            case "put":
                table.put(_text(message, "cell"), _text(message, "piece"), _mm(message, "dx_mm"), _mm(message, "dy_mm"))
            case "lift":
                table.lift(_text(message, "cell"))
            case "flip":
                table.flip(_text(message, "cell"))
            case "move":
                table.move(_text(message, "from"), _text(message, "to"), _mm(message, "dx_mm"), _mm(message, "dy_mm"))
            case "clear":
                table.clear()
            case "press":
                self._move_button(_text(message, "button"), self._twin.press)
            case "release":
                self._move_button(_text(message, "button"), self._twin.release)
            case "fault":
                value = message.get("value")
                if isinstance(value, bool) or not isinstance(value, int | float | str):
                    raise FaultRefused("A fault needs a 'value': a number or text.")
                self._twin.faults.set(_text(message, "name"), value)
            case "wait":
                ms = message.get("ms")
                if isinstance(ms, bool) or not isinstance(ms, int) or not 0 <= ms <= LONGEST_WAIT_MS:
                    raise GestureRefused(f"The 'ms' of a wait is a whole number from 0 to {LONGEST_WAIT_MS}.")
                self._resting = True
                self._twin.clock.after(1000 * ms, self._go_on)
            case "stop":
                raise PowerCut("The power was cut.")
            case _:
                raise GestureRefused(f"There is no gesture {json.dumps(do)[:30]}.")

    def _move_button(self, button: str, move: Callable[[str], None]) -> None:
        """Press or release a button, after its movement before has lasted ``SHORTEST_PRESS_US``."""
        clock = self._twin.clock
        when = self._button_free_us.get(button, 0)
        if when <= clock.now:
            when = clock.now
            move(button)
        else:
            clock.at(when, lambda: move(button))
        self._button_free_us[button] = when + SHORTEST_PRESS_US

    def _refuse(self, why: str) -> None:
        self.send({"event": "error", "message": why})

    def _leds_changed(self, us: int, rgb: bytes) -> None:
        if self._every_frame:
            self._send_leds(us)
        elif not self._frame_due:
            self._frame_due = True
            if us >= self._next_frame_us:
                self.flush()
            else:
                self._twin.clock.at(self._next_frame_us, self.flush)

    def _send_leds(self, us: int) -> None:
        self._next_frame_us = us + FRAME_US
        self.send({"event": "leds", "ms": us // 1000, "rgb": self._twin.leds.rgb.hex()})


def _text(message: dict[str, Any], member: str) -> str:
    value = message.get(member)
    if not isinstance(value, str):
        raise GestureRefused(f"The gesture '{message.get('do')}' needs a '{member}'.")
    return value


def _mm(message: dict[str, Any], member: str) -> float:
    value = message.get(member, 0.0)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise GestureRefused(f"The '{member}' of a gesture is a number of millimetres.")
    return float(value)
