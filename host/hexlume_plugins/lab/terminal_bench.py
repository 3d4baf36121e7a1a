"""The bench of ``hexlume lab examine``: a board at its port, and a person at the terminal."""

import math
import queue
import sys
import threading
import time
from collections.abc import Mapping
from statistics import median
from typing import Final

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.hardware.buttons import BUTTONS
from hexlume.hardware.panel import STATUS_LEDS, led_order
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.cli.output import say
from hexlume_host.errors import LinkError

from .examination import Diagnosis
from .fault_table import MOST_NAMED
from .readings import Readings

STATUS: Final = ("white", "black", "act", "state")
"""The status lights in their order on the chain."""
_COLOURS: Final = {"red": "r", "green": "g", "blue": "b"}
_PICO_MOST_V: Final = 3.6
_FELT_PERCENT: Final = 6
_STEADY_SECONDS: Final = 0.8
_BUTTON_SECONDS: Final = 10.0
_MOST_SHOWN: Final = 12


class TerminalBench:
    """Asks at the terminal, and looks at what the board senses; every answer may be wrong but ``rest``."""

    def __init__(self, readings: Readings, grid: HexGrid | SquareGrid, part_names: set[str]) -> None:
        """Take the board's readings, its panel, and the references that a person may name."""
        self._board = readings
        self._grid = grid
        self._parts = part_names
        self._names = [grid.name(cell) for cell in range(grid.cells)]
        places = led_order(grid)
        by_place = {places[at]: at for at in range(grid.cells + STATUS_LEDS)}
        self._chain = [(*self._names, *STATUS)[by_place[place]] for place in sorted(by_place)]
        self._rest: list[int] = []
        self._strengths: dict[str, float] = {}
        self._usual = 0.0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read_lines, daemon=True).start()

    def rest(self) -> Mapping[str, int]:
        """Return the reading of each cell without a disc, in counts."""
        self._line("Take every disc off, and wait three seconds. Then press Enter.")
        self._rest = self._board.counts(self._grid.cells)
        if not self._rest:
            raise LinkError("The board has not told what its sensors read: plug it in again.")
        return dict(zip(self._names, self._rest, strict=True))

    def disc(self, cell: str) -> Mapping[str, int]:
        """Have a white disc laid on a cell alone; return which cells answer, in percent of an ordinary disc."""
        felt = self._felt_after(f"White disc, alone: {cell}. (Enter if it lies there and nothing happens)")
        return dict(zip(self._names, felt, strict=True))

    def magnet(self, disc: str, good: str) -> int:
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
        text = (
            f"All lights {colour} (docs/build.md, Look at the lights): name those that are not, such as d4 for a dark "
            "one, d4=g for a green one, d4.. for all behind it. Enter if all are."
        )
        while True:
            found = self._named_lights(self._line(text))
            if found is not None:
                return {light: shown for light, shown in found.items() if shown != _COLOURS[colour]}
            say(f"The lights are {self._names[0]} to {self._names[-1]}, and {', '.join(STATUS)}.")

    def key(self, name: str) -> str:
        """Have a button pressed; return the buttons that the board takes it for."""
        while not self._board.pressed.empty():
            self._board.pressed.get()
        say(f"Press {name}.")
        pressed = []
        patience = _BUTTON_SECONDS
        while True:
            try:
                pressed.append(self._board.pressed.get(timeout=patience))
                patience = 0.3
            except queue.Empty:
                self._check_board()
                return " ".join(BUTTONS[button] for button in sorted(set(pressed)) if button < len(BUTTONS))

    def yes(self, question: str) -> bool:
        """Ask a question, or whether the lights come on with a supply."""
        text = question if question.endswith("?") else f"Do the lights come on with {question}?"
        while (said := self._line(f"{text} (y or n)").strip().lower()[:1]) not in ("y", "n"):
            pass
        return said == "y"

    def hot(self) -> str:
        """Ask which part gets hot; empty for none."""
        while True:
            said = self._line("Does a part get hot? Its reference, or Enter for none.").strip().upper()
            if not said or said in self._parts:
                return said
            say(f"The board has no part {said[:10]}.")

    def volts(self, point: str) -> float:
        """Have a voltage measured at a test point."""
        where = {"enable": "socket A1's pin 9, the Pico taken out", "DIN": "DIN, the Pico taken out"}.get(point, point)
        volts = self._number(f"Volts from {where} to GND (the power socket's shell), the charger plugged in:")
        if point == "+3V3" and volts > _PICO_MOST_V:
            say(f"Take the Pico out now: it bears {_PICO_MOST_V} V. Is the regulator one for 5 V?")
        return volts

    def ohms(self, points: str) -> float:
        """Have the ohms between two test points measured, with everything unplugged."""
        return self._number(f"Ohms from {' to '.join(points.split())}, everything unplugged:")

    def lead(self, lead: str, turn: bool) -> float | None:
        """Have the voltage at a part's lead measured; ``None`` if there is no such part.

        With ``turn`` the higher one of both ways round of the charger's plug.
        """
        pin, *words = lead.split()
        ref, number = pin.split(".")
        where = "pad below" if "pad" in words else "lead of"
        if "high" in words:
            say("Select the first channel (docs/build.md), but with GP2 to GP5 and GP20 switched to True.")
        else:
            say("Select the first channel, and send dark frames (docs/build.md).")
        while True:
            said = self._line(
                f"Volts at the {where} {ref}'s pin {number} to the power socket's shell"
                f"{', the higher one of both ways round of the plug' if turn else ''}; - if there is no {ref}:"
            ).strip()
            if said == "-":
                return None
            if (volts := _number(said)) is not None:
                return volts

    def current(self, points: str) -> bool:
        """Have a cell send a current through a short between two test points; return whether the person can."""
        one, other = points.replace("+", "").split()
        say(
            f"{one} is shorted to {other}. A current through the short drops millivolts along its way: they show where."
        )
        say("It takes an AA cell, a resistor of 1 ohm (2 W), and a meter that shows 0.1 mV.")
        if not self.yes("Do you have them?"):
            return False
        say("Unplug the charger and the USB cable, and take the Pico out of its sockets.")
        say(f"Cell's plus, resistor, test point {one}; cell's minus, test point {other}: about 1 A flows.")
        say("The resistor gets hot: join the cell only for the seconds of each reading.")
        return True

    def drop(self, one: str, other: str) -> float:
        """Have the millivolts between the supply pads of two capacitors measured while the current flows."""
        return self._number(f"Millivolts between pin 1 of {one} and pin 1 of {other}, the cell joined:")

    def seen(self, faults: list[str]) -> str:
        """Have places looked at with a magnifier; return the fault that is seen, empty for none."""
        say("These look the same to lights and meter. Unplug the board, and look at each with a magnifier:")
        return self._one_of(faults, "The number of the one that is so, or Enter for none:")

    def removed(self, faults: list[str]) -> str:
        """Have parts taken off one by one; return the fault whose part's removal ended the short, empty for none."""
        say("Nothing shows which of these it is: a short inside a part is not seen, and measures the same everywhere.")
        say("Unplug the board, take them off one by one, and measure the shorted ohms after each:")
        return self._one_of(faults, "The number of the one that ended the short, or Enter if it is still there:")

    def _one_of(self, faults: list[str], text: str) -> str:
        for number, fault in enumerate(faults, 1):
            say(f"{number:4} {fault}")
        while (said := self._line(text).strip()) not in ("", *map(str, range(1, len(faults) + 1))):
            say(f"A number from 1 to {len(faults)}.")
        return faults[int(said) - 1] if said else ""

    def _felt_after(self, text: str) -> list[int]:
        """Return what each cell feels in percent of a disc, once it is steady and new, or the person says so."""
        say(text)
        before = self._felt()
        since, last = time.monotonic(), before
        while True:
            try:
                if self._lines.get(timeout=0.05) is None:
                    raise KeyboardInterrupt
                # What the hand did last may still be on its way.
                time.sleep(_STEADY_SECONDS / 2)
                return self._felt()
            except queue.Empty:
                pass
            felt = self._felt()
            if _answering(felt) != _answering(last):
                since, last = time.monotonic(), felt
            elif (
                _answering(felt)
                and _answering(felt) != _answering(before)
                and time.monotonic() - since > _STEADY_SECONDS
            ):
                return felt

    def _check_board(self) -> None:
        """Raise ``LinkError`` if the board has gone or refuses."""
        if self._board.error:
            raise LinkError(self._board.error)

    def _felt(self) -> list[int]:
        self._check_board()
        counts = self._board.counts(self._grid.cells)
        return [round(100 * (count - rest) / NOMINAL_SPAN) for count, rest in zip(counts, self._rest, strict=True)]

    def _strength(self, disc: str, good: str) -> float:
        felt = []
        for side in ("white", "black"):
            self._line(f"{disc} on {good}, alone, {side} side up. Then press Enter.")
            felt.append(self._felt()[self._names.index(good)])
        return (felt[0] - felt[1]) / 2

    def _named_lights(self, line: str) -> dict[str, str] | None:
        found: dict[str, str] = {}
        for word in line.lower().split():
            name, _, shown = word.partition("=")
            behind = name.endswith("..")
            name = name.removesuffix("..")
            if name == "all":
                name, behind = self._chain[0], True
            if name not in self._chain or shown not in ("", "-", "r", "g", "b"):
                return None
            at = self._chain.index(name)
            found |= dict.fromkeys(self._chain[at:] if behind else [name], shown or "-")
        return found

    def _number(self, text: str) -> float:
        while (number := _number(self._line(text))) is None:
            say("That is no number.")
        return number

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


