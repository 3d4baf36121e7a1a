"""A real browser, the number of hypothesis's examples, and what ``make check`` and ``make test`` leave out."""

import asyncio
import gc
import re
import shutil
import signal
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

from tests.in_process import Hexlume

# A busy machine is no failure: time is measured in benchmarks.
settings.register_profile("bounded", deadline=None, max_examples=5)
settings.register_profile("full", deadline=None, max_examples=400)
"""For ``make soak``."""
settings.load_profile("bounded")
expect.set_options(timeout=30_000)

# A shell has what it runs in the background ignore Ctrl-C, and that is inherited by every program a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FEATURES = [
    # The address bar's popup is two pages of its own in every window, which take half of all time.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Chromium takes the last list that it is given: these are of Playwright's own.
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
]
"""What Chromium does without."""
MODULE_MARK = re.compile(r"^pytestmark = \[?pytest\.mark\.(chip|integration|soak)\b", re.MULTILINE)
"""The first mark of all tests of a module."""
ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(FEATURES)}",
]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the modules that ``make check`` and ``make test`` deselect: that takes long."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    marked = MODULE_MARK.search(collection_path.read_text(encoding="utf-8"))
    left_out = marked is not None and f"not {marked[1]}" in config.getoption("markexpr").split(" and ")
    return left_out or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as soak the rows of a test that ``sample`` leaves out."""
    rows: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("soak"):
            rows[item.nodeid.partition("[")[0]].append(item)
    for of_one in rows.values():
        (count,) = of_one[0].get_closest_marker("sample").args  # type: ignore[union-attr]
        for number in set(range(len(of_one))) - sampled(len(of_one), count):
            of_one[number].add_marker("soak")


def sampled(rows: int, count: int) -> set[int]:
    """Return the numbers of the rows that are taken: of two stacked parameters as many values of either as it can."""
    count = min(count, rows)
    apart = rows // count
    return {number * rows // count + min(number, apart - 1) for number in range(count)}


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Look for no garbage while modules and tests are made, which live to the end."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Spare the garbage collector the collected tests: a tenth of all CPU time."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 10, 10)


_loops: list[asyncio.AbstractEventLoop] = []
"""Playwright's event loop, once there is a browser."""


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if program is None:
        pytest.fail("these tests need Chromium: sudo apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        _loops.append(asyncio.get_running_loop())
        yield browser
        browser.close()


@pytest.fixture
def hexlume(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Hexlume:
    return Hexlume(monkeypatch, capfd)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let only tests with a browser see Playwright's event loop: it would keep asyncio.run from the others."""
    _set_loop("browser" in getattr(item, "fixturenames", ()))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Show it to fixtures of a module that have a browser, whichever test is the last."""
    _set_loop(True)


def _set_loop(playwrights: bool) -> None:
    if _loops:
        asyncio._set_running_loop(_loops[0] if playwrights else None)
