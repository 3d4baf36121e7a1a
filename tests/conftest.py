"""What tests of several folders share: a real browser, and hypothesis without deadlines."""

import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# A busy machine is no failure: time is measured in benchmarks.
settings.register_profile("hexlume", deadline=None)
settings.load_profile("hexlume")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


TOGETHER = {
    "written": "package",
    "hex4": "solids",
    "condensed_rules": "condensing",
    "orochi_problems": "problems",
    "small_orochi": "problems",
    "sibling_problems": "problems",
    "orcoon_problems": "problems",
    "droched_problems": "problems",
}
"""Fixtures that take long to make: the tests that use one run in one process (make test's ``--dist loadgroup``)."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        groups = {TOGETHER[name] for name in getattr(item, "fixturenames", ()) if name in TOGETHER}
        for group in groups:
            item.add_marker(pytest.mark.xdist_group(group))


# Not for the whole run: while it lasts, Playwright's event loop keeps asyncio.run from being used in this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = next((found for found in map(shutil.which, BROWSERS) if found), None)
    if program is None:
        pytest.fail("these tests need Chromium: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()
