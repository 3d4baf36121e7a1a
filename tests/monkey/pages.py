"""A person at the pages of the site: real Chromium, whatever can be pressed, in any order."""

import json
import re
from collections.abc import Callable
from random import Random
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Response
from playwright.sync_api import Error as BrowserError

from tests.monkey.stock import HOSTILE

Action = list[str]
"""A verb and what it needs to be done."""
PAGES = ("", "library", "players", "statistics", "analysis", "editor", "netplay", "sign-in")
ODD = (
    "?wall",
    "library?q=%00",
    "library?game=chess&older=x",
    "library?player=ann&since=2026-13-45",
    "games/1?ply=3",
    "games/4?ply=99999",
    "games/6?ply=-1",
    "games/999999",
    "games/%3Cb%3E",
    "boards/none",
    "boards/elsewhere?wall",
    "players/Ann",
    "players/Nobody",
    f"players/{quote(HOSTILE)}",
    "statistics?turns=9",
    "statistics?rules=orochi&board=hex3",
    "analysis?game=4&ply=12",
    "analysis?game=x",
    "editor#{}",
    "netplay#nothing",
    "nowhere",
)
TEXTS = ("Ann", "", "ben", "99999999999", "-1", "3", HOSTILE, "2026-05-01", "é☃\U0001f600", "x" * 3000, "Wd4 Bd5", "{}")
KEYS = (
    *("Tab", "Shift+Tab", "Enter", "Space", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home"),
    *("End", "PageUp", "PageDown", "Delete", "Backspace", "p", "n", "f", "m", "?", "1", "+", "-"),
)
VERBS = {"click": 40, "key": 25, "go": 8, "type": 8, "back": 3, "reload": 2}

REACHABLE = "a[href], button, input:not([type=file]), textarea, summary, [tabindex], [role=treeitem], [data-cell]"
FIELDS = "input:not([type=file]), textarea"
FIND = """(wanted) => {
  const path = (element) => {
    if (element.id && document.querySelectorAll(`[id="${element.id}"]`).length === 1) return `[id="${element.id}"]`;
    if (!element.parentElement) return element.tagName.toLowerCase();
    const at = [...element.parentElement.children].indexOf(element) + 1;
    return `${path(element.parentElement)} > :nth-child(${at})`;
  };
  return [...document.querySelectorAll(wanted)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled"))
    .map(path);
}"""
MIDDLE = """(selector) => {
  const element = document.querySelector(selector);
  if (!element) return null;
  element.scrollIntoView({ block: "center", inline: "center" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return width && height ? [x + width / 2, y + height / 2] : null;
}"""
SHOWN = "() => document.body?.innerText ?? ''"
NONSENSE = re.compile(r"\bundefined\b|\bNaN\b|\[object |\bInfinity\b")
"""What no page shows: a value that its script did not have."""
ODD_VALUES = "does not conform to the required format"
"""What Chromium says of an address that asks for what no field can show; the server refuses it in a sentence."""
REFUSALS = (400, 404, 409, 413)
"""How the API refuses what a person may well ask for."""


class Pages:
    """Walks over the site at ``address`` in one tab of a browser, and notes every complaint."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.complaints: list[str] = []
        self._address = address
        self.context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.context.on("page", self._opened)
        self.page = self.context.new_page()
        self.page.goto(address)

    def walk(self, seed: int, count: int, look: Callable[[], list[str]]) -> None:
        """Do a number of random actions; fails at the first complaint, also of ``look``, with all that was done."""
        choice, done = Random(seed), []
        for _ in range(count):
            action = self._choose(choice)
            done.append(json.dumps(action))
            self.do(action)
            self.complaints += look()
            assert not self.complaints, "\n".join([f"Seed {seed}:", *self.complaints, *done])

    def _choose(self, choice: Random) -> Action:
        verb = choice.choices(list(VERBS), list(VERBS.values()))[0]
        reachable = self._reachable(FIELDS if verb == "type" else REACHABLE)
        match verb:
            case "go":
                return ["go", choice.choice((*PAGES, *PAGES, *ODD))]
            case "click" if reachable:
                return ["click", choice.choice(reachable)]
            case "type" if reachable:
                return ["type", choice.choice(reachable), choice.choice(TEXTS)]
            case "back" | "reload":
                return [verb]
        return ["key", choice.choice(KEYS)]

    def do(self, action: Action) -> None:
        """Do something and look at the page."""
        try:
            getattr(self, f"_{action[0]}")(*action[1:])
            self.page.wait_for_timeout(60)
            # A page's scripts have run then: nobody is so quick as to press a button before.
            self.page.wait_for_load_state("domcontentloaded")
            for page in self.context.pages:
                if page is not self.page:
                    page.close()
            shown = self.page.evaluate(SHOWN)
        except BrowserError as error:
            # A page that is left while it is asked something has nothing to tell; a browser that is stuck has.
            if not any(word in error.message for word in ("context was destroyed", "navigat")):
                self.complaints.append(f"the browser says: {error.message[:500]} ({self.page.url})")
            return
        nonsense = NONSENSE.search(shown)
        if nonsense:
            around = shown[max(0, nonsense.start() - 60) : nonsense.end() + 60]
            self.complaints.append(f"{self.page.url} shows {around!r}")

    def _reachable(self, wanted: str) -> list[str]:
        try:
            return list(self.page.evaluate(FIND, wanted)) if self.page.url.startswith(self._address) else []
        except BrowserError:
            # It is just being left; there is nothing to press on it.
            return []

    def _click(self, selector: str) -> None:
        middle = self.page.evaluate(MIDDLE, selector)
        if middle:
            self.page.mouse.click(*middle)

    def _key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def _type(self, selector: str, text: str) -> None:
        self._click(selector)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def _go(self, path: str) -> None:
        self.page.goto(self._address + path, wait_until="domcontentloaded")

    def _back(self) -> None:
        self.page.go_back(wait_until="domcontentloaded")

    def _reload(self) -> None:
        self.page.reload(wait_until="domcontentloaded")

    def _opened(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error} {error.stack}"))
        page.on("crash", lambda: self.complaints.append(f"{page.url} crashed"))
        page.on("response", self._answered)
        page.on("dialog", lambda dialog: dialog.accept())

    def _said(self, message: ConsoleMessage) -> None:
        # What was answered is judged where the answer is: the console has no status.
        excused = message.text.startswith("Failed to load resource") or ODD_VALUES in message.text
        if message.type in ("error", "warning") and not excused:
            self.complaints.append(f"{self.page.url}: console: {message.text} {message.location}")

    def _answered(self, response: Response) -> None:
        status, path = response.status, urlsplit(response.url).path
        refused = status in REFUSALS and path.startswith("/api/")
        if status >= 400 and not refused and path != "/nowhere":
            self.complaints.append(f"{self.page.url}: {response.request.method} {response.url} answers {status}")
