"""Labels of the cells of a board's open menu, short enough to stand on them."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from hexlume import games
from hexlume.games import catalogue
from hexlume.games.game_clock import BYOYOMI, DELAY, FISCHER, TimeControl
from hexlume.menu.menu import Menu
from hexlume.play.preferences import Preferences
from hexlume.play.settings import Settings
from hexlume.sensing.panel import STARTER, panel_grid

from ..game.text import game_title, time_words

SETTING_NAMES = ("game", "size", "options", "clock", "opponent", "sounds", "hints", "brightness", "idle", "level")
"""The word for each of the menu's settings, by its number."""

TEXT = "Menu: put a disc on a lit cell to choose it, then take it off again"
LEAVING = "Press Act to keep the choices, Back to leave without them."


@cache
def menu_words(panel: str, rules: str) -> Mapping[str, str]:
    """Return what the menu's cells offer by panel cell, such as ``size 5`` or ``engine second`` (docs/menu.md).

    ``rules`` is the game whose choices it offers. Empty where there is no such game or no such menu: a board's reports
    may be wrong.
    """
    if rules not in games.NAMES or panel == STARTER:
        return {}
    grid = panel_grid(panel)
    menu = Menu(grid, Preferences(Settings({"HEXLUME_PANEL": panel, "HEXLUME_GAME": rules}.get)), bytearray(grid.cells))
    offers = {grid.name(cell): offer_words(menu, cell) for cell in range(grid.cells)}
    return MappingProxyType({cell: _short(rules, *offer.split(" ", 1)) for cell, offer in offers.items() if offer})


def games_left_out(panel: str) -> list[str]:
    """Return the games that the menu does not offer, because no board of theirs fits the panel."""
    grid = panel_grid(panel)
    return [rules for rules in games.NAMES if not catalogue.sizes(grid, rules)]


def offer_words(menu: Menu, cell: int) -> str:
    """Return what a cell of an open menu offers in words, such as ``size 5``; empty if nothing."""
    offer = menu.offer(cell) - 1
    if offer < 0:
        return ""
    return f"{SETTING_NAMES[offer >> 4]} {menu.choices(offer >> 4)[offer & 15] or 'usual'}"


def _short(rules: str, setting: str, choice: str) -> str:
    if setting == "game":
        return game_title(choice)
    if setting == "clock":
        return _clock(choice)
    if setting == "options":
        labels: Mapping[str, str] = getattr(games.part(rules, "texts"), "MENU", {})
        return labels.get(choice, choice.replace("=", " "))
    if setting == "brightness":
        return f"{choice} light"
    if setting in ("opponent", "level") or choice in ("coach", "learn"):
        return choice
    if setting in ("sounds", "idle"):
        # One cell for all choices, and the board alone knows which is next.
        return setting
    return f"{setting} {choice}"


def _clock(text: str) -> str:
    """Return a time control in words: ``3:00 + 2 s``, ``10:00, 5 s free``, ``10:00, 3 x 30 s``."""
    control = TimeControl(text)
    base, step = time_words(control.base_ms), control.step_ms // 1000
    if control.kind == FISCHER:
        return f"{base} + {step} s"
    if control.kind == DELAY:
        return f"{base}, {step} s free"
    return f"{base}, {control.periods} x {step} s" if control.kind == BYOYOMI else "no clock"
