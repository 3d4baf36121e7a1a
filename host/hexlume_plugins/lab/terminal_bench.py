"""The bench of ``hexlume lab examine``: a board at its port, and a person at the terminal."""

import math
import queue
import re
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from statistics import median
from typing import Final

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.hardware.buttons import BUTTONS
from hexlume.hardware.panel import led_order
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.cli.output import say
from hexlume_host.device.serial_port import Port, PortGoneError, PortMissingError

from .console import Console, console_of
from .examination import Diagnosis, is_name
from .readings import Readings

STATUS: Final = ("white", "black", "act", "state")
"""The status lights in their order on the chain."""
_COLOURS: Final = {"red": "r", "green": "g", "blue": "b"}
_PICO_MOST_V: Final = 3.6
_FELT_PERCENT: Final = 6
_STEADY_SECONDS: Final = 0.8
_BUTTON_SECONDS: Final = 10.0
_MOST_SHOWN: Final = 12
_SEARCHES: Final = (
    (
        "These look the same to lights and meter. Look at each with a magnifier:",
        "The number of the one that is so, or Enter for none:",
    ),
    (
        "Nothing shows which of these it is: a short inside a part is not seen, and measures the same everywhere.\n"
        "Take them off one by one, and measure the shorted ohms after each:",
        "The number of the one that ended the short, or Enter if it is still there:",
    ),
)
"""What is said before a list, and what is asked after it: of what is seen, and of what is inside a part."""
_STEPS: Final = {
    "Pico": ("Take the Pico out of its sockets.", "Put the Pico into its sockets."),
    "charger": ("Unplug the charger.", "Plug the charger in, always with the same side of its plug up."),
    "USB": ("Unplug the Pico's USB cable.", "Plug the Pico's USB cable in."),
}
"""What unplugs and what plugs each, in the order of plugging in."""
_NAMES: Final = {"charger": "charger", "USB": "Pico's USB cable"}


