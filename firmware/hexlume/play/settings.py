"""The board's settings, from settings.toml on its drive."""

from .. import games
from ..const import const
from ..games import catalogue, game_clock
from ..games.grid import number
from ..sensing import panel
from ..sensing.layout import Layout

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable


class Settings:
    """What to play when the board is switched on: the panel, a game and a ``time_control``'s text.

    The game is named by its ``rules``, its ``size`` and the words of its ``options`` that differ from their defaults.

    ``learns`` is whether a board that has no calibration begins by learning one (hexlume.menu.calibration_wizard).
    ``complaint`` says what could not be used, or is ``None``.
    """

    def __init__(self, getenv: "Callable[[str], str | None]") -> None:
        """Read the settings with ``os.getenv``; what is missing or wrong falls back to hex4 and to
        the first game that fits the panel."""
        self.complaint: str | None = None
        try:
            self.panel = getenv("HEXLUME_PANEL") or "hex4"
            self.grid = panel.panel_grid(self.panel)
        except ValueError as error:
            self.complaint = str(error)
            self.panel = "hex4"
            self.grid = panel.panel_grid(self.panel)
        rules = getenv("HEXLUME_GAME") or catalogue.usual_game(self.grid)
        size = number(getenv("HEXLUME_SIZE") or "0")
        try:
            self._take_game(rules, size, getenv("HEXLUME_OPTIONS") or "")
        except ValueError as error:
            self.complaint = str(error)
            self._take_game(catalogue.usual_game(self.grid), 0, "")
        self.learns = getenv("HEXLUME_LEARN") == "first start"
        try:
            self.time_control = game_clock.checked(getenv("HEXLUME_CLOCK") or game_clock.NONE)
        except ValueError as error:
            self.complaint = str(error)
            self.time_control = game_clock.NONE

    def _take_game(self, rules: str, size: int, options: str) -> None:
        """Take a game (size 0: the usual one on the panel); raises ``ValueError`` if it cannot be played there."""
        if not size and rules in catalogue.GAMES:
            size = catalogue.usual_size(self.grid, rules)
            if not size:
                raise ValueError("%s can't be played on a %s panel" % (rules, self.grid.board))
        game = games.start(rules, size, games.words_to_options(options))
        Layout(self.grid, game.grid)
        self.rules = game.NAME
        self.size = game.size
        self.options = games.option_words(game, game.options)
