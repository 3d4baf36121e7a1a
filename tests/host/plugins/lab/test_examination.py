"""An examination with a person who answers as a script says: what is asked, and what it leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from hexlume_plugins.lab.examination import CHARGER, SOUND, USB, examine
from hexlume_plugins.lab.fault_table import FaultTable
from hexlume_plugins.lab.terminal_bench import diagnosis_lines
from tests.host.plugins.lab.test_fault_table import ROW, TABLE, shorts


@dataclass
class ScriptedBench:
    """A board of two cells that is well but for what a test changes."""

    discs: dict[str, Mapping[str, int]] = field(default_factory=lambda: {"a1": {"a1": 100}, "a2": {"a2": 95}})
    lit: dict[str, dict[str, str]] = field(default_factory=dict)
    at_leads: dict[str, float | None] = field(default_factory=dict)
    shorted: str = ""
    rail: float = 3.3
    dark: tuple[str, ...] = (USB,)
    drops: Mapping[str, float] | None = None
    slips: list[float] = field(default_factory=list)
    shows: str = ""
    listed: list[list[str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def rest(self) -> Mapping[str, int]:
        return {"a1": 2050, "a2": 2040}

    def disc(self, cell: str) -> Mapping[str, int]:
        self.asked.append(f"disc {cell}")
        return self.discs[cell]

    def magnet(self, disc: str, good: str) -> int:
        self.asked.append(f"magnet on {good}")
        return 100

    def lights(self, colour: str) -> Mapping[str, str]:
        return self.lit.get(colour, {})

    def key(self, name: str) -> str:
        return name

    def yes(self, question: str) -> bool:
        return question == SOUND or question not in self.dark

    def hot(self) -> str:
        return ""

    def volts(self, point: str) -> float:
        self.asked.append(point)
        return {"+3V3": self.rail, "enable": 3.3, "DIN": 0.0}.get(point, 5.0)

    def ohms(self, points: str) -> float:
        return 0.2 if points == self.shorted else 82.0

    def lead(self, lead: str, turn: bool) -> float | None:
        self.asked.append(lead + " both ways" * turn)
        return self.at_leads[lead]

    def current(self, points: str) -> bool:
        self.asked.append(f"current {points}")
        return self.drops is not None

    def drop(self, one: str, other: str) -> float:
        assert self.drops is not None
        self.asked.append("drop")
        # The sign depends on which tip is where.
        return self.slips.pop() if self.slips else 0.8 * (self.drops[one] - self.drops[other])

    def seen(self, faults: list[str]) -> str:
        return self.removed(faults)

    def removed(self, faults: list[str]) -> str:
        self.listed.append(faults)
        return self.shows if self.shows in faults else ""


def examined(bench: ScriptedBench, meter: bool = True, table: dict[str, Any] = TABLE) -> Any:
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
    bench = ScriptedBench()
    diagnosis = examined(bench)
    assert diagnosis.well and not diagnosis.named
    assert [asked for asked in bench.asked if asked.startswith("disc")] == ["disc a1", "disc a2"]
    assert diagnosis_lines(diagnosis) == ["Nothing is wrong that readings, lights and voltages show."]


def test_a_dead_cell_is_tried_again_and_a_measurement_names_the_pin() -> None:
    bench = ScriptedBench(at_leads={"B1.2": 1.64})
    bench.discs["a1"] = {"a1": 0}
    diagnosis = examined(bench)
    assert bench.asked.count("disc a1") == 3 and bench.asked.count("B1.2") == 2
    assert diagnosis.named and bench.listed == [], "what a measurement named is not looked for"
    assert diagnosis_lines(diagnosis) == [
        "Seen: a disc on a1 is felt as nothing.",
        "The fault is U1 pin 9 (I0): no joint.",
    ]


@pytest.mark.parametrize(
    "change", [{"shorted": "+3V3 GND"}, {"rail": 0.0}, {"rail": 4.8}, {"dark": (*CHARGER, USB)}], ids=str
)
def test_a_dead_supply_leaves_out_what_says_nothing_then(change: dict[str, Any]) -> None:
    bench = ScriptedBench(**change)
    bench.discs["a1"] = {}
    assert not examined(bench).well
    assert not [asked for asked in bench.asked if asked.startswith(("disc", "magnet"))]


def test_a_plug_that_works_one_way_round_has_both_ways_measured() -> None:
    """Which way it is in nobody knows: each resistor explains it until a lead is measured."""
    way = {"starts": {"charger": "one way round"}}
    faults = [
        {"kind": "missing", "where": ref, "what": "missing", "found": [[0, {"R33.1": volts}]]}
        for ref, volts in (("R33", None), ("R34", 1.7))
    ]
    for dark in CHARGER:
        bench = ScriptedBench(dark=(dark, USB), at_leads={"R33.1": 1.7})
        diagnosis = examined(bench, table={"panel": "hex4", "found": [way], "faults": faults})
        assert [fault.name for fault in diagnosis.faults] == ["R34: missing"]
        assert set(bench.asked) >= {"R33.1 both ways", "magnet on a1"}


def test_magnets_are_looked_at_on_a_cell_that_is_good() -> None:
    bench = ScriptedBench(at_leads={"B1.2": 1.64, "U1.9": 0.0})
    bench.discs["a1"] = {"a2": 100}
    examined(bench)
    assert "magnet on a2" in bench.asked and "magnet on a1" not in bench.asked


@pytest.mark.parametrize("shows", ["B1: missing", ""])
def test_without_a_meter_a_look_at_the_board_tells_a_missing_part_from_a_joint(shows: str) -> None:
    bench = ScriptedBench(shows=shows)
    bench.discs["a1"] = {}
    diagnosis = examined(bench, meter=False)
    assert not [asked for asked in bench.asked if not asked.startswith(("disc", "magnet"))]
    assert bench.listed[0] == ["B1: missing"]
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {shows or 'U1 pin 9 (I0): no joint'}."


def test_two_faults_at_once_are_not_called_one() -> None:
    bench = ScriptedBench(lit={"red": {"a2": "-", "b1": "-", "b2": "-"}})
    bench.discs = {"a1": {}, "a2": {"a1": 100}}
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
    bench = ScriptedBench(shorted="+3V3 GND", shows=shows)
    diagnosis = examined(bench, table=SHORTS)
    assert bench.listed == listed and len(diagnosis.measured) == 28
    assert diagnosis_lines(diagnosis)[-1].startswith(last)


@pytest.mark.parametrize("slips", [[], [400.0], [0.0, 55.0], [500.0, 500.0]], ids=["no", "one", "two", "alike"])
def test_millivolts_name_a_shorted_capacitor_and_a_slip_is_measured_again(slips: list[float]) -> None:
    bench = ScriptedBench(shorted="+3V3 GND", drops=shorts()[5].drops, slips=[*slips])
    diagnosis = examined(bench, table=ALONG_A_ROW)
    assert bench.asked.count("current +3V3 GND") == 1 and bench.listed == []
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {ROW[5]}: shorted."
