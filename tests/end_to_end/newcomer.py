"""A newcomer at a game's page: knows no game, taps what glows, presses the most prominent button, errs at times."""

import random
import time

from playwright.sync_api import Locator, Page

MISTAKES = 0.08
"""The share of actions before which the newcomer taps a cell where nothing glows."""
LOOK_MS = 60
HAND_MS = 120
"""A hand is no quicker."""
PATIENCE_S = 60
"""Seconds without anything to do before the page has left the newcomer alone."""

_TAP = """(found, share) => {
  const element = found[Math.floor(share * found.length)];
  if (!element) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = { clientX: left + width / 2, clientY: top + height / 2 };
  const pointer = { pointerId: 1, pointerType: "mouse", button: 0, bubbles: true, ...middle };
  for (const kind of ["pointerdown", "pointerup"]) element.dispatchEvent(new PointerEvent(kind, pointer));
  element.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, ...middle }));
  return true;
}"""
"""Finds and taps in one step: on a busy computer the page may change between two."""


class LeftAloneError(AssertionError):
    """The page showed nothing to do, or refused something that was no mistake."""


class Newcomer:
    """Plays on a page until the most prominent button is there, by accessible names and visible marks alone.

    ``mistakes`` counts the wrong taps so far, ``refusals`` are the sentences with which the page answered them.
    """

    def __init__(self, page: Page, seed: int, mistakes: float = MISTAKES) -> None:
        self._page = page
        self._choice = random.Random(seed)
        self._share = mistakes
        self._erred = False
        self.mistakes = 0
        self.refusals: list[str] = []

    def play(self, actions: int = 10_000) -> None:
        """Play until the page offers what comes after the end, or the game has a number of ``actions``."""
        acted_s = time.monotonic()
        shown = self._page.locator("body")
        while not self.is_done() and int(shown.get_attribute("data-shown") or 0) < actions:
            if self.act():
                acted_s = time.monotonic()
            elif time.monotonic() - acted_s > PATIENCE_S:
                raise LeftAloneError(f"nothing to do, and the page says: {self._page.locator('#text').inner_text()}")
            self._page.wait_for_timeout(LOOK_MS)

    def is_done(self) -> bool:
        """Return whether the page offers what comes after the end."""
        return bool(self._prominent().count())

    def press_most_prominent(self) -> None:
        """Press the most prominent button, if it is still there: a wrong try may win a game for a moment."""
        self._tap(self._prominent())

    def act(self) -> bool:
        """Do what the page shows; return whether there was anything to do."""
        self._read()
        question = self._page.get_by_role("dialog").locator(".main").locator("visible=true")
        if question.count():
            return self._tap(question)
        choices = self._page.get_by_role("group", name="What to do on").get_by_role("button")
        if choices.count():
            return self._tap(choices)
        if not self._erred and self._choice.random() < self._share and self._err():
            return True
        glowing = self._page.locator("[data-cell].legal")
        if glowing.count():
            return self._tap(glowing)
        asks = self._page.get_by_text("The first try counts for a star.").count()
        refused = (
            self._erred
            and self._page.locator("#lesson:visible").count()
            and self._page.locator("#text.refused").count()
        )
        if asks or refused:
            # A step that asks shows nothing: what a newcomer tries may be wrong, or be refused and no try at all.
            self._erred = True
            return self._tap(self._page.locator("[data-cell]"))
        words = self._page.get_by_role("group", name="Actions without a place").get_by_role("button")
        return bool(words.count()) and self._tap(words)

    def _tap(self, found: Locator) -> bool:
        """Tap one of several things, if there is one at the moment of the tap."""
        if not found.evaluate_all(_TAP, self._choice.random()):
            return False
        self._page.wait_for_timeout(HAND_MS)
        return True

    def _err(self) -> bool:
        """Tap an empty cell that does not glow, if something may be played and there is one."""
        dark = self._page.locator("[data-cell]:not(.legal):not(.has-disc)")
        picked = self._page.locator("[data-cell].lifted")
        if picked.count() or not self._page.locator("[data-cell].legal").count() or not dark.count():
            return False
        self.mistakes += 1
        self._erred = self._tap(dark)
        return True

    def _read(self) -> None:
        """Read the sentence: what is refused must have been earned by a mistake, and says why."""
        refused = self._page.locator("#text.refused")
        if not refused.count():
            self._erred = False
            return
        sentence = refused.first.inner_text()
        if not self._erred:
            raise LeftAloneError(f"refused without a mistake: {sentence}")
        if sentence not in self.refusals:
            self.refusals.append(sentence)

    def _prominent(self) -> Locator:
        return self._page.locator("main .main").locator("visible=true")
