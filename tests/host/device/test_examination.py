"""An examination with a person who answers as a script says: what is asked, and what it leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hexlume_host.cli.bench import diagnosis_lines
from hexlume_host.device.examination import SOUND, STARTS, examine
from hexlume_host.device.fault_table import FaultTable
from tests.host.device.test_fault_table import TABLE


@dataclass
class ScriptedBench:
    """A board of two cells that is well but for what a test changes."""

    discs: dict[str, Mapping[str, int]] = field(default_factory=lambda: {"a1": {"a1": 100}, "a2": {"a2": 95}})
    lit: dict[str, dict[str, str]] = field(default_factory=dict)
    at_leads: dict[str, float | None] = field(default_factory=dict)
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
        return question == SOUND or question in STARTS[:2]

    def hot(self) -> str:
        return ""

    def volts(self, point: str) -> float:
        self.asked.append(point)
        return {"+3V3": 3.3, "enable": 3.3, "DIN": 0.0}.get(point, 5.0)

    def ohms(self, points: str) -> float:
        return 82.0

    def lead(self, lead: str) -> float | None:
        self.asked.append(lead)
        return self.at_leads[lead]


def examined(bench: ScriptedBench, meter: bool = True) -> Any:
    return examine(bench, FaultTable(TABLE), ["a1", "a2"], meter, ["disc 1"])


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


def test_without_a_meter_both_faults_are_named() -> None:
    bench = ScriptedBench()
    bench.discs["a1"] = {}
    diagnosis = examined(bench, meter=False)
    assert diagnosis.named and not [asked for asked in bench.asked if not asked.startswith("disc")]
    assert diagnosis_lines(diagnosis)[-1] == "The fault is one of 2: B1: missing; U1 pin 9 (I0): no joint."


def test_a_light_without_green() -> None:
    bench = ScriptedBench(lit={"green": {"a1": "-"}})
    assert diagnosis_lines(examined(bench)) == ["Seen: the light a1 shows r-b for rgb.", "The fault is D1: no green."]


def test_two_faults_at_once_are_not_called_one() -> None:
    bench = ScriptedBench(lit={"red": {"a2": "-", "b1": "-", "b2": "-"}})
    bench.discs = {"a1": {}, "a2": {"a1": 100}}
    assert diagnosis_lines(examined(bench))[-1].startswith("No single fault explains this")
