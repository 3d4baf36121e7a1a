"""An examination with a person who answers as a script says: what is asked, and what it leads to."""

from collections.abc import Mapping
from itertools import product
from typing import Any
from unittest.mock import Mock

import pytest

from hexlume_plugins.lab.examination import Diagnosis, examine
from hexlume_plugins.lab.fault_table import FaultTable
from hexlume_plugins.lab.terminal_bench import diagnosis_lines
from tests.host.plugins.lab.test_fault_table import ROW, TABLE, shorts


def scripted(
    a1: Mapping[str, int] | None = None,
    red: Mapping[str, str] | None = None,
    at_leads: Mapping[str, float] | None = None,
    shorted: str = "",
    rail: float = 3.3,
    dark: tuple[bool, ...] = (),
    drops: Mapping[str, float] | None = None,
    slips: tuple[float, ...] = (),
    shows: str = "",
) -> Mock:
    """Return a bench with a board of two cells that is well but for what a test changes.

    ``a1`` is what a disc on a1 gives, ``red`` the lights that are not red, ``dark`` the ways round of the charger's
    plug that give nothing, ``shows`` the fault that is seen.
    """
    slip = iter(slips)
    volts = {"+3V3": rail, "enable": 3.3, "DIN": 0.0}
    answers = {
        "rest": lambda: {"a1": 2050, "a2": 2040},
        "disc": lambda cell: {"a2": 95} if cell == "a2" else {"a1": 100} if a1 is None else a1,
        "magnet": lambda good, disc: 100,
        "lights": lambda colour: red if red and colour == "red" else {},
        "key": lambda name: name,
        "lit": lambda supply: "yes" if supply == "charger" and turned(bench) not in dark else "no",
        "sound": lambda _: "heard",
        "hot": lambda _: "",
        "volts": lambda point: 0.0 if turned(bench) in dark else volts.get(point, 5.0),
        "ohms": lambda points: 0.2 if points == shorted else 82.0,
        "lead": lambda lead, turn: (at_leads or {}).get(lead),
        "current": lambda points: drops is not None,
        # The sign depends on which tip is where.
        "drop": lambda one, other: next(slip, 0.8 * (drops[one] - drops[other]) if drops else 0.0),
        "searched": lambda faults, inside: shows if shows in faults else "",
    }
    bench = Mock(**{f"{name}.side_effect": answer for name, answer in answers.items()})
    return bench


def turned(bench: Mock) -> bool:
    return bool(bench.turn.call_count % 2)


def asked(bench: Mock, *names: str) -> list[tuple[Any, ...]]:
    """Return what a person was asked by some of the questions."""
    return [args for name, args, _ in bench.mock_calls if name in names]


def examined(bench: Mock, meter: bool = True, table: dict[str, Any] = TABLE) -> Diagnosis:
    return examine(bench, FaultTable(table), ["a1", "a2"], meter, ["disc 1"])


BRIDGES = [f"B{number} pin 1 (VCC) and pin 2: bridged" for number in range(1, 15)]
CAPACITORS = [f"CB{number}: shorted" for number in range(1, 15)]
SHORTS: dict[str, Any] = {
    "panel": "hex4",
    "found": [{"ohms": {"+3V3 GND": 0.1}}],
    "faults": [
        {"kind": kind, "where": name.split(":")[0], "what": name.split(": ")[1], "found": [[0, {}]]}
        for kind, names in (("bridge", BRIDGES), ("shorted", CAPACITORS))
        for name in names
    ],
}


ALONG_A_ROW: dict[str, Any] = {
    "panel": "hex4",
    "found": [{"ohms": {"+3V3 GND": 0.1}}],
    "faults": [
        {"kind": "shorted", "where": short.where, "what": "shorted", "found": [[0, {}]], "drops": short.drops}
        for short in shorts()
    ],
}


def test_a_board_that_is_well_is_asked_once_for_each_disc_and_has_no_fault() -> None:
    diagnosis = examined(bench := scripted())
    assert asked(bench, "disc") == [("a1",), ("a2",)]
    assert diagnosis_lines(diagnosis) == ["Nothing is wrong that readings, lights and voltages show."]


def test_a_dead_cell_is_tried_again_and_a_measurement_names_the_pin() -> None:
    diagnosis = examined(bench := scripted(a1={"a1": 0}, at_leads={"B1.2": 1.64}))
    assert asked(bench, "disc").count(("a1",)) == 3 and asked(bench, "lead") == [("B1.2", False)] * 2
    assert asked(bench, "searched") == [], "what a measurement named is not looked for"
    assert diagnosis_lines(diagnosis) == [
        "Seen: a disc on a1 is felt as nothing.",
        "The fault is U1 pin 9 (I0): no joint.",
    ]


