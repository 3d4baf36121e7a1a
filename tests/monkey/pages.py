"""A person at the pages of the site: real Chromium, everything that can be reached, in any order."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request, Response
from playwright.sync_api import Error as BrowserError

from tests.monkey.stock import HOSTILE
from tests.monkey.walk import Action, Monkey

DEVICES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
SIZES = ((320, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
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
    "statistics?game=orochi&on=hex3",
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
VERBS = {
    "click": 40,
    "key": 25,
    "go": 8,
    "type": 8,
    "select": 4,
    "drag": 2,
    "back": 3,
    "forward": 2,
    "reload": 2,
    "resize": 3,
    "colours": 1,
    "offline": 2,
    "file": 1,
}
OFFLINE_ACTIONS = 4
"""After so many actions without a network it comes back."""

REACHABLE = "a[href], button, input, select, textarea, summary, [tabindex], [role=treeitem], [data-cell]"
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
OFFLINE_WORDS = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "ERR_NETWORK_IO_SUSPENDED")
REFUSALS = (400, 404, 409, 413)
"""How the API refuses what a person may well ask for."""
SENTENCE = re.compile(r"[A-Z0-9'\"-].{0,300}[.?]", re.DOTALL)


class Pages(Monkey):
    """Walks over the site at ``address`` in one tab of a browser."""

    name = "pages"

    def __init__(self, browser: Browser, address: str, device: str, files: Sequence[Path]) -> None:
        super().__init__()
        self._address, self._files = address, [str(file) for file in files]
        self._touch = device == "phone"
        self.context: BrowserContext = browser.new_context(accept_downloads=True, **DEVICES[device])
        self.context.on("page", self._opened)
        self._tabs: list[Page] = []
        self._actions_offline = 0
        self._is_offline = False
        self._online_since = OFFLINE_ACTIONS
        self._refusals: list[Response] = []
        self._also: Callable[[], list[str]] = list
        self.page = self.context.new_page()
        self.page.goto(address)

    def also(self, look: Callable[[], list[str]]) -> None:
        """Ask for further complaints after everything that is done."""
        self._also = look

    def choose(self, choice: Random) -> Action:
        if self._actions_offline:
            self._actions_offline -= 1
            if not self._actions_offline:
                return ["online"]
        verb = choice.choices(list(VERBS), list(VERBS.values()))[0]
        reachable = self._reachable(REACHABLE)
        if verb == "go" or not reachable:
            return ["go", choice.choice((*PAGES, *PAGES, *ODD))]
        if verb == "click":
            return ["click", choice.choice(reachable)]
        if verb == "drag":
            cells = self._reachable("[data-cell]") or reachable
            return ["drag", choice.choice(cells), choice.choice(cells)]
        if verb == "type":
            fields = self._reachable("input:not([type=file]), textarea")
            return ["type", choice.choice(fields), choice.choice(TEXTS)] if fields else ["key", "Tab"]
        if verb == "select":
            fields = self._reachable("select")
            return ["select", choice.choice(fields), choice.randrange(8)] if fields else ["key", "Enter"]
        if verb == "file":
            fields = self._reachable("input[type=file]")
            return ["file", choice.choice(fields), choice.choice(self._files)] if fields else ["key", "Tab"]
        if verb == "key":
            return ["key", choice.choice(KEYS)]
        if verb == "resize":
            return ["resize", *choice.choice(SIZES)]
        if verb == "colours":
            return ["colours", choice.choice(("light", "dark"))]
        if verb == "offline":
            self._actions_offline = OFFLINE_ACTIONS
        return [verb]

    def do(self, action: Action) -> None:
        self._act(str(action[0]), action[1:])
        self.complaints += self._also()

    def _act(self, verb: str, rest: Action) -> None:
        self._online_since += 1
        try:
            getattr(self, f"_{verb}")(*rest)
            self.page.wait_for_timeout(60)
            # A page's scripts have run then: nobody is so quick as to press a button before.
            self.page.wait_for_load_state("domcontentloaded")
            self._close_other_tabs()
            self._look_at_refusals()
            shown = self.page.evaluate(SHOWN)
        except BrowserError as error:
            # A page that is left while it is asked something has nothing to tell; a browser that is stuck has.
            if not any(word in error.message for word in ("context was destroyed", "navigat", *OFFLINE_WORDS)):
                self.complaints.append(f"the browser says: {error.message[:500]} ({self.page.url})")
            return
        nonsense = NONSENSE.search(shown)
        if nonsense:
            around = shown[max(0, nonsense.start() - 60) : nonsense.end() + 60]
            self.complaints.append(f"{self.page.url} shows {around!r}")

    def finish(self) -> None:
        self._online()
        try:
            self.page.goto(self._address)
        except BrowserError as error:
            # The last press of a link is still under way.
            if "interrupted by another navigation" not in error.message:
                raise
            self.page.wait_for_load_state()
            self.page.goto(self._address)
        self.page.wait_for_function("() => document.body.dataset.connected === 'true'")

    def _reachable(self, wanted: str) -> list[str]:
        if not self._is_ours(self.page.url):
            return []
        try:
            return list(self.page.evaluate(FIND, wanted))
        except BrowserError:
            # It is just being left; there is nothing to press on it.
            return []

    def _click(self, selector: str) -> None:
        middle = self.page.evaluate(MIDDLE, selector)
        if middle and self._touch:
            self.page.touchscreen.tap(*middle)
        elif middle:
            self.page.mouse.click(*middle)

    def _drag(self, start: str, end: str) -> None:
        first, last = (self.page.evaluate(MIDDLE, selector) for selector in (start, end))
        if first and last:
            self.page.mouse.move(*first)
            self.page.mouse.down()
            self.page.mouse.move(*last, steps=3)
            self.page.mouse.up()

    def _key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def _type(self, selector: str, text: str) -> None:
        self._click(selector)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def _select(self, selector: str, number: int) -> None:
        count = self.page.evaluate("(selector) => document.querySelector(selector)?.options?.length ?? 0", selector)
        if count:
            self.page.select_option(selector, index=number % count, force=True)

    def _file(self, selector: str, path: str) -> None:
        self.page.set_input_files(selector, path)

    def _go(self, path: str) -> None:
        self.page.goto(self._address + path, wait_until="domcontentloaded")

    def _back(self) -> None:
        self.page.go_back(wait_until="domcontentloaded")

    def _forward(self) -> None:
        self.page.go_forward(wait_until="domcontentloaded")

    def _reload(self) -> None:
        self.page.reload(wait_until="domcontentloaded")

    def _resize(self, width: int, height: int) -> None:
        # A window that fills the screen has no other size.
        self.page.evaluate("document.fullscreenElement && document.exitFullscreen()")
        self.page.set_viewport_size({"width": width, "height": height})

    def _colours(self, scheme: Any) -> None:
        self.page.emulate_media(color_scheme=scheme)

    def _offline(self) -> None:
        self._is_offline = True
        self.context.set_offline(True)

    def _online(self) -> None:
        self._actions_offline, self._is_offline, self._online_since = 0, False, 0
        self.context.set_offline(False)

    def _is_ours(self, address: str) -> bool:
        return address.startswith(self._address)

    def _opened(self, page: Page) -> None:
        self._tabs.append(page)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error} {error.stack}"))
        page.on("crash", lambda: self.complaints.append(f"{page.url} crashed"))
        page.on("response", self._answered)
        page.on("requestfailed", self._request_failed)
        page.on("dialog", self._asked)

    def _close_other_tabs(self) -> None:
        if self.page.is_closed():
            self.complaints.append("the page closed itself")
        for page in self._tabs:
            if page is not self.page and not page.is_closed():
                page.close()
        self._tabs = [self.page]

    def _asked(self, dialog: Dialog) -> None:
        dialog.accept()

    def _said(self, message: ConsoleMessage) -> None:
        # What was answered or could not be reached is judged where the answer is: the console has no status.
        if message.type not in ("error", "warning") or message.text.startswith("Failed to load resource"):
            return
        if self._excused(message.text) or ODD_VALUES in message.text:
            return
        self.complaints.append(f"{self.page.url}: console: {message.text} {message.location}")

    def _answered(self, response: Response) -> None:
        status, path = response.status, urlsplit(response.url).path
        if status < 400:
            return
        if status in REFUSALS and path.startswith("/api/"):
            self._refusals.append(response)
            return
        if status == 404 and response.request.is_navigation_request() and path == "/nowhere":
            return
        self.complaints.append(f"{self.page.url}: {response.request.method} {response.url} answers {status}")

    def _request_failed(self, request: Request) -> None:
        why = request.failure or ""
        # Aborted is what a page no longer wants, because it is left or asks for something else.
        if "ERR_ABORTED" in why or self._excused(why):
            return
        self.complaints.append(f"{self.page.url}: {request.method} {request.url}: {why}")

    def _excused(self, text: str) -> bool:
        """Return whether that only says that the network is off, or was a moment ago."""
        if self._is_offline or self._online_since < OFFLINE_ACTIONS:
            return "net::ERR_" in text or "WebSocket" in text or "Failed to fetch" in text
        return any(word in text for word in OFFLINE_WORDS)

    def _look_at_refusals(self) -> None:
        """Garbage is refused in one sentence, and nothing else is refused."""
        refusals, self._refusals = self._refusals, []
        for response in refusals:
            try:
                told = response.json().get("error", "")
            except (BrowserError, ValueError):
                # The page has been left, and the browser has forgotten it.
                continue
            if not SENTENCE.fullmatch(told):
                self.complaints.append(f"{response.url} answers {response.status} and says {told!r}")