class TerminalBench:
    """Asks at the terminal, and looks at what the board senses; every answer may be wrong but ``rest``."""

    def __init__(self, readings: Readings, grid: HexGrid | SquareGrid, part_names: set[str]) -> None:
        """Take the board's readings, its panel, and the references that a person may name."""
        self._board = readings
        # Of the charger nobody knows yet.
        self._plugged: dict[str, bool | None] = {"Pico": True, "charger": None, "USB": True}
        self._console: Console | None = None
        self.drives = bool(console_of(readings.port))
        """Whether lights and channels can be driven: not a simulated board's."""
        self._grid = grid
        self._parts = part_names
        self._names = [grid.name(cell) for cell in range(grid.cells)]
        self._chain = [name for _, name in sorted(zip(led_order(grid), (*self._names, *STATUS), strict=True))]
        self._rest: list[int] = []
        self._strengths: dict[str, float] = {}
        self._usual = 0.0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read_lines, daemon=True).start()

    def prepare(self, *plugged: str) -> None:
        """Have these plugged in and no others: ``Pico``, ``charger`` and ``USB``.

        The Pico is moved only while nothing is plugged in.
        """
        moved = self._plugged["Pico"] != ("Pico" in plugged)
        for name in reversed(_STEPS):
            if self._plugged[name] is not False and (name not in plugged or (moved and name != "Pico")):
                say(_STEPS[name][0])
                self._plugged[name] = False
        for name in plugged:
            if not self._plugged[name]:
                say(_STEPS[name][1])
                self._plugged[name] = True

    def turn(self) -> None:
        """Have the charger's plug turned over."""
        say("Unplug the charger, turn its plug over, and plug it in again.")

    def close(self) -> None:
        """Start the firmware again if it stands still."""
        if self._console is not None:
            self._console.close()
            self._console = None

    def rest(self) -> Mapping[str, int]:
        """Return the reading of each cell without a disc, in counts."""
        self._line("Take every disc off, and wait three seconds. Then press Enter.")
        self._rest = self._board.there(self._grid.cells)
        return dict(zip(self._names, self._rest, strict=True))

    def disc(self, cell: str) -> Mapping[str, int]:
        """Have a white disc laid on a cell alone; return which cells answer, in percent of an ordinary disc."""
        felt = self._felt_after(f"White disc, alone: {cell}. (Enter if it lies there and nothing happens)")
        return dict(zip(self._names, felt, strict=True))

    def magnet(self, good: str, disc: str) -> int:
        """Have a disc laid on a good cell, white and black; return its strength in percent of the usual disc's.

        Before the first one all are measured: what is usual is known only then.
        """
        if not self._usual:
            for number in range(1, self._grid.cells + 1):
                self._strengths[f"disc {number}"] = self._strength(f"disc {number}", good)
            self._usual = median(abs(strength) for strength in self._strengths.values()) or 1.0
        # Asked again, it is measured again.
        strength = self._strengths.pop(disc) if disc in self._strengths else self._strength(disc, good)
        return round(100 * strength / self._usual)

    def lights(self, colour: str) -> Mapping[str, str]:
        """Ask which lights do not show a colour that all are sent, and what they show: r, g, b or - for nothing."""
        self._drive(lambda console: console.show(colour))
        text = (
            f"Is every light {colour} now? Enter if so. Else name those that are not: d4 for a dark one, d4=g for a "
            "green one, d4.. for d4 and all behind it on the chain, all for all."
        )
        while True:
            found = self._named_lights(self._line(text))
            if found is not None:
                return {light: shown for light, shown in found.items() if shown != _COLOURS[colour]}
            say(f"The lights are {self._names[0]} to {self._names[-1]}, and {', '.join(STATUS)}.")

    def key(self, name: str) -> str:
        """Have a button pressed; return the buttons that the board takes it for."""
        pressed = self._board.pressed
        while not pressed.empty():
            pressed.get()
        say(f"Press {name}.")
        taken: set[int] = set()
        with suppress(queue.Empty):
            while True:
                taken.add(pressed.get(timeout=0.3 if taken else _BUTTON_SECONDS))
        if not self._board.counts(self._grid.cells):
            self._board.there(self._grid.cells)
            return self.key(name)
        return " ".join(BUTTONS[button] for button in sorted(taken) if button < len(BUTTONS))

    def yes(self, question: str) -> bool:
        """Ask a question."""
        while (said := self._line(f"{question} (y or n)").strip().lower()[:1]) not in ("y", "n"):
            pass
        return said == "y"

    def lit(self, supply: str) -> str:
        """Ask whether the lights come on with a supply alone, ``charger`` or ``USB``: ``yes`` or ``no``."""
        return "yes" if self.yes(f"Do the lights come on with the {_NAMES[supply]} alone?") else "no"

    def sound(self, _: str) -> str:
        """Ask whether the buzzer is heard."""
        return "heard" if self.yes("Does the board click when a button is pressed?") else "none"

    def hot(self, _: str) -> str:
        """Ask which part gets hot; empty for none."""
        while said := self._line("Does a part get hot? Its reference, or Enter for none.").strip().upper():
            if said in self._parts:
                break
            say(f"The board has no part {said[:10]}.")
        return said

    def volts(self, point: str) -> float:
        """Have a voltage measured at a test point."""
        volts = self._number(f"Volts from {'pin 9 of socket A1' if point == 'enable' else point} to GND:")
        if point == "+3V3" and volts > _PICO_MOST_V:
            say(f"If the Pico is in, take the Pico out now: it bears {_PICO_MOST_V} V. Is the regulator one for 5 V?")
        return volts

    def ohms(self, points: str) -> float:
        """Have the ohms between two test points measured."""
        return self._number(f"Ohms from {' to '.join(points.split())}:")

    def lead(self, lead: str, turn: bool) -> float | None:
        """Have the voltage at a part's lead measured; ``None`` if there is no such part.

        With ``turn`` the higher one of both ways round of the charger's plug.
        """
        pin, *words = lead.split()
        ref, number = pin.split(".")
        if "out" not in words:
            self._drive(lambda console: console.show("", "high" in words))
        where = f"{'pad below' if 'pad' in words else 'lead of'} {ref}'s pin {number}"
        both = ", the higher one of both ways round of the plug" if turn else ""
        volts = self._number(f"Volts at the {where} to the power socket's shell{both}; - if there is no {ref}:", "-")
        return None if math.isnan(volts) else volts

    def current(self, points: str) -> bool:
        """Have a cell send a current through a short between two test points; return whether the person can."""
        one, other = points.replace("+", "").split()
        say(
            f"{one} is shorted to {other}. A current through the short drops millivolts along its way: they show where."
            "\nIt takes an AA cell, a resistor of 1 ohm (2 W), and a meter that shows 0.1 mV."
        )
        if not self.yes("Do you have them?"):
            return False
        say(
            f"Cell's plus, resistor, test point {one}; cell's minus, test point {other}: about 1 A flows.\n"
            "The resistor gets hot: join the cell only for the seconds of each reading."
        )
        return True

    def drop(self, one: str, other: str) -> float:
        """Have the millivolts between the supply pads of two capacitors measured while the current flows."""
        return self._number(f"Millivolts between pin 1 of {one} and pin 1 of {other}, the cell joined:")

    def searched(self, faults: list[str], inside: bool) -> str:
        """Have places looked at with a magnifier, or parts taken off one by one; return the fault, empty for none."""
        self.prepare()
        intro, found = _SEARCHES[inside]
        say(intro)
        for number, fault in enumerate(faults, 1):
            say(f"{number:4} {fault}")
        while (said := self._line(found).strip()) not in ("", *map(str, range(1, len(faults) + 1))):
            say(f"A number from 1 to {len(faults)}.")
        return faults[int(said) - 1] if said else ""

    def _felt_after(self, text: str) -> list[int]:
        """Return what each cell feels in percent of a disc, once it is steady and new, or the person says so."""
        say(text)
        before = last = _answering(self._felt())
        since = time.monotonic()
        while True:
            with suppress(queue.Empty):
                if self._lines.get(timeout=0.05) is None:
                    raise KeyboardInterrupt
                # What the hand did last may still be on its way.
                time.sleep(_STEADY_SECONDS / 2)
                return self._felt()
            felt = self._felt()
            answering = _answering(felt)
            if answering != last:
                since, last = time.monotonic(), answering
            elif answering and answering != before and time.monotonic() - since > _STEADY_SECONDS:
                return felt

    def _drive(self, do: Callable[[Console], None]) -> None:
        """Have the console do something; waits for a board that is unplugged."""
        while True:
            try:
                if self._console is None:
                    self._console = Console(Port(console_of(self._board.port)), len(self._chain))
                return do(self._console)
            except (PortGoneError, PortMissingError):
                self.close()
                self._board.there(self._grid.cells)
                time.sleep(_STEADY_SECONDS)

    def _felt(self) -> list[int]:
        counts = self._board.there(self._grid.cells)
        return [round(100 * (count - rest) / NOMINAL_SPAN) for count, rest in zip(counts, self._rest, strict=True)]

    def _strength(self, disc: str, good: str) -> float:
        felt = []
        for side in ("white", "black"):
            self._line(f"{disc} on {good}, alone, {side} side up. Then press Enter.")
            felt.append(self._felt()[self._names.index(good)])
        return (felt[0] - felt[1]) / 2

    def _named_lights(self, line: str) -> dict[str, str] | None:
        found: dict[str, str] = {}
        for word in line.lower().replace("all", f"{self._chain[0]}..").split():
            match = re.fullmatch(r"(\w+)(\.\.)?=?([-rgb]?)", word)
            if match is None or match[1] not in self._chain:
                return None
            at = self._chain.index(match[1])
            found |= dict.fromkeys(self._chain[at : None if match[2] else at + 1], match[3] or "-")
        return found

    def _number(self, text: str, absent: str | None = None) -> float:
        """Return the number that is typed; not a number for ``absent``."""
        while (said := self._line(text).strip()) != absent:
            with suppress(ValueError, IndexError):
                if math.isfinite(number := float(said.replace(",", ".").split()[0])):
                    return number
            say("That is no number.")
        return math.nan

    def _line(self, text: str) -> str:
        say(text)
        line = self._lines.get()
        if line is None:
            raise KeyboardInterrupt
        return line

    def _read_lines(self) -> None:
        for line in sys.stdin:
            self._lines.put(line)
        self._lines.put(None)