@pytest.mark.parametrize(
    "change", [{"shorted": "+3V3 GND"}, {"rail": 0.0}, {"rail": 4.8}, {"dark": (False, True)}], ids=str
)
def test_a_dead_supply_leaves_out_what_says_nothing_then_and_the_pico(change: dict[str, Any]) -> None:
    assert not examined(bench := scripted(a1={}, **change)).well
    assert asked(bench, "disc", "magnet", "lit") == []
    # No charger into a short.
    assert asked(bench, "prepare") == [(), *([] if "shorted" in change else [("charger",)])]


def test_a_plug_that_works_one_way_round_is_left_so_and_has_both_ways_measured() -> None:
    """Which way it is in nobody knows: each resistor explains it until a lead is measured."""
    way = {"starts": {"charger": "one way round"}}
    faults = [
        {"kind": "missing", "where": ref, "what": "missing", "found": [[0, {"R33.1": volts}]]}
        for ref, volts in (("R33", None), ("R34", 1.7))
    ]
    for dark, meter in product((False, True), repeat=2):
        bench = scripted(dark=(dark,), at_leads={"R33.1": 1.7})
        diagnosis = examined(bench, meter, {"panel": "hex4", "found": [way], "faults": faults})
        assert [fault.where for fault in diagnosis.faults] == (["R34"] if meter else ["R33", "R34"])
        assert turned(bench) != dark and set(asked(bench, "lead")) == ({("R33.1", True)} if meter else set())


def test_magnets_are_looked_at_on_a_cell_that_is_good() -> None:
    examined(bench := scripted(a1={"a2": 100}, at_leads={"B1.2": 1.64, "U1.9": 0.0}))
    assert asked(bench, "magnet") == [("a2", "disc 1")]


@pytest.mark.parametrize("shows", ["B1: missing", ""])
def test_without_a_meter_a_look_at_the_board_tells_a_missing_part_from_a_joint(shows: str) -> None:
    diagnosis = examined(bench := scripted(a1={}, shows=shows), meter=False)
    assert asked(bench, "ohms", "volts", "lead") == []
    assert asked(bench, "searched")[0] == (["B1: missing"], False)
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {shows or 'U1 pin 9 (I0): no joint'}."


def test_two_faults_at_once_are_not_called_one() -> None:
    bench = scripted(a1={}, red={"a2": "-", "b1": "-", "b2": "-"})
    assert diagnosis_lines(examined(bench))[-1].startswith("No single fault explains this")


@pytest.mark.parametrize(
    ("shows", "listed", "last"),
    [
        (BRIDGES[12], [BRIDGES[:12], BRIDGES[12:], BRIDGES[12:]], f"The fault is {BRIDGES[12]}."),
        (
            CAPACITORS[1],
            [BRIDGES[:12], BRIDGES[12:], CAPACITORS[:12], CAPACITORS[:12]],
            f"The fault is {CAPACITORS[1]}.",
        ),
        ("", [BRIDGES[:12], BRIDGES[12:], CAPACITORS[:12], CAPACITORS[12:]], "14 faults look like this, among them: "),
    ],
)
def test_faults_that_measure_alike_are_looked_for_and_then_taken_off_twelve_at_a_time(
    shows: str, listed: list[list[str]], last: str
) -> None:
    """What is found is asked again; capacitors that nobody finds stay unnamed."""
    diagnosis = examined(bench := scripted(shorted="+3V3 GND", shows=shows), table=SHORTS)
    assert [faults for faults, _ in asked(bench, "searched")] == listed and len(diagnosis.measured) == 28
    assert diagnosis_lines(diagnosis)[-1].startswith(last)


@pytest.mark.parametrize("slips", [(), (400.0,), (0.0, 55.0), (500.0, 500.0)], ids=["no", "one", "two", "alike"])
def test_millivolts_name_a_shorted_capacitor_and_a_slip_is_measured_again(slips: tuple[float, ...]) -> None:
    bench = scripted(shorted="+3V3 GND", drops=shorts()[5].drops, slips=slips)
    diagnosis = examined(bench, table=ALONG_A_ROW)
    assert asked(bench, "current") == [("+3V3 GND",)] and asked(bench, "searched") == []
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {ROW[5]}: shorted."
