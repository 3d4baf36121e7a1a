"""Hands at a twin's buttons and at the menu on its board, as a person's."""

import time

from hexlume.menu import Menu
from hexlume.panel import panel_grid
from hexlume.preferences import Preferences
from hexlume.settings import Settings
from hexlume_sim.client import TwinProcess


def cell_of(panel: str, offer: str) -> str:
    """Return the cell that offers something when the menu is opened on a clear table, such as ``game sibling``."""
    grid = panel_grid(panel)
    menu = Menu(grid, Preferences(Settings({"HEXLUME_PANEL": panel}.get)))
    menu.open(bytearray(grid.cells))
    return next(grid.name(cell) for cell in range(grid.cells) if menu.words(cell) == offer)


def press(twin: TwinProcess, button: str) -> None:
    """Press a button and let it go."""
    twin.send({"do": "press", "button": button})
    time.sleep(0.15)
    twin.send({"do": "release", "button": button})
    time.sleep(0.25)


def choose(twin: TwinProcess, panel: str, offer: str) -> None:
    """Put a disc on a choice of the open menu and take it off again."""
    twin.send({"do": "put", "cell": cell_of(panel, offer), "piece": "white"})
    time.sleep(0.4)
    twin.send({"do": "lift", "cell": cell_of(panel, offer)})
    time.sleep(0.4)
