"""A board's open menu in words: its rows, with a short label for each cell."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from hexlume import games
from hexlume.games.pieces import COLOURS, other
from hexlume.hardware.panel import STARTER, panel_grid
from hexlume.match.game_clock import BYOYOMI, DELAY, FISCHER, TimeControl
from hexlume.play.preferences import ENGINE_FIRST, ENGINE_SECOND, OPPONENTS, Preferences
from hexlume.states.menu import ROWS, Menu
from hexlume_record.words.text import clock_words, game_title, option_label, time_words

SETTING_NAMES = {
    "rules": "game",
    "size": "size",
    "options": "options",
    "time_control": "clock",
    "opponent": "opponent",
    "sounds": "sounds",
    "hints": "hints",
    "brightness": "brightness",
    "idle": "idle",
    "level": "level",
}
"""The word for each of the menu's settings."""

TEXT = "Menu: put a disc on a lit cell to choose it, then take it off again"
LEAVING = "Press Act to keep the choices, Back to leave without them."

_ENGINE_SEATS = (OPPONENTS[ENGINE_SECOND], OPPONENTS[ENGINE_FIRST])
_ANY_PANEL = "hex5"


@lru_cache(maxsize=64)
def menu_rows(panel: str, rules: str) -> Sequence[Mapping[str, Any]]:
    """Return the menu's rows in order: each a ``heading`` and ``choices``, each a ``cell`` and its ``words``.

    ``rules`` is the game whose choices it offers (docs/menu.md). Empty where there is no such game or no such menu: a
    board's reports may be wrong.
    """
    menu = _menu(panel, rules)
    if menu is None:
        return ()
    grid = panel_grid(panel)
    rows: dict[str, list[dict[str, str]]] = {setting: [] for row in ROWS for setting in row}
    for cell in range(grid.cells):
        if offer := menu.offer(cell):
            setting, number = offer
            choice = str(menu.choices(setting)[number] or "usual")
            rows[setting].append({"cell": grid.name(cell), "words": _words(rules, SETTING_NAMES[setting], choice)})
    return [
        {"heading": SETTING_NAMES[setting].capitalize(), "choices": choices}
        for setting, choices in rows.items()
        if choices
    ]


def time_controls() -> dict[str, str]:
    """Return the time controls that boards offer on their menus, each with its words."""
    menu = _menu(_ANY_PANEL, games.NAMES[0])
    return {} if menu is None else {str(text): clock_words(str(text)) for text in menu.choices("time_control")}


def _menu(panel: str, rules: str) -> Menu | None:
    if rules not in games.NAMES or panel == STARTER:
        return None
    grid = panel_grid(panel)
    return Menu(grid, Preferences({"HEXLUME_PANEL": panel, "HEXLUME_GAME": rules}.get), bytearray(grid.cells))


def _words(rules: str, setting: str, choice: str) -> str:
    if setting == "game":
        return game_title(choice)
    if setting == "clock":
        return _clock(choice)
    if setting == "options":
        labels: Mapping[str, str] = getattr(games.part(rules, "texts"), "MENU", {})
        if choice in labels:
            return labels[choice]
        name, _equals, value = choice.partition("=")
        return option_label(name, {"on": True, "off": False}.get(value, value))
    if setting == "brightness":
        return f"{choice} light"
    if setting in ("opponent", "level") or choice in ("coach", "learn"):
        return _opponent(rules, choice)
    if setting in ("sounds", "idle"):
        # One cell for all choices, and the board alone knows which is next.
        return setting
    return f"{setting} {choice}"


def _opponent(rules: str, choice: str) -> str:
    """Return an opponent, or any other choice that is a word."""
    if choice not in _ENGINE_SEATS:
        return choice
    first = games.game_class(rules).FIRST
    colour = first if choice == OPPONENTS[ENGINE_FIRST] else other(first)
    return f"Hexlume {COLOURS[colour]}"


def _clock(text: str) -> str:
    """Return a time control in words: ``3:00 + 2 s``, ``10:00, 5 s free``, ``10:00, 3 x 30 s``."""
    control = TimeControl(text)
    base, step = time_words(control.base_ms), control.step_ms // 1000
    if control.kind == FISCHER:
        return f"{base} + {step} s"
    if control.kind == DELAY:
        return f"{base}, {step} s free"
    if control.kind == BYOYOMI:
        return f"{base}, {control.periods} x {step} s"
    return "no clock"
