"""Control channel: JSON lines with gestures to the twin and events from it.

docs/simulator.md lists the messages.
"""

import json
from collections import deque
from collections.abc import Callable
from typing import Any

from hexlume.hardware.panel import STATUS_LEDS

from .chip.power import PowerCut
from .chip.usb import Link
from .twin import Board
from .world.faults import FaultRefused
from .world.table import GestureRefused

FRAME_US = 16_667
"""Min interval of LED frames at real pace, in us: 60 a second, as on a screen."""

MAX_LINE_BYTES = 4096
"""Max length of a message, in bytes. Longer ones are dropped."""

MIN_PRESS_US = 60_000
"""Min interval between two movements of a button on the board's clock, in us.

Messages may arrive together, but no finger is quicker, and the board looks at its buttons every 20 ms.
"""

MAX_WAIT_MS = 60_000
"""Max wait between two gestures, in ms."""


class Control:
    """Executes the messages that it is given and writes events, a JSON line each, by calling ``write``.

    ``port`` is the host's end of the serial port. With ``every_frame`` each changed LED frame is
    sent at once; otherwise the latest one, at most 60 times a second.
    """

    def __init__(self, twin: Board, port: Link, write: Callable[[bytes], None], every_frame: bool) -> None:
        self._twin = twin
        self._port = port
        self._write = write
        self._every_frame = every_frame
        self._line = b""
        self._overlong = False
        self._next_frame_us = 0
        self._frame_due = False
        self._button_free_us: dict[str, int] = {}
        self._waiting = False
        self._pending: deque[dict[str, Any]] = deque()
        twin.listeners.append(self.send)
        twin.leds.listeners.append(self._leds_changed)
        twin.buzzer.listeners.append(lambda us, hz: self.send({"event": "buzzer", "hz": hz}))
        twin.table.listeners.append(lambda: self.send({"event": "table", "discs": twin.table.discs()}))
        twin.cable.listeners.append(lambda plugged: self.send({"event": "port", "port": port.path}))

    def send(self, event: dict[str, Any]) -> None:
        """Write an event. Raises what ``write`` raises."""
        self._write(json.dumps(event, separators=(",", ":")).encode() + b"\n")

    def send_ready(self) -> None:
        """Send the ``ready`` event: panel, port and cells."""
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
        """Send the latest LED frame if it was held back."""
        if self._frame_due:
            self._frame_due = False
            self._send_leds(self._twin.clock.now)

    def receive(self, data: bytes) -> None:
        """Execute the messages in bytes that have arrived; the last message may be continued by the next bytes."""
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            if self._overlong or len(line) > MAX_LINE_BYTES:
                self._overlong = False
                self._send_error(f"A message is longer than {MAX_LINE_BYTES} bytes.")
            elif line.strip():
                self._handle_line(line)
        if len(self._line) > MAX_LINE_BYTES:
            self._line = b""
            self._overlong = True

    def _handle_line(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            self._send_error("A message is not a JSON object.")
            return
        if self._waiting and message.get("do") != "stop":
            self._pending.append(message)
        else:
            self._handle(message)

    def _end_wait(self) -> None:
        """Execute the messages that arrived during the wait, up to the next wait."""
        self._waiting = False
        self.send({"event": "waited"})
        while self._pending and not self._waiting:
            self._handle(self._pending.popleft())

    def _handle(self, message: dict[str, Any]) -> None:
        try:
            self._execute(message)
        except (GestureRefused, FaultRefused) as problem:
            self._send_error(str(problem))

    def _execute(self, message: dict[str, Any]) -> None:
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
                if isinstance(ms, bool) or not isinstance(ms, int) or not 0 <= ms <= MAX_WAIT_MS:
                    raise GestureRefused(f"The 'ms' of a wait is a whole number from 0 to {MAX_WAIT_MS}.")
                self._waiting = True
                self._twin.clock.after(1000 * ms, self._end_wait)
            case "stop":
                raise PowerCut("The power was cut.")
            case _:
                raise GestureRefused(f"There is no gesture {json.dumps(do)[:30]}.")

    def _move_button(self, button: str, move: Callable[[str], None]) -> None:
        """Press or release a button, at least ``MIN_PRESS_US`` after its previous movement."""
        clock = self._twin.clock
        when = self._button_free_us.get(button, 0)
        if when <= clock.now:
            when = clock.now
            move(button)
        else:
            clock.at(when, lambda: move(button))
        self._button_free_us[button] = when + MIN_PRESS_US

    def _send_error(self, why: str) -> None:
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
