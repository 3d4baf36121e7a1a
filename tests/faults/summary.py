"""Adds up what the fault tests counted, in this process and in pytest-xdist's workers, and prints one table of it.

A test hands its counts over as a user property of its report: ``("faults", {kind: {"runs": 3, ...}})``.
"""

import pytest

from tests.faults.counts import Counts, table

PROPERTY = "faults"

_counted: dict[str, Counts] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when != "teardown":
        return
    for name, value in report.user_properties:
        if name == PROPERTY and isinstance(value, dict):
            for kind, counts in value.items():
                _counted.setdefault(kind, Counts()).add(Counts(**counts))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _counted:
        terminalreporter.section("faults: what became of the events that the board had shown as accepted")
        for line in table(_counted):
            terminalreporter.write_line(line)
        _counted.clear()
