"""A board's open menu in words: a short label for each cell, and a legend of its rows."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from hexlume import games
from hexlume.games import catalogue
from hexlume.games.grid import HexGrid
from hexlume.games.pieces import COLOURS, other
from hexlume.hardware.panel import STARTER, panel_grid
from hexlume.match.game_clock import BYOYOMI, DELAY, FISCHER, TimeControl
from hexlume.play.preferences import ENGINE_FIRST, ENGINE_SECOND, OPPONENTS, Preferences
from hexlume.states.menu import ROWS, Menu
from hexlume.table import layout
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
def menu_words(panel: str, rules: str) -> Mapping[str, str]:
    """Return what the menu's cells offer by panel cell, such as ``size 5`` or ``Hexlume black`` (docs/menu.md).

    ``rules`` is the game whose choices it offers. Empty where there is no such game or no such menu: a board's reports
    may be wrong.
    """
    menu = _menu(panel, rules)
    if menu is None:
        return {}
    words = {}
    for cell, setting, choice in _offers(menu, panel):
        words[cell] = _short(rules, SETTING_NAMES[setting], choice)
    return MappingProxyType(words)


@lru_cache(maxsize=64)
def menu_legend(panel: str, rules: str) -> Mapping[str, Any]:
    """Return the menu's rows in order: ``rows`` of a ``heading`` and ``choices`` (``cell``, ``words``).

    ``missing`` are sentences about what the panel has no room for. Empty where ``menu_words`` is.
    """
    menu = _menu(panel, rules)
    if menu is None:
        return {}
    rows: dict[str, list[dict[str, str]]] = {setting: [] for row in ROWS for setting in row}
    for cell, setting, choice in _offers(menu, panel):
        rows[setting].append({"cell": cell, "words": _in_row(rules, SETTING_NAMES[setting], choice)})
    return {
        "rows": [
            {"heading": SETTING_NAMES[setting].capitalize(), "choices": choices}
            for setting, choices in rows.items()
            if choices
        ],
        "missing": [*_games_left_out(panel), *_choices_left_out(menu, rows)],
    }


def time_controls() -> dict[str, str]:
    """Return the time controls that boards offer on their menus, each with its words."""
    menu = _menu(_ANY_PANEL, games.NAMES[0])
    return {} if menu is None else {str(text): clock_words(str(text)) for text in menu.choices("time_control")}


def _menu(panel: str, rules: str) -> Menu | None:
    if rules not in games.NAMES or panel == STARTER:
        return None
    grid = panel_grid(panel)
    return Menu(grid, Preferences({"HEXLUME_PANEL": panel, "HEXLUME_GAME": rules}.get), bytearray(grid.cells))


def _offers(menu: Menu, panel: str) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each cell that offers something, its setting and the choice."""
    grid = panel_grid(panel)
    for cell in range(grid.cells):
        if offer := menu.offer(cell):
            setting, number = offer
            yield grid.name(cell), setting, str(menu.choices(setting)[number] or "usual")


def _games_left_out(panel: str) -> list[str]:
    """Return sentences about the games of which no board fits the panel."""
    grid = panel_grid(panel)
    larger, hexagonal = list[str](), list[str]()
    for name in games.NAMES:
        if not layout.sizes(grid, name):
            # Only games on squares fit a square panel; every game fits a hexagonal one that is large enough.
            fits = isinstance(grid, HexGrid) or catalogue.GAMES[name][0] == "square"
            (larger if fits else hexagonal).append(game_title(name))
    sentences = [f"{', '.join(larger)}: only on a larger panel." if larger else ""]
    sentences += [f"{', '.join(hexagonal)}: only on a hexagonal panel." if hexagonal else ""]
    return list(filter(None, sentences))


def _choices_left_out(menu: Menu, rows: Mapping[str, Sequence[object]]) -> list[str]:
    """Return sentences about the settings whose row is too short for all choices."""
    sentences = []
    for setting, shown in rows.items():
        count = len(menu.choices(setting))
        if 1 < len(shown) < count:
            sentences.append(
                f"{SETTING_NAMES[setting].capitalize()}: this panel has room for {len(shown)} of {count} choices."
            )
    return sentences


def _in_row(rules: str, setting: str, choice: str) -> str:
    """Return a choice in words that stand behind its setting's."""
    if setting in ("game", "clock", "options"):
        return _short(rules, setting, choice)
    if setting in ("sounds", "idle"):
        return "change"
    return "for a lifted disc" if choice == "lift" else _opponent(rules, choice, "Hexlume plays")


def _short(rules: str, setting: str, choice: str) -> str:
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
        return _opponent(rules, choice, "Hexlume")
    if setting in ("sounds", "idle"):
        # One cell for all choices, and the board alone knows which is next.
        return setting
    return f"{setting} {choice}"


def _opponent(rules: str, choice: str, seat: str) -> str:
    """Return an opponent, or any other choice that is a word; ``seat`` stands before the colour of an engine's seat."""
    if choice not in _ENGINE_SEATS:
        return choice
    first = games.game_class(rules).FIRST
    colour = first if choice == OPPONENTS[ENGINE_FIRST] else other(first)
    return f"{seat} {COLOURS[colour]}"


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
