"""The diagnosis against the fault model: a sample here, every single fault and 10,000 good boards in the soak."""

import gzip
import json
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexlume_hw import ORDERABLE
from hexlume_hw.faults.predictions import table
from tests.hardware.faults.study import Study, list_rows, row, shorts_rows, summed
from tests.hardware.written import cached

pytestmark = pytest.mark.integration

STUDIED = ("hex4", "hex5", "square9")
"""The panels whose faults were all examined."""
PAGE = (Path(__file__).parents[3] / "docs/hardware/faults.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def study() -> Study:
    return Study("hex4")


def sample(study: Study, of_each: int) -> list[int]:
    """Return the numbers of some faults of each class."""
    by_class: defaultdict[str, list[int]] = defaultdict(list)
    for number, fault in enumerate(study.faults):
        by_class[fault.kind].append(number)
    assert len(by_class) == 11
    return [number for numbers in by_class.values() for number in Random(1).sample(numbers, of_each)]


@pytest.mark.sample(1)
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("panel", ORDERABLE)
def test_the_table_of_faults_is_that_of_the_netlist(panel: str) -> None:
    """Each fault once; if it fails, run ``python -m hexlume_hw.faults.predictions``."""
    shipped = files("hexlume_host.device").joinpath("fault_tables", f"{panel}.json.gz").read_bytes()
    computed = cached(f"{panel}-faults", lambda folder: json.dumps(table(panel)))
    assert by_name(json.loads(gzip.decompress(shipped))) == by_name(json.loads(computed))


def test_a_sample_of_all_faults_is_found_and_named(study: Study) -> None:
    """Two of each class, the same ones each time."""
    counts = study.counts(study.faults[number] for number in sample(study, 2))
    total = summed(counts)
    assert total.found == total.faults - total.silent, [count.missed for count in counts.values()]
    assert total.named >= 0.8 * (total.faults - total.silent), [count.missed for count in counts.values()]


def test_millivolts_name_a_sample_of_the_shorts_of_a_supply(study: Study) -> None:
    """Without a look at the board, and nothing taken off."""
    count = summed(study.counts(Random(1).sample(study.shorts, 10)))
    assert count.measured == 0 and count.traced == count.faults == 10, count.missed


def test_boards_without_a_fault_are_said_to_be_well(study: Study) -> None:
    assert study.false_alarms(40) == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("panel", STUDIED)
def test_every_single_fault_is_named_as_often_as_the_page_says(panel: str) -> None:
    """If this fails, look at what changed, then at ``python -m tests.hardware.faults.study``."""
    study = Study(panel)
    counts = study.counts(study.faults)
    total = summed(counts)
    assert row(f"all, {panel}", total) in PAGE
    if panel == "hex4":
        lines = [*(row(*entry) for entry in counts.items()), *list_rows(total), *shorts_rows(panel)]
        assert [line for line in lines if line not in PAGE] == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_thousand_boards_without_a_fault_give_no_false_alarm(study: Study) -> None:
    assert study.false_alarms(10_000) == 0


def by_name(table: dict[str, Any]) -> dict[str, list[Any]]:
    """Return what is found under each fault."""
    return {
        f"{fault['where']}: {fault['what']}": [
            fault.get("drops"),
            *((table["found"][place], leads) for place, leads in fault["found"]),
        ]
        for fault in table["faults"]
    }
