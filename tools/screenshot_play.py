"""Take the pictures of a first game for docs/first-game.md: python tools/screenshot_play.py FOLDER

Plays at the page of `hexlume play` by taps on what glows, as a newcomer does.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize
from screenshot import browsing, middle, running

LAPTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)
_GLOWING = "[data-cell].legal"
_LOOK_MS = 1400
_MOST_TAPS = 200


def tap(page: Page) -> None:
    """Tap the first cell that glows, and the first choice if there are several."""
    page.locator(_GLOWING).first.click(force=True)
    page.wait_for_timeout(400)
    choices = page.locator(".chooser:not([hidden]) .choice")
    if choices.count():
        choices.first.click()
    page.wait_for_timeout(400)


def finish(page: Page) -> None:
    """Tap until the game is over."""
    for _ in range(_MOST_TAPS):
        if page.locator("#over").is_visible():
            return
        if page.locator(_GLOWING).count():
            tap(page)
        page.wait_for_timeout(200)


def main() -> None:
    """Play and take the pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.mouse.move(5, 5)
        page.wait_for_timeout(_LOOK_MS)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=80)

    with (
        tempfile.TemporaryDirectory() as store,
        running("play", "--store", Path(store) / "games.sqlite", "--size", 3, "--engine", "off") as address,
        browsing() as browser,
    ):
        page = browser.new_page(viewport=LAPTOP, color_scheme="light")
        page.goto(address)
        page.locator(_GLOWING).first.wait_for()
        take(page, "first-view")
        page.get_by_role("button", name="Learn it step by step").click()
        page.get_by_role("button", name="Skip").wait_for()
        for _ in range(3):
            page.get_by_role("button", name="Skip").click()
            page.wait_for_timeout(_LOOK_MS)
        take(page, "lesson")
        page.get_by_role("button", name="Leave").click()
        page.locator("#about-game").wait_for()
        table = page.get_by_role("button", name="Show the board")
        table.click()
        page.locator('[data-button="menu"]').click()
        take(page, "menu")
        page.locator('[data-button="back"]').click()
        # The menu's cells glow, too.
        page.get_by_text("White: place").first.wait_for(timeout=60_000)
        page.get_by_role("combobox", name="Opponent").select_option(index=1)
        tap(page)
        page.locator("#text", has_text="Hexlume").wait_for(timeout=60_000)
        page.get_by_text("White: place").first.wait_for(timeout=60_000)
        # A disc beside the small board lies nowhere.
        page.mouse.click(*middle(page, '[data-tray="white"] svg'))
        page.mouse.click(*middle(page, "[data-cell]:not(.legal):not(.has-disc) >> nth=0"))
        take(page, "mistake")
        table.click()
        # The table takes that disc off by itself.
        page.locator("#differs:empty").wait_for(state="attached", timeout=60_000)
        page.wait_for_timeout(_LOOK_MS)
        tap(page)
        page.locator("#text", has_text="Hexlume").wait_for(timeout=60_000)
        page.screenshot(path=folder / "engine.jpg", type="jpeg", quality=80)
        finish(page)
        take(page, "end")
        phone = browser.new_page(viewport=PHONE, color_scheme="dark", has_touch=True)
        phone.goto(address)
        phone.locator("#over").wait_for()
        phone.get_by_role("button", name="Rematch").click()
        phone.get_by_text("Black: place").first.wait_for(timeout=60_000)
        phone.evaluate("scrollTo(0, 0)")
        take(phone, "phone")


if __name__ == "__main__":
    main()
