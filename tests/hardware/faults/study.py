"""The study: every single fault of a panel, each examined as a person would, and boards without a fault.

``python -m tests.hardware.faults.study PANEL BOARDS`` prints what docs/hardware/faults.md says of a panel.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from zlib import crc32

from hexlume_host.device.examination import Diagnosis, examine, is_name
from hexlume_host.device.fault_table import Candidate, fault_table
from hexlume_hw.faults.predictions import FLOATING, Predictor
from hexlume_hw.faults.single_faults import Fault, single_faults
from tests.hardware.faults.simulated_bench import SimulatedBench


@dataclass
class Count:
    """Faults of a class: all, without any effect, found, and named; ``missed`` are those that were not named.

    ``measured`` are those that are named by lights, readings and voltages, ``traced`` those with millivolts, too,
    ``looked`` those with a look at the joints, ``named`` those with parts taken off. ``lists`` has for each fault how
    often each pair of pads was measured, and how many places of each list were looked at and taken off.
    """

    faults: int = 0
    silent: int = 0
    found: int = 0
    measured: int = 0
    traced: int = 0
    looked: int = 0
    named: int = 0
    alone: int = 0
    answers: int = 0
    lists: list[tuple[list[int], list[int], list[int]]] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, other: "Count") -> None:
        """Add another class."""
        for name in Count.__annotations__.keys() - {"missed"}:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Study:
    """Examines a panel's boards by its table of faults."""

    def __init__(self, panel: str, cell: bool = True) -> None:
        """Describe the panel; without a ``cell`` nobody measures millivolts."""
        self.predictor = Predictor(panel)
        self.faults = single_faults(self.predictor.sound)
        self._table = fault_table(panel)
        self._cell = cell
        self.shorts = [fault for fault in self.faults if fault.name in self._table.drops]
        """The shorts of a supply, of which millivolts show where they are."""
        grid = self.predictor.grid
        self._cells = [grid.name(cell) for cell in range(grid.cells)]
        self._discs = [f"disc {number + 1}" for number in range(grid.cells)]

    def examined(self, fault: Fault | None, seed: int) -> tuple[Diagnosis, bool, SimulatedBench]:
        """Examine a board; return the diagnosis, whether the fault has any effect, and the bench."""
        floating = Random(seed).choice(FLOATING)
        does = self.predictor.well if fault is None else self.predictor.behaviour(fault, floating)
        leads = partial(self.predictor.lead_volts, fault, floating)
        drops = self._table.drops.get(fault.name, {}) if fault is not None else {}
        bench = SimulatedBench(self.predictor, fault, does, leads, drops, seed, self._cell)
        effect = fault is not None and bool(self.predictor.prediction(fault, floating, does))
        return examine(bench, self._table, self._cells, True, self._discs), effect, bench

    def counts(self, faults: Iterable[Fault]) -> dict[str, Count]:
        """Examine boards with faults; return counts by class."""
        found: defaultdict[str, Count] = defaultdict(Count)
        for fault in faults:
            diagnosis, effect, bench = self.examined(fault, crc32(fault.name.encode()))
            count = found[fault.kind]
            names = {candidate.name for candidate in diagnosis.faults}
            count.faults += 1
            count.answers += bench.answers
            count.lists.append((bench.millivolts, bench.looked, bench.taken_off))
            count.silent += not effect
            count.found += effect and not diagnosis.well
            count.measured += _is_named(fault, diagnosis.measured)
            count.traced += _is_named(fault, diagnosis.traced)
            count.looked += _is_named(fault, diagnosis.looked)
            named = _is_named(fault, diagnosis.faults)
            count.named += named
            count.alone += named and len(names) == 1
            if effect and diagnosis.well:
                count.missed.append(f"{fault.name} (not found)")
            elif effect and not named:
                count.missed.append(f"{fault.name} (of {len(names)})")
        return found

    def false_alarms(self, boards: int) -> int:
        """Examine boards without a fault; return how many are said to have one."""
        alarms = 0
        for seed in range(boards):
            diagnosis, _, _ = self.examined(None, seed)
            if not diagnosis.well:
                print("false alarm, seed", seed, sorted(diagnosis.symptoms))
            alarms += not diagnosis.well
        return alarms


def _is_named(fault: Fault, candidates: list[Candidate]) -> bool:
    return is_name(candidates) and fault.name in {candidate.name for candidate in candidates}


def row(name: str, count: Count) -> str:
    """Return a class as a row of the page's table."""
    share = lambda part, whole: f"{100 * part / whole:.1f} %" if whole else "-"  # noqa: E731
    effect = count.faults - count.silent
    cells = (
        name,
        count.faults,
        effect,
        share(count.found, effect),
        share(count.measured, effect),
        share(count.traced, effect),
        share(count.looked, effect),
        share(count.named, effect),
        share(count.alone, effect),
        share(count.named, count.faults),
    )
    return f"| {' | '.join(map(str, cells))} |"


def list_rows(count: Count, how: str = "") -> list[str]:
    """Return how much was measured, looked at and taken off, as rows of the page's table."""
    rows = []
    for at, what in enumerate(("millivolts", "looked at", "taken off")):
        lists = [every[at] for every in count.lists if every[at]]
        if not lists:
            continue
        places = [sum(lengths) for lengths in lists]
        cells = (
            f"{what}{how}",
            len(lists),
            f"{sum(map(len, lists)) / len(lists):.1f}",
            max(map(len, lists)),
            round(sum(places) / len(places)),
            max(places),
        )
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return rows


def shorts_rows(panel: str) -> list[str]:
    """Return what becomes of the shorts of a supply with and without a cell, as rows of the page's tables."""
    rows = []
    for how, cell in (("with a cell", True), ("without a cell", False)):
        study = Study(panel, cell)
        count = summed(study.counts(study.shorts))
        rows += [row(how, count), *list_rows(count, f", {how}")]
    return rows


def summed(counts: dict[str, Count]) -> Count:
    """Return all classes together."""
    total = Count()
    for count in counts.values():
        total.add(count)
    return total


def main() -> None:
    """Print the study of a panel."""
    panel = sys.argv[1] if len(sys.argv) > 1 else "hex4"
    boards = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    study = Study(panel)
    counts = study.counts(study.faults)
    total = summed(counts)
    for kind, count in counts.items():
        print(row(kind, count))
    print(row(f"all, {panel}", total))
    print("\n".join([*list_rows(total), *shorts_rows(panel)]))
    print("answers for a fault, on average:", round(total.answers / total.faults))
    for kind, count in counts.items():
        print(kind, len(count.missed), "; ".join(count.missed[:400]))
    print("false alarms:", study.false_alarms(boards), "of", boards)


if __name__ == "__main__":
    main()
