"""The study of a panel's boards with a single fault, or none.

A sample here; in the soak run every single fault, as docs/hardware/faults.md has it, and 10,000 good boards.
"""

import gzip
import json
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from hexlume_hw import ORDERABLE
from hexlume_hw.faults.predictions import table
from hexlume_hw.faults.single_faults import Fault
from tests.hardware.faults.study import MOST_QUESTIONS, Study, is_named, rows
from tests.hardware.written import cached

pytestmark = pytest.mark.integration

STUDIED = ("hex4", "hex5", "square9")
"""The panels whose faults were all examined."""
PAGE = (Path(__file__).parents[3] / "docs/hardware/faults.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def study() -> Study:
    return Study("hex4")


@pytest.mark.sample(1)
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("panel", ORDERABLE)
def test_the_table_of_faults_is_that_of_the_netlist(panel: str) -> None:
    """Each fault once; if it fails, run ``python -m hexlume_hw.faults.predictions``."""
    shipped = files("hexlume_plugins.lab").joinpath("fault_tables", f"{panel}.json.gz").read_bytes()
    computed = cached(f"{panel}-faults", lambda folder: json.dumps(table(panel)))
    assert by_name(json.loads(gzip.decompress(shipped))) == by_name(json.loads(computed))


def test_a_sample_of_all_faults_is_found_and_named(study: Study) -> None:
    """Two of each class, the same ones each time."""
    by_class: defaultdict[str, list[Fault]] = defaultdict(list)
    for fault in study.faults:
        by_class[fault.kind].append(fault)
    assert len(by_class) == 13
    counts = study.counts(fault for faults in by_class.values() for fault in Random(1).sample(faults, 2))
    assert counts["all"]["found"] == counts["all"]["effect"], counts
    assert counts["all"]["named"] >= 0.8 * counts["all"]["effect"] and max(study.questions) <= MOST_QUESTIONS, counts


def test_millivolts_name_a_sample_of_the_shorts_of_a_supply(study: Study) -> None:
    """Without a look at the board, and nothing taken off."""
    for fault in Random(1).sample(study.shorts, 10):
        diagnosis, _ = study.examined(fault, crc32(fault.name.encode()))
        assert is_named(fault, diagnosis.traced) and not is_named(fault, diagnosis.measured), fault.name


def test_boards_without_a_fault_are_said_to_be_well(study: Study) -> None:
    assert study.false_alarms(40) == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("panel", STUDIED)
def test_every_single_fault_is_named_as_often_as_the_page_says(panel: str) -> None:
    """If this fails on hex4, look at what changed, then put the rows into the page."""
    found, shown = rows(panel)
    assert found["named"] >= 0.98 * found["effect"]
    assert panel != "hex4" or [row for row in shown if row not in PAGE] == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_thousand_boards_without_a_fault_give_no_false_alarm(study: Study) -> None:
    assert study.false_alarms(10_000) == []


def by_name(table: dict[str, Any]) -> dict[str, list[Any]]:
    """Return what is found under each fault."""
    return {
        f"{fault['where']}: {fault['what']}": [
            fault.get("drops"),
            *((table["found"][place], leads) for place, leads in fault["found"]),
        ]
        for fault in table["faults"]
    }
