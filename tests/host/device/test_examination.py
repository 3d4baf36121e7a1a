"""An examination with a person who answers as a script says: what is asked, and what it leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from hexlume_host.cli.bench import diagnosis_lines
from hexlume_host.device.examination import SOUND, STARTS, examine
from hexlume_host.device.fault_table import FaultTable
from tests.host.device.test_fault_table import ROW, TABLE, shorts


@dataclass
class ScriptedBench:
    """A board of two cells that is well but for what a test changes."""

    discs: dict[str, Mapping[str, int]] = field(default_factory=lambda: {"a1": {"a1": 100}, "a2": {"a2": 95}})
    lit: dict[str, dict[str, str]] = field(default_factory=dict)
    at_leads: dict[str, float | None] = field(default_factory=dict)
    shorted: str = ""
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

    def magnet(self, disc: str) -> int:
        return 100

    def lights(self, colour: str) -> Mapping[str, str]:
        return self.lit.get(colour, {})

    def key(self, name: str) -> str:
        return name

    def yes(self, question: str) -> bool:
        return question == SOUND or STARTS.get(question, False)

    def hot(self) -> str:
        return ""

    def volts(self, point: str) -> float:
        self.asked.append(point)
        return {"+3V3": 3.3, "enable": 3.3, "DIN": 0.0}.get(point, 5.0)

    def ohms(self, points: str) -> float:
        return 0.2 if points == self.shorted else 82.0

    def lead(self, lead: str) -> float | None:
        self.asked.append(lead)
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
    assert diagnosis_lines(diagnosis) == [
        "Seen: a disc on a1 is felt nowhere.",
        "The fault is U1 pin 9 (I0): no joint.",
    ]


@pytest.mark.parametrize("shows", ["B1: missing", ""])
def test_without_a_meter_a_look_at_the_board_tells_a_missing_part_from_a_joint(shows: str) -> None:
    bench = ScriptedBench(shows=shows)
    bench.discs["a1"] = {}
    diagnosis = examined(bench, meter=False)
    assert not [asked for asked in bench.asked if not asked.startswith("disc")]
    assert bench.listed[0] == ["B1: missing"]
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {shows or 'U1 pin 9 (I0): no joint'}."


def test_joints_that_measure_alike_are_both_named_and_not_looked_for() -> None:
    bench = ScriptedBench(shorted="+3V3 GND")
    joints = [fault | {"kind": "open"} for fault in SHORTS["faults"][:2]]
    diagnosis = examined(bench, table=SHORTS | {"faults": joints})
    assert diagnosis.named and bench.listed == []
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is one of 2: {BRIDGES[0]}; {BRIDGES[1]}."


def test_a_light_without_green() -> None:
    bench = ScriptedBench(lit={"green": {"a1": "-"}})
    assert diagnosis_lines(examined(bench)) == ["Seen: the light a1 shows r-b for rgb.", "The fault is D1: no green."]


def test_two_faults_at_once_are_not_called_one() -> None:
    bench = ScriptedBench(lit={"red": {"a2": "-", "b1": "-", "b2": "-"}})
    bench.discs = {"a1": {}, "a2": {"a1": 100}}
    assert diagnosis_lines(examined(bench))[-1].startswith("No single fault explains this")


def test_a_bridge_that_measures_like_others_is_looked_for_twelve_places_at_a_time() -> None:
    bench = ScriptedBench(shorted="+3V3 GND", shows=BRIDGES[12])
    diagnosis = examined(bench, table=SHORTS)
    # What is seen is asked again.
    assert bench.listed == [BRIDGES[:12], BRIDGES[12:], BRIDGES[12:]]
    assert len(diagnosis.measured) == 28
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {BRIDGES[12]}."


def test_a_shorted_capacitor_is_not_seen_and_is_named_by_taking_it_off() -> None:
    bench = ScriptedBench(shorted="+3V3 GND", shows=CAPACITORS[1])
    diagnosis = examined(bench, table=SHORTS)
    assert bench.listed == [BRIDGES[:12], BRIDGES[12:], CAPACITORS[:12], CAPACITORS[:12]]
    assert [fault.name for fault in diagnosis.looked] == CAPACITORS
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {CAPACITORS[1]}."


def test_a_short_that_nobody_finds_leaves_its_places_unnamed() -> None:
    diagnosis = examined(ScriptedBench(shorted="+3V3 GND"), table=SHORTS)
    assert [fault.name for fault in diagnosis.faults] == CAPACITORS and not diagnosis.named
    assert diagnosis_lines(diagnosis)[-1].startswith("14 faults look like this, among them: CB1: shorted; ")


@pytest.mark.parametrize("slips", [[], [400.0], [0.0, 55.0]], ids=["no", "one", "two"])
def test_millivolts_name_a_shorted_capacitor_and_a_slip_is_measured_again(slips: list[float]) -> None:
    bench = ScriptedBench(shorted="+3V3 GND", drops=shorts()[5].drops, slips=[*slips])
    diagnosis = examined(bench, table=ALONG_A_ROW)
    assert bench.asked.count("current +3V3 GND") == 1 and bench.listed == []
    assert len(diagnosis.measured) == 7
    assert diagnosis_lines(diagnosis)[-1] == f"The fault is {ROW[5]}: shorted."


def test_a_pair_that_is_misread_twice_alike_and_contradicts_the_others_is_measured_anew() -> None:
    bench = ScriptedBench(shorted="+3V3 GND", drops=shorts()[5].drops, slips=[500.0, 500.0])
    assert diagnosis_lines(examined(bench, table=ALONG_A_ROW))[-1] == f"The fault is {ROW[5]}: shorted."


def test_without_a_cell_a_short_is_looked_for_in_lists() -> None:
    bench = ScriptedBench(shorted="+3V3 GND", shows=f"{ROW[5]}: shorted")
    diagnosis = examined(bench, table=ALONG_A_ROW)
    assert bench.asked[-1] == "current +3V3 GND" and bench.listed[0] == [f"{ref}: shorted" for ref in ROW]
    assert diagnosis.named and diagnosis.traced == diagnosis.measured


def test_what_a_measurement_named_is_not_looked_for() -> None:
    bench = ScriptedBench(at_leads={"B1.2": 1.64})
    bench.discs["a1"] = {"a1": 0}
    assert examined(bench).named and bench.listed == []