def _answering(felt: list[int]) -> set[int]:
    return {cell for cell, percent in enumerate(felt) if abs(percent) >= _FELT_PERCENT}


def diagnosis_lines(diagnosis: Diagnosis) -> list[str]:
    """Return a diagnosis in lines."""
    if diagnosis.well:
        return ["Nothing is wrong that readings, lights and voltages show."]
    seen = []
    for place, what in sorted(diagnosis.symptoms):
        kind, _, name = place.partition(" ")
        seen.append(_SENTENCES[kind].format(name=name, what=what or "nothing"))
    more = f", and {len(seen) - _MOST_SHOWN} more" if len(seen) > _MOST_SHOWN else ""
    lines = [f"Seen: {'; '.join(seen[:_MOST_SHOWN])}{more}."]
    names = list(dict.fromkeys(fault.name for fault in diagnosis.faults))
    if not names:
        lines.append("No single fault explains this: there may be two. Put right what you see, and examine it again.")
    elif is_name(diagnosis.faults):
        lines.append(f"The fault is {f'one of {len(names)}: ' * (len(names) > 1)}{'; '.join(names)}.")
    else:
        lines.append(f"{len(names)} faults look like this, among them: {'; '.join(names[:_MOST_SHOWN])}.")
    return lines


_SENTENCES: Final = {
    "magnets": "the magnet of {name} is {what}",
    "disc": "a disc on {name} is felt as {what}",
    "rest": "the resting reading of {name} is {what}",
    "lights": "the light {name} shows {what} for rgb",
    "keys": "the button {name} is taken for {what}",
    "starts": "the lights come on with the {name} alone: {what}",
    "hot": "{what} gets hot",
    "sound": "the buzzer is silent",
    "volts": "{name} is {what}",
    "ohms": "{name} is {what}",
}
"""A symptom in words, by its kind."""
