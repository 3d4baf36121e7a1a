"""The steps of soldering a board: which parts, in which order, and what to measure before the next."""

from collections.abc import Callable
from typing import NamedTuple

from hexlume.hardware.panel import STATUS_LEDS
from hexlume_hw.order.measurements import (
    DISC_MT,
    LOAD_OHMS,
    coloured_ma,
    current_ma,
    leds,
    rail_v,
    range_mm,
    range_v,
    supply_v,
)
from hexlume_hw.panel.netlist import Netlist, Part
from hexlume_hw.panel.well import HAT_HIGH_MM, LEADS_X_MM, SENSOR


class Step(NamedTuple):
    """A step: its title, the references of its parts in their order, and what to do, a sentence each."""

    title: str
    refs: tuple[str, ...]
    words: tuple[str, ...]


_POWER_KINDS = {"usb_c", "fuse", "tvs", "p_mosfet", "regulator", "c470u", "r5k1"}
_POWER_REFS = {"R35", "C1", "C2", "C3"}


def _is_power(part: Part) -> bool:
    return part.kind in _POWER_KINDS or part.ref in _POWER_REFS


def _is_light(part: Part) -> bool:
    return part.kind == "led" or part.ref.startswith("CD") or (part.kind == "c22u" and part.ref not in _POWER_REFS)


def _is_multiplexer(part: Part) -> bool:
    return part.kind == "multiplexer" or (part.ref.startswith("CU") and part.ref != "CU16")


def _is_sensor(part: Part) -> bool:
    return part.kind == "sensor" or part.ref.startswith("CB")


def _is_through(part: Part) -> bool:
    return part.kind in ("button", "buzzer", "pico_1_20", "pico_21_40")


def _is_small(part: Part) -> bool:
    return not any(wanted(part) for wanted in (_is_light, _is_multiplexer, _is_sensor, _is_through))


