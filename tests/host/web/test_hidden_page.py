"""A page that nobody sees runs no timer, and what somebody reads is not said anew by one."""

import itertools

import pytest
from browser_pages import cell, label, wait_until
from playwright.sync_api import Page
from site_pages import ScriptedBoard, site_on
from table_session import ID, TableSession

from hexlume_host.store.repository import Store
from hexlume_host.web.live.board_link import BoardLink

pytestmark = pytest.mark.integration

NOTED = """(() => {
  const [start, stop] = [window.setTimeout, window.clearTimeout];
  window.running = new Map();
  window.setTimeout = (act, ms, ...rest) => {
    const timer = start(() => {
      window.running.delete(timer);
      act(...rest);
    }, ms);
    window.running.set(timer, ms);
    return timer;
  };
  window.clearTimeout = (timer) => {
    window.running.delete(timer);
    stop(timer);
  };
  window.setInterval = () => { throw new Error("An interval goes on in a hidden page."); };
  window.see = (seen) => {
    const state = seen ? "visible" : "hidden";
    Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
})()"""
"""Notes the timers that run, and hides the page: a browser without a window has no other tab to show."""


@pytest.mark.parametrize("path", ["", "boards/b1", "boards/b1?wall", f"boards/{ID}"])
def test_no_timer_runs_in_a_hidden_page(store: Store, session: TableSession, laptop: Page, path: str) -> None:
    page = laptop
    ScriptedBoard(store, "b1", watch=BoardLink(session.hub)).act("Wd4")
    session.light({"d4": "00ff00"})
    with site_on(store, session.hub) as url:
        page.add_init_script(f"localStorage.setItem('hexlume-table', 'shown'); {NOTED}")
        page.goto(url + path, wait_until="networkidle")
        page.wait_for_function("() => window.running.size > 0")
        page.evaluate("see(false)")
        page.wait_for_function("() => window.running.size === 0")
        page.wait_for_timeout(1500)
        assert page.evaluate("window.running.size") == 0
        page.evaluate("see(true)")
        page.wait_for_function("() => window.running.size > 0")
        page.close()


def test_the_label_of_the_cell_that_has_the_focus_changes_with_the_game_and_not_with_the_lights(
    session: TableSession, page: Page
) -> None:
    session.light({"d4": "00ff00", "e4": "00ff00"})
    label(page, "d4", "d4, empty, lit green")
    cell(page, "d4").focus()
    page.evaluate(
        """() => { window.said = []; new MutationObserver((changes) => {
          for (const { target } of changes) window.said.push(target.dataset.cell);
        }).observe(document.querySelector(".board-live"), { attributeFilter: ["aria-label"], subtree: true }); }"""
    )
    colours = itertools.cycle(("000000", "00ff00"))

    def blinking() -> bool:
        colour = next(colours)
        session.light({"d4": colour, "e4": colour})
        page.wait_for_timeout(250)
        return "blinking" in str(cell(page, "e4").get_attribute("aria-label"))

    wait_until(page, blinking)
    session.light({})
    label(page, "e4", "e4, empty, dark")
    assert "d4" not in page.evaluate("window.said")
    page.keyboard.press("w")
    label(page, "d4", "d4, white disc, lit green")
    cell(page, "e4").focus()
    label(page, "d4", "d4, white disc, dark")
