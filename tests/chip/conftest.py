"""Fixtures of the chip tests, which need CircuitPython.

Without it, ``make test`` says in one line which tests were skipped.
"""

import pytest

from hexlume_sim.chip_emulator import circuitpython

_missing: list[str] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave these tests out of ``make test`` where CircuitPython was not downloaded."""
    try:
        circuitpython.find()
    except circuitpython.ImageRefused:
        here = [item for item in items if "tests/chip/" in item.path.as_posix()]
        if here and config.getoption("markexpr") == "not soak and not chip":
            items[:] = [item for item in items if item not in here]
            config.hook.pytest_deselected(items=here)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was left out."""
    try:
        circuitpython.find()
    except circuitpython.ImageRefused as refused:
        terminalreporter.write_line(f"Not run: the firmware on real CircuitPython (tests/chip). {refused}")