def _number(said: str) -> float | None:
    try:
        number = float(said.replace(",", ".").split()[0])
    except (ValueError, IndexError):
        return None
    return None if math.isnan(number) else number


def _answering(felt: list[int]) -> set[int]:
    return {cell for cell, percent in enumerate(felt) if abs(percent) >= _FELT_PERCENT}


def diagnosis_lines(diagnosis: Diagnosis) -> list[str]:
    """Return a diagnosis in lines."""
    if diagnosis.well:
        return ["Nothing is wrong that readings, lights and voltages show."]
    seen = [_sentence(place, what) for place, what in sorted(diagnosis.symptoms)]
    more = f", and {len(seen) - _MOST_SHOWN} more" if len(seen) > _MOST_SHOWN else ""
    lines = [f"Seen: {'; '.join(seen[:_MOST_SHOWN])}{more}."]
    names = list(dict.fromkeys(fault.name for fault in diagnosis.faults))
    if not names:
        lines.append("No single fault explains this: there may be two. Put right what you see, and examine it again.")
    elif len(names) == 1:
        lines.append(f"The fault is {names[0]}.")
    elif len(names) <= MOST_NAMED:
        lines.append(f"The fault is one of {len(names)}: {'; '.join(names)}.")
    else:
        lines.append(f"{len(names)} faults look like this, among them: {'; '.join(names[:_MOST_SHOWN])}.")
    return lines


_SENTENCES: Final = {
    "magnets": "the magnet of {name} is {what}",
    "disc": "a disc on {name} is felt as {what}",
    "rest": "the resting reading of {name} is {what}",
    "lights": "the light {name} shows {what} for rgb",
    "keys": "the button {name} is taken for {what}",
    "starts": "with the {name} alone the lights come on: {what}",
    "hot": "{what} gets hot",
    "sound": "the buzzer is silent",
    "volts": "{name} is {what}",
    "ohms": "{name} is {what}",
}
"""A symptom in words, by its kind."""


def _sentence(place: str, what: str) -> str:
    kind, _, name = place.partition(" ")
    return _SENTENCES[kind].format(name=name, what=what or "nothing")
