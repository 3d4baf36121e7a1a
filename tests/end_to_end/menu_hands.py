"""Hands at a twin's buttons and at the menu on its board, as a person's, by the board's clock."""

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
    twin.send({"do": "wait", "ms": 150})
    twin.send({"do": "release", "button": button})
    twin.send({"do": "wait", "ms": 250})


def choose(twin: TwinProcess, panel: str, offer: str) -> None:
    """Put a disc on a choice of the open menu and take it off again."""
    twin.send({"do": "put", "cell": cell_of(panel, offer), "piece": "white"})
    twin.send({"do": "wait", "ms": 400})
    twin.send({"do": "lift", "cell": cell_of(panel, offer)})
    twin.send({"do": "wait", "ms": 400})
