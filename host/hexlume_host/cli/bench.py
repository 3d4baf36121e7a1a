"""The bench of ``hexlume doctor --examine``: a board at its port, and a person at the terminal."""

import math
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Final

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.hardware.buttons import BUTTONS
from hexlume.hardware.panel import STATUS_LEDS, led_order
from hexlume.sensing.sense import NOMINAL_SPAN

from ..device.examination import Diagnosis
from ..device.fault_table import MOST_NAMED, rest
from ..device.listener import LinkListener
from ..device.messages import Answer, Hello, Raw
from ..errors import LinkError
from .output import say

STATUS: Final = ("white", "black", "act", "state")
"""The status lights in their order on the chain."""
_COLOURS: Final = {"red": "r", "green": "g", "blue": "b"}
_FELT_PERCENT: Final = 6
_STEADY_SECONDS: Final = 0.8
_BUTTON_SECONDS: Final = 10.0
_MOST_SHOWN: Final = 12


class BoardEar(LinkListener):
    """Keeps a board's raw readings and its buttons. ``counts`` is empty until the whole panel is known."""

    def __init__(self) -> None:
        """Begin with no board."""
        self.board: Hello | None = None
        self.error = ""
        self.pressed: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._counts: dict[int, int] = {}
        self._command: Callable[..., int | None] = lambda do, **values: None

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends commands to the board."""
        self._command = command

    def hello(self, board: Hello) -> None:
        """Have the board tell what it senses."""
        self.board = board
        self._command("raw", on=True)

    def lost(self, sentence: str) -> None:
        """Note that the board has gone: what it sensed last says nothing any more."""
        self.error = f"{sentence} Plug it in, and examine it anew."

    def answer(self, answer: Answer) -> None:
        """Note that the board does not do it."""
        if not answer.ok:
            self.error = f"This board cannot be examined ({answer.error.rstrip('.')}): update its firmware."

    def raw(self, raw: Raw) -> None:
        """Take in what the board senses."""
        self._counts.update(zip(raw.cells, raw.counts, strict=True))
        if raw.pressed is not None:
            self.pressed.put(raw.pressed)

    def counts(self, cells: int) -> list[int]:
        """Return the last reading of each cell, empty until all are known."""
        known = dict(self._counts)
        return [known[cell] for cell in range(cells)] if known.keys() >= set(range(cells)) else []


class TerminalBench:
    """Implements ``device.examination.Bench``: asks at the terminal, and looks at what the board senses."""

    def __init__(self, ear: BoardEar, grid: HexGrid | SquareGrid, part_names: set[str]) -> None:
        """Take what hears the board, its panel, and the references that a person may name."""
        self._ear = ear
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
        """Return the reading of each cell without a disc."""
        self._line("Take every disc off, and wait three seconds. Then press Enter.")
        self._rest = self._ear.counts(self._grid.cells)
        if not self._rest:
            raise LinkError("The board has not told what its sensors read: plug it in again.")
        return dict(zip(self._names, self._rest, strict=True))

    def disc(self, cell: str) -> Mapping[str, int]:
        """Have a white disc laid on a cell alone."""
        felt = self._felt_after(f"White disc, alone: {cell}. (Enter if it lies there and nothing happens)")
        return dict(zip(self._names, felt, strict=True))

    def magnet(self, disc: str) -> int:
        """Have a disc looked at, and before the first all of them: what is usual is known only then."""
        if not self._usual:
            good = [name for name, counts in zip(self._names, self._rest, strict=True) if not rest(counts)]
            self._good = good[0] if good else self._names[0]
            for other in range(self._grid.cells):
                self._strengths[f"disc {other + 1}"] = self._strength(f"disc {other + 1}")
            self._usual = median(abs(strength) for strength in self._strengths.values()) or 1.0
        # Asked again, it is measured again.
        strength = self._strengths.pop(disc) if disc in self._strengths else self._strength(disc)
        return round(100 * strength / self._usual)

    def lights(self, colour: str) -> Mapping[str, str]:
        """Ask which lights do not show a colour."""
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
        """Have a button pressed."""
        while not self._ear.pressed.empty():
            self._ear.pressed.get()
        say(f"Press {name}.")
        pressed = []
        patience = _BUTTON_SECONDS
        while True:
            try:
                pressed.append(self._ear.pressed.get(timeout=patience))
                patience = 0.3
            except queue.Empty:
                self._check_board()
                return " ".join(BUTTONS[button] for button in sorted(set(pressed)) if button < len(BUTTONS))

    def yes(self, question: str) -> bool:
        """Ask a question."""
        text = question if question.endswith("?") else f"Do the lights come on with {question}?"
        while (said := self._line(f"{text} (y or n)").strip().lower()[:1]) not in ("y", "n"):
            pass
        return said == "y"

    def hot(self) -> str:
        """Ask which part gets hot."""
        while True:
            said = self._line("Does a part get hot? Its reference, or Enter for none.").strip().upper()
            if not said or said in self._parts:
                return said
            say(f"The board has no part {said[:10]}.")

    def volts(self, point: str) -> float:
        """Have a voltage measured."""
        where = {"enable": "socket A1's pin 9, the Pico taken out", "DIN": "DIN, the Pico taken out"}.get(point, point)
        return self._number(f"Volts from {where} to GND (the power socket's shell), the charger plugged in:")

    def ohms(self, points: str) -> float:
        """Have a resistance measured."""
        return self._number(f"Ohms from {' to '.join(points.split())}, everything unplugged:")

    def lead(self, lead: str) -> float | None:
        """Have the voltage at a lead measured."""
        pin, *words = lead.split()
        ref, number = pin.split(".")
        where = "pad below" if "pad" in words else "lead of"
        if "high" in words:
            say("Select the first channel (docs/build.md), but with GP2 to GP5 and GP20 switched to True.")
        else:
            say("Select the first channel, and send dark frames (docs/build.md).")
        while True:
            said = self._line(
                f"Volts at the {where} {ref}'s pin {number} to the power socket's shell; - if there is no {ref}:"
            ).strip()
            if said == "-":
                return None
            if (volts := _number(said)) is not None:
                return volts

    def current(self, points: str) -> bool:
        """Have a cell send a current through a short, or skip it."""
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
        """Have millivolts measured between two capacitors."""
        return self._number(f"Millivolts between pin 1 of {one} and pin 1 of {other}, the cell joined:")

    def seen(self, faults: list[str]) -> str:
        """Have places looked at with a magnifier."""
        say("These look the same to lights and meter. Unplug the board, and look at each with a magnifier:")
        return self._one_of(faults, "The number of the one that is so, or Enter for none:")

    def removed(self, faults: list[str]) -> str:
        """Have parts taken off until a short is gone."""
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
        if self._ear.error:
            raise LinkError(self._ear.error)

    def _felt(self) -> list[int]:
        self._check_board()
        counts = self._ear.counts(self._grid.cells)
        return [round(100 * (count - rest) / NOMINAL_SPAN) for count, rest in zip(counts, self._rest, strict=True)]

    def _strength(self, disc: str) -> float:
        at = self._names.index(self._good)
        sides = []
        for side in ("white", "black"):
            self._line(f"{disc} on {self._good}, alone, {side} side up. Then press Enter.")
            sides.append(self._felt()[at])
        white, black = sides
        return (white - black) / 2

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


def _sentence(place: str, what: str) -> str:
    """Return a symptom in words."""
    kind, _, name = place.partition(" ")
    if kind == "disc" and name.isdigit():
        return f"the magnet of disc {name} is {what}"
    if kind == "disc":
        return f"a disc on {name} is felt {f'as {what}' if what else 'nowhere'}"
    if kind == "rest":
        return f"{name} rests {'beside' if what == 'shifted' else 'far from'} half of 3V3"
    if kind == "light":
        return f"the light {name} shows {what} for rgb"
    if kind == "keys":
        return f"the button {name} is taken for {what or 'none'}"
    if kind == "starts":
        return f"the lights {'come on' if what == 'True' else 'stay dark'} with {name}"
    if kind == "hot":
        return f"{what} gets hot"
    return f"{place} is {what}" if kind != "sound" else "the buzzer is silent"
