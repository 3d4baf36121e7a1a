"""From what was found to a fault's name, on a small table made by hand."""

from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from hexlume_plugins.lab.examination import decided
from hexlume_plugins.lab.fault_table import (
    Candidate,
    FaultTable,
    NoTableError,
    fault_table,
    symptoms,
    telling_pair,
    tracing,
)

DEAD = {"disc": {"a1": {}}}
TABLE: dict[str, Any] = {
    "panel": "hex4",
    "found": [DEAD, {"lights": {"a1": "r-b"}}, {"lights": {"a1": "---"}}, {}],
    "faults": [
        {"kind": "missing", "where": "B1", "what": "missing", "found": [[0, {"B1.2": None, "U1.9": 0.0}]]},
        {"kind": "open", "where": "U1 pin 9 (I0)", "what": "no joint", "found": [[0, {"B1.2": 1.7, "U1.9": 0.0}]]},
        {"kind": "LED", "where": "D1", "what": "no green", "found": [[1, {}]]},
        {"kind": "missing", "where": "D1", "what": "missing", "found": [[2, {}]]},
        {"kind": "missing", "where": "CB1", "what": "missing", "found": [[3, {}]]},
    ],
}


KINDS = ("disc", "lights", "rest", "ohms")
ROW = [f"CB{number}" for number in range(1, 8)]
"""Capacitors along a rail, 16 mV at 1 A from one to the next."""


def shorts(of: int = 7) -> list[Candidate]:
    """Return a short at each of a row's capacitors: it drops as far as there, and nothing behind."""
    return [
        Candidate("shorted", ROW[at], "shorted", {}, {ref: 16.0 * min(at, other) for other, ref in enumerate(ROW)})
        for at in range(of)
    ]


@pytest.fixture
def table() -> FaultTable:
    return FaultTable(TABLE)


def names(faults: list[Candidate]) -> list[str]:
    return [fault.name for fault in faults]


@pytest.mark.parametrize(
    ("found", "faults"),
    [
        ({}, []),
        (DEAD, ["B1: missing", "U1 pin 9 (I0): no joint"]),
        ({"lights": {"a1": "rg-"}}, ["D1: no green", "D1: missing"]),
        ({"rest": dict.fromkeys(("a1", "b2", "c3", "d4", "e5"), 0), "ohms": {"+5V GND": 0.1}}, []),
    ],
    ids=["nothing", "two alike", "one symptom differs", "no fault explains it"],
)
def test_what_is_found_leads_to_its_faults(table: FaultTable, found: dict[str, Any], faults: list[str]) -> None:
    assert names(table.candidates(symptoms(found), KINDS)) == faults


def test_what_was_not_looked_for_says_nothing(table: FaultTable) -> None:
    assert table.candidates(symptoms(DEAD), ["lights"]) == []
    assert names(table.candidates(symptoms({"lights": {"a1": "---"}}), ["lights"])) == ["D1: missing"]


def test_measured_short_leaves_only_faults_that_explain_it() -> None:
    """However much else of a fault without the short agrees."""
    rest = dict.fromkeys(("a1", "b2", "c3", "d4", "e5"), 0)
    kinds = [("open", "U17 pin 1 (GND)", {"rest": rest}), ("shorted", "C1", {"ohms": {"+3V3 GND": 0.1}})]
    faults = [
        {"kind": kind, "where": where, "what": "so", "found": [[at, {}]]} for at, (kind, where, _) in enumerate(kinds)
    ]
    table = FaultTable({"panel": "hex4", "found": [found for _, _, found in kinds], "faults": faults})
    found = {"rest": rest, "ohms": {"+3V3 GND": 0.1}}
    assert table.candidates(symptoms(found), ["rest", "ohms"]) == []
    assert names(table.candidates(symptoms({"ohms": found["ohms"]}), ["ohms"])) == ["C1: so"]


@pytest.mark.parametrize(
    ("answers", "felt"),
    [
        ({"a1": 126, "a2": -2}, None),
        ({"a1": 81}, None),
        ({"a1": 2}, ""),
        ({"a1": 50, "a4": 50}, "a1 half, a4 half"),
        ({"a1": 25}, "a1 faint"),
        ({"a1": 200}, "a1 double"),
        ({"a1": -100}, "a1 reversed"),
    ],
)
def test_answers_to_a_disc_in_words(answers: dict[str, int], felt: str | None) -> None:
    assert symptoms({"disc": {"a1": answers}}) == (frozenset() if felt is None else {("disc a1", felt)})


@pytest.mark.parametrize(
    ("percent", "word"), [(100, ""), (92, ""), (110, "strong"), (33, "weak"), (-99, "upside down")]
)
def test_magnets_in_words(percent: int, word: str) -> None:
    assert symptoms({"magnets": {"disc 1": percent}}) == ({("magnets disc 1", word)} if word else frozenset())


def test_voltages_are_wrong_beyond_what_the_guide_says() -> None:
    found = symptoms({"volts": {"+3V3": 3.4, "+5V": 4.4, "DIN": 0.0, "VBUS": 0.0}, "ohms": {"+5V GND": 82.0}})
    assert found == {("volts +5V", "low"), ("volts VBUS", "0 V")}


def test_a_panel_without_a_table_is_one_sentence() -> None:
    with pytest.raises(NoTableError, match="no table of faults for hex9: see hexlume doctor"):
        fault_table("hex9")


def test_a_person_who_errs_now_and_then_is_asked_again_only_for_what_sounds_like_a_fault() -> None:
    random = Random(1)
    yes = Mock(side_effect=lambda: random.random() >= 0.02)
    assert all(decided(yes, True, 2, 4) for _ in range(5000))
    assert yes.call_count < 2.2 * 5000
    assert sum(decided(yes, False, 2, 4) for _ in range(1000)) > 990


@pytest.mark.parametrize("ampere", [0.5, 1.0, 1.7])
@pytest.mark.parametrize("at", range(7))
def test_millivolts_name_a_short_at_any_current(ampere: float, at: int) -> None:
    faults, read = shorts(), {}
    truth = faults[at].drops
    while pair := telling_pair(faults, read):
        read[pair] = round(ampere * abs(truth[pair[0]] - truth[pair[1]]), 1)
        faults = tracing(faults, read)
    assert names(faults) == [f"{ROW[at]}: shorted"] and len(read) <= 4


def test_drops_that_no_short_has_at_one_current_leave_none() -> None:
    assert tracing(shorts(), {("CB1", "CB2"): 16.0, ("CB2", "CB3"): 70.0}) == []