_STEPS: tuple[tuple[str, Callable[[Part], bool], tuple[str, ...]], ...] = (
    (
        "The power entry",
        _is_power,
        (
            "Solder the regulator's tab first, with the broad tip: the ground copper takes its heat away. Then solder "
            "the power socket, fuse, suppressor, MOSFET, capacitors and resistors. Mind the stripe of the suppressor, "
            "which is at the dot, and the plus of the aluminium capacitors: their black mark is minus.",
            "The power socket's shell is soldered through the board: press it flat, its mouth at the board's edge, "
            "and solder one of the four stakes in their slots, then the six contacts, then the other stakes. Stakes "
            "that end inside the board, as an alternate's do, are soldered from above until their slots are full.",
            "{shorts}",
            "Solder {load} ohm across C2 until the sensors are there: without a load the regulator may give more than "
            "3.40 V. Plug a 5 V USB-C supply in: {five} at 5V, {three} at 3V3. Unplug it again.",
        ),
    ),
    (
        "The buffer and the small parts",
        _is_small,
        (
            "Solder the buffer, resistors, capacitors and the diode; its stripe is at the marked pin.",
            "{shorts}",
            "Plug the supply in. DIN must be below 0.1 V, and the enable lines at A1 as high as 3V3.",
        ),
    ),
    (
        "Sockets, buttons, buzzer, and the Pico with its firmware",
        _is_through,
        (
            "Solder the two sockets with a Pico plugged into both, so that they stand straight; the Pico's USB socket "
            "points to the left edge. Solder the buttons and the buzzer. Then take the Pico out.",
            "With everything unplugged each button has below 1 ohm from its far pins to its near ones while it is "
            "pressed, and is open otherwise.",
            "Plug the Pico into its sockets, its USB socket to the left edge, then the supply: VSYS at most 0.5 V "
            "below 5V, ADC_VREF as high as 3V3.",
            "Plug the Pico's USB cable in, too (neither cable feeds the other): {named}",
            "The supply's current is at most {small:.0f} mA, or {dark:.0f} mA if the lights are there already: make "
            "them dark at the console first.",
        ),
    ),
    (
        "The lights",
        _is_light,
        (
            "Unplug everything, and take the Pico out.",
            "Solder the LEDs in the order of the chain with their capacitors; the LED's cut corner "
            "is its pin 3, opposite the marked pin 1. None may lie more than 0.5 mm off its outline on the board.",
            "{shorts}",
            "With Pico and supply in, make all {leds} LEDs red, then green, then blue, at the console. Each raises the "
            "current by {coloured_least:.0f} to {coloured_most:.0f} mA. Dark, it is at most {dark:.0f} mA.",
            "Unplug both cables and plug them in again: {named}",
        ),
    ),
    (
        "The multiplexers",
        _is_multiplexer,
        (
            "Unplug everything, and take the Pico out.",
            "Solder the multiplexers, pin 1 at the mark, and a capacitor beside each.",
            "{shorts}",
            "Plug the supply in: {three} between pins 24 and 12 of each. Unplug it again.",
            "With Pico, supply and USB in, {named}",
            "Paint the top of each multiplexer white with the paint marker, twice: no black is left that is wider than "
            "0.5 mm. It would darken the cell that it stands in.",
        ),
    ),
    (
        "The sensors",
        _is_sensor,
        (
            "Unplug everything, and take the Pico out.",
            "Solder the sensors' capacitors, if they are not there. Print the hats (print/stl/hat.stl).",
            "Push a sensor into each hat from its open side, the marked face towards the thin roof, as far as it goes. "
            "Bend its leads towards the hat's legs, {bend:.1f} mm from the body.",
            "Set each hat on its four legs over an LED, one at the middle of each side and 0.1 to 0.3 mm off it, the "
            "leads through the three holes beside it: pin 1 is in the square pad if the marked face is up. Tape the "
            "hats of a row down, turn the board over, and solder the leads from below. The legs must stand on the "
            "board, since they give the sensor its height: a hat's top is {hat} above the board.",
            "{shorts}",
            "Take the {load} ohm off C2. With 5 V on and no magnet near, every sensor's output, pin 3 (pin 1 is in the "
            "square pad, ground in the middle), rests at half of 3V3: 1.59 to 1.71 V if 3V3 is 3.30 V.",
            "With Pico and supply in and the lights dark, the current is at most {all:.0f} mA.",
            "Take every disc off and run hexlume doctor: a dot at every cell, and All {cells} cells are well.",
            "Press a white and a black half of a disc around a magnet, without glue. Lay the light grid and the face "
            "plate on the board, its screw holes above the board's, and the disc on each cell in turn, white up: its "
            "number rises to about +21, at least +{least} and at most +{most}. On the bare hats it would lie too low. "
            "If the numbers are negative, turn the magnet over; if one cell's is, its sensor lies upside down.",
        ),
    ),
)
_SHORTS = "With everything unplugged, measure 5V to GND, 3V3 to GND and 5V to 3V3: none may stay below 10 ohm."


def steps(netlist: Netlist) -> list[Step]:
    """Return a board's steps; every part is in exactly one."""
    left = sorted(netlist.parts.values(), key=lambda part: (part.kind, len(part.ref), part.ref))
    panel = netlist.panel
    figures: dict[str, str | float] = {
        "shorts": _SHORTS,
        "five": range_v(*supply_v(), digits=1),
        "three": range_v(*rail_v()),
        "load": LOAD_OHMS,
        "small": current_ma(panel, lights=False, sensors=False),
        "named": f"hexlume doctor must name the board and {panel}; Ctrl-C ends it. What it says of the cells means "
        "nothing yet.",
        "hat": range_mm(HAT_HIGH_MM, 0.2, 0.3),
        "leds": leds(panel),
        "cells": leds(panel) - STATUS_LEDS,
        "coloured_least": coloured_ma(panel)[0],
        "coloured_most": coloured_ma(panel)[1],
        "dark": current_ma(panel, sensors=False),
        "all": current_ma(panel),
        "bend": SENSOR.left - LEADS_X_MM,
        "least": DISC_MT[0],
        "most": DISC_MT[1],
    }
    found = []
    for title, wanted, words in _STEPS:
        refs = tuple(part.ref for part in left if wanted(part))
        left = [part for part in left if not wanted(part)]
        if refs:
            found.append(Step(title, refs, tuple(sentence.format_map(figures) for sentence in words)))
    return found
