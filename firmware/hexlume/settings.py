"""The board's settings, from settings.toml on its drive."""

try:
    from typing import Callable
except ImportError:
    pass

from . import games, panel, timing
from .grid import HexGrid, SquareGrid, number
from .layout import Layout


class Settings:
    """What to play when the board is switched on: the panel, a ``game`` at its start and a ``time_control``'s text.

    ``learns`` is whether a board that has no calibration begins by learning one (hexlume.learning).
    ``complaint`` says what could not be used, or is ``None``.
    """

    def __init__(self, getenv: "Callable[[str], str | None]") -> None:
        """Read the settings with ``os.getenv``; what is missing or wrong falls back to hex4 and to
        Orochi, or Orcoon on a square panel."""
        self.complaint: str | None = None
        try:
            self.panel = getenv("HEXLUME_PANEL") or "hex4"
            self.grid = panel.panel_grid(self.panel)
        except ValueError as error:
            self.complaint = str(error)
            self.panel = "hex4"
            self.grid = panel.panel_grid(self.panel)
        rules = getenv("HEXLUME_GAME") or "orochi"
        size = number(getenv("HEXLUME_SIZE") or "0")
        options: dict[str, bool | int | str] = {}
        for word in (getenv("HEXLUME_OPTIONS") or "").split():
            option, _, value = word.partition("=")
            options[option] = value
        try:
            self.game = games.start(rules, size or fitting_size(rules, self.grid), options)
            Layout(self.grid, self.game.grid)
        except ValueError as error:
            self.complaint = str(error)
            rules = "orochi" if isinstance(self.grid, HexGrid) else "orcoon"
            self.game = games.start(rules, fitting_size(rules, self.grid))
        self.learns = getenv("HEXLUME_LEARN") == "first start"
        try:
            self.time_control = timing.TimeControl(getenv("HEXLUME_CLOCK") or timing.NONE).text
        except ValueError as error:
            self.complaint = str(error)
            self.time_control = timing.NONE


def fitting_size(rules: str, grid: HexGrid | SquareGrid) -> int:
    """Return a game's default size, or the largest below it that fits the panel.

    Raises ``ValueError`` when none does.
    """
    chosen = games.game_class(rules)
    for size in range(chosen.DEFAULT_SIZE, chosen.MIN_SIZE - 1, -1):
        try:
            Layout(grid, chosen.GRID(size))
        except ValueError:
            continue
        return size
    raise ValueError("%s can't be played on a %s panel" % (rules, grid.board))
