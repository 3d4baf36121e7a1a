"""The study: boards with a single fault, or none, each examined as a person would, and named by the table of faults.

``python -m tests.hardware.faults.study hex4`` prints the rows of docs/hardware/faults.md.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import partial
from random import Random
from statistics import mean
from zlib import crc32

from hexlume_hw.faults.predictions import FLOATING, Predictor
from hexlume_hw.faults.single_faults import Fault, single_faults
from hexlume_plugins.lab.examination import Diagnosis, examine, is_name
from hexlume_plugins.lab.fault_table import Candidate, fault_table
from tests.hardware.faults.simulated_bench import SimulatedBench

MEAN_QUESTIONS, MOST_QUESTIONS = 40, 60
"""What a person has patience for, on average and at most, on hex4."""


class Study:
    """Examines a panel's boards by its table of faults."""

    def __init__(self, panel: str) -> None:
        self._predictor = Predictor(panel)
        self.questions: list[int] = []
        self.laid: list[int] = []
        self._table = fault_table(panel)
        self.faults = single_faults(self._predictor.sound)
        """All, and in ``shorts`` those of a supply, of which millivolts show where they are."""
        self.shorts = [fault for fault in self.faults if fault.name in self._table.drops]

    def examined(self, fault: Fault | None, seed: int) -> tuple[Diagnosis, bool]:
        """Examine a board; return the diagnosis, and whether the fault has any effect.

        ``questions`` and ``laid`` have what the person was asked and how many discs they laid on cells, for each board
        whose discs are not looked at.
        """
        predictor, floating = self._predictor, Random(seed).choice(FLOATING)
        does = predictor.well if fault is None else predictor.behaviour(fault, floating)
        leads = partial(predictor.lead_volts, fault, floating)
        drops = self._table.drops.get(fault.name, {}) if fault is not None else {}
        bench = SimulatedBench(predictor, fault, does, leads, drops, seed)
        effect = fault is not None and bool(predictor.prediction(fault, floating, does))
        cells = range(predictor.grid.cells)
        names = [predictor.grid.name(cell) for cell in cells]
        # Discs are another evening's work: who looks for a board's fault leaves them out.
        discs = [f"disc {cell + 1}" for cell in cells if fault is None or fault.disc]
        diagnosis = examine(bench, self._table, names, True, discs)
        if not discs:
            self.questions.append(bench.asked - bench.laid)
            self.laid.append(bench.laid)
        return diagnosis, effect

    def counts(self, faults: Iterable[Fault]) -> dict[str, Counter[str]]:
        """Examine boards with faults; count by class and of all those with an effect, found, named and named alone."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for fault in faults:
            diagnosis, effect = self.examined(fault, crc32(fault.name.encode()))
            named = is_named(fault, diagnosis.faults)
            for kind in (fault.kind, "all"):
                counts[kind].update(
                    faults=1,
                    effect=effect,
                    found=effect and not diagnosis.well,
                    named=named,
                    alone=named and len({candidate.name for candidate in diagnosis.faults}) == 1,
                )
        return counts

    def false_alarms(self, boards: int) -> list[int]:
        """Examine boards without a fault; return the seeds of those that are said to have one."""
        return [seed for seed in range(boards) if not self.examined(None, seed)[0].well]


def is_named(fault: Fault, candidates: list[Candidate]) -> bool:
    """Return whether candidates are a name, and the fault is among them."""
    return is_name(candidates) and fault.name in {candidate.name for candidate in candidates}


def row(name: str, count: Counter[str]) -> str:
    """Return a class as a row of the page's table."""
    shares = [f"{100 * count[what] / count['effect']:.1f} %" for what in ("found", "named", "alone")]
    return f"| {' | '.join([name, str(count['faults']), str(count['effect']), *shares])} |"


def rows(panel: str) -> tuple[Counter[str], list[str]]:
    """Examine every single fault of a panel; return the counts of all, and the page's rows."""
    study = Study(panel)
    counts = study.counts(study.faults)
    found = counts.pop("all")
    by_class = [row(*entry) for entry in counts.items()]
    figures = len(study.questions), round(mean(study.questions)), max(study.questions), round(mean(study.laid))
    asked = f"| all single faults of {panel} but magnets | {' | '.join(map(str, figures))} |"
    assert panel != "hex4" or (figures[1] <= MEAN_QUESTIONS and figures[2] <= MOST_QUESTIONS), asked
    return found, [*by_class, row(f"all, {panel}", found), asked]


if __name__ == "__main__":
    for panel in sys.argv[1:]:
        print(*rows(panel)[1], sep="\n")
