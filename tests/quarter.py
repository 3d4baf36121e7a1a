"""A quarter of the tests within a time limit, a pytest plugin: the options ``--quarter`` and ``--stop-after``.

The limit fails no test. What it kept from running, or cut off, is skipped, and the summary counts it. Every worker of
pytest-xdist has the same quarter in the same order, and the same moments at which it stops.
"""

import signal
import threading
import time
from collections.abc import Generator
from zlib import crc32

import pytest

QUARTERS = 4
LAST_SHARE = 0.75
"""The share of the time in which tests begin. Most that run then end by themselves in the rest."""
PROPERTY = "time limit"
NOT_BEGUN = "not begun"
CUT_OFF = "cut off"
Wrapped = Generator[None, pytest.TestReport, pytest.TestReport]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("quarter")
    group.addoption(
        "--quarter", type=int, metavar="N", help="run the Nth quarter of the tests, counted round and round"
    )
    group.addoption(
        "--stop-after", type=float, metavar="SECONDS", help="begin no test in the last quarter of this time, then stop"
    )
    group.addoption(
        "--started-at", type=float, help="for the workers: when the whole run began, on the monotonic clock"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.option.started_at is None:
        # A worker gets the options of the process that started it.
        config.option.started_at = time.monotonic()
    if config.option.stop_after is not None:
        config.pluginmanager.register(TimeLimit(config.option.started_at, config.option.stop_after))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave a quarter of the tests, and begin with other modules the next time that this quarter has its turn."""
    number = config.option.quarter
    if number is None:
        return
    chosen = [item for item in items if in_quarter(item.nodeid, number)]
    config.hook.pytest_deselected(items=[item for item in items if not in_quarter(item.nodeid, number)])
    items[:] = sorted(chosen, key=lambda item: crc32(f"{number} {item.nodeid.partition('::')[0]}".encode()))


def in_quarter(nodeid: str, number: int) -> bool:
    """Return whether a test is in a quarter."""
    return crc32(nodeid.encode()) % QUARTERS == number % QUARTERS


class TimeLimit:
    """Skips the tests that are left when the time is over, and interrupts those that still run then."""

    def __init__(self, started_at: float, seconds: float) -> None:
        self._last_begin = started_at + LAST_SHARE * seconds
        self._seconds = seconds
        self._interruptible: pytest.Item | None = None
        self._reached: dict[str, str] = {}
        signal.signal(signal.SIGUSR1, self._interrupt)
        alarm = threading.Timer(started_at + seconds - time.monotonic(), self._time_is_over)
        alarm.daemon = True
        alarm.start()

    def _time_is_over(self) -> None:
        main = threading.main_thread().ident
        assert main is not None
        # A signal, since it ends the main thread's system calls, too.
        signal.pthread_kill(main, signal.SIGUSR1)

    def _interrupt(self, *_: object) -> None:
        item = self._interruptible
        if item is not None:
            item.user_properties.append((PROPERTY, CUT_OFF))
            pytest.skip(CUT_OFF)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if time.monotonic() >= self._last_begin:
            item.user_properties.append((PROPERTY, NOT_BEGUN))
            pytest.skip(NOT_BEGUN)
        # An exception within Playwright's event loop would stop it, and the browser could not be closed.
        self._interruptible = None if "chromium" in getattr(item, "fixturenames", ()) else item

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        self._interruptible = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Wrapped:
        """Do not fail a test that was cut off, by what it left undone either."""
        report = yield
        if report.failed and (PROPERTY, CUT_OFF) in item.user_properties:
            report.outcome, report.longrepr = "passed", None
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        stopped = [str(value) for name, value in report.user_properties if name == PROPERTY]
        self._reached[report.nodeid] = stopped[0] if stopped else ""

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        ends = list(self._reached.values())
        cut = sorted(nodeid for nodeid, how in self._reached.items() if how == CUT_OFF)
        number = config.option.quarter
        which = "tests" if number is None else f"tests of quarter {number % QUARTERS + 1} of {QUARTERS}"
        terminalreporter.section("time limit")
        terminalreporter.write_line(
            f"{ends.count('')} of {len(ends)} {which} ran in {self._seconds:.0f} s; {ends.count(NOT_BEGUN)} were not "
            f"begun, {len(cut)} were cut off and not judged" + "".join(f"\n  {nodeid}" for nodeid in cut)
        )
