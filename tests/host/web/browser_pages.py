"""Opening the page in a browser, and a person's moves on it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page
from site_pages import site_on
from table_session import ID, TableSession

from hexlume_host.store.repository import Store

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


class Complaints(list[str]):
    """What the browser complained about on its console: policy violations, errors, warnings."""

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.append(str(error)))


@contextmanager
def serving_table(session: TableSession, store: Store, port: int = 0) -> Iterator[str]:
    """Serve the site of a simulated board; yields the address of its page."""
    with site_on(store, session.hub, port=port) as address:
        yield f"{address}boards/{ID}"


def open_page(browser: Browser, url: str, complaints: Complaints, *, plain: bool = False, **context: object) -> Page:
    """Open a simulated board's page, with the wooden board shown or the plain game."""
    page = browser.new_context(**context).new_page()  # type: ignore[arg-type]
    if not plain:
        page.add_init_script("localStorage.setItem('hexlume-table', 'shown')")
    complaints.watch(page)
    page.goto(url)
    page.wait_for_selector('[data-cell="d4"]', state="attached")
    page.wait_for_function("() => document.body.dataset.connected === 'true'")
    page.wait_for_selector(".playing" if plain else ".playing [data-tray]")
    return page


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tray(page: Page, piece: str) -> Locator:
    return page.locator(f'[data-tray="{piece}"] svg')


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def label(page: Page, name: str, start: str) -> None:
    """Wait until a cell's label begins so."""
    page.wait_for_function(
        "([name, start]) =>"
        " document.querySelector(`[data-cell='${name}']`).getAttribute('aria-label').startsWith(start)",
        arg=[name, start],
    )


def standing(session: TableSession, page: Page, discs: dict[str, str]) -> None:
    session.discs = dict(discs)
    session.show_table(discs)
    for name, piece in discs.items():
        label(page, name, f"{name}, {piece}")


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for what the page does to this process, while the browser goes on; fails when it does not come."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "what was waited for did not come"
        page.wait_for_timeout(10)


def until(page: Page, session: TableSession, gestures: list[dict[str, str]]) -> None:
    """Wait until the board was given exactly these gestures."""
    wait_until(page, lambda: len(session.gestures) >= len(gestures))
    assert session.gestures == gestures


def touch_drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    devtools = page.context.new_cdp_session(page)
    steps = [(start[0] + (end[0] - start[0]) * k / 8, start[1] + (end[1] - start[1]) * k / 8) for k in range(9)]
    for kind, (x, y) in [("touchStart", start), *[("touchMove", step) for step in steps]]:
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
