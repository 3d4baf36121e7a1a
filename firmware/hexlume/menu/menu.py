"""The menu on the board, with no screen: choices are lit cells, made by putting a disc on one.

``Menu`` is pure logic, cells and cues; ``MenuState`` is the app's state while it is open. The game pauses meanwhile
and its discs stay where they are. A choice is made where the table changes: a disc put on a lit cell or, where one
stands, lifted. Afterwards the cell is put back as it was, and stays lit until then. docs/menu.md is for players.
"""

from .. import games
from ..const import const
from ..games import NAMES, catalogue
from ..games.grid import HexGrid
from ..output.lights import DIM, FULL, NIGHT
from ..output.sound import ACCEPTED
from ..play.commands import carry_out
from ..play.preferences import BRIGHTNESS_NAMES, CHOICES, HINTS, LEARN, LEVELS, OPPONENTS, SOUNDS, SWITCH
from ..sensing.panel import ACT_BUTTON, BACK_BUTTON
from ..table.prompt import MENU_CHOICE, MENU_CHOSEN, MENU_LEVEL, MENU_TOUCHED, NO_CUE
from . import preview
from .preview import BRIGHTNESS, GAME, HINT, IDLE, LEVEL, OPPONENT, OPTION, SIZE, SOUND, TIME_CONTROL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..games.grid import SquareGrid
    from ..play.playing import Board
    from ..play.preferences import Preferences

ROWS = ((GAME,), (SIZE, IDLE, SOUND), (OPTION,), (TIME_CONTROL,), (OPPONENT, LEVEL), (HINT,), (BRIGHTNESS,))
"""The settings of each of the menu's rows, from the far side of the panel to the near one."""
_ONE_CELL = (IDLE, SOUND)
"""The settings with one cell, which offers the next choice; its brightness shows the present one."""
_SHOWN = ((NIGHT, DIM, FULL), (FULL, NIGHT))
"""The brightness of that cell by the choice, for ``SOUND`` and for ``IDLE``: off stays bright, on goes down."""

_TIME_CONTROLS = const(
    (
        "none",
        "fischer 180+2",
        "fischer 300+5",
        "fischer 900+10",
        "fischer 1800+30",
        "delay 600+5",
        "byoyomi 600+3x30",
    )
)
"""The time controls on offer."""

_SPREAD_ROWS = const(13)
"""Rows from which a panel has a dark one between the menu's."""
NOTHING = const(0)


class Menu:
    """The menu for one panel: every choice changes the preferences at once.

    ``before`` is what they (``Preferences.choices``) were when it was opened.
    """

    def __init__(self, grid: "HexGrid | SquareGrid", preferences: "Preferences", pieces: bytearray) -> None:
        """Open it over the table as it stands."""
        self._grid = grid
        self._preferences = preferences
        self.before = preferences.choices()
        self._stood = bytearray(pieces)
        self._touched = bytearray(grid.cells)
        self._shown = NOTHING
        self._shown_cell = 0
        self._lay_out()

    def take(self, pieces: bytearray) -> bool:
        """Take in a change of the pieces at rest; return whether it made a choice."""
        made = False
        for cell in range(self._grid.cells):
            touched = pieces[cell] != self._stood[cell]
            if touched == bool(self._touched[cell]):
                continue
            self._touched[cell] = touched
            offer = self.offer(cell)
            if touched and offer:
                setting = offer - 1 >> 4
                self._preferences.choose(CHOICES[setting], self._value(setting, offer - 1 & 15), self.before)
                if setting not in preview.WITHOUT:
                    self._shown, self._shown_cell = offer, cell
                elif setting in _ONE_CELL:
                    self._lay_out()
                made = True
        if self._shown and not self._touched[self._shown_cell]:
            self._shown = NOTHING
            self._lay_out()
        return made

    def cues(self, cues: bytearray) -> bool:
        """Write the cue of every panel cell; those of the status LEDs behind them stay. Any may have changed."""
        if self._shown:
            preview.draw(cues, self._grid, self._preferences, self._shown - 1 >> 4, self._shown_cell)
        for cell in range(self._grid.cells):
            offer = self.offer(cell)
            if self._touched[cell]:
                cues[cell] = MENU_TOUCHED
            elif not self._shown:
                cues[cell] = self._choice_cue(offer - 1 >> 4, offer - 1 & 15) if offer else NO_CUE
        return True

    def choices(self, setting: int) -> "list[Any]":
        """Return the choices of a setting that can be made on this panel now, in their order."""
        rules = self._preferences.rules
        if setting == GAME:
            return self._games()
        if setting == SIZE:
            return catalogue.sizes(self._grid, rules)
        if setting == OPTION:
            return list(catalogue.options(rules))
        choices = (_TIME_CONTROLS, OPPONENTS, SOUNDS, HINTS, BRIGHTNESS_NAMES, SWITCH, LEVELS)[setting - TIME_CONTROL]
        if setting == HINT and catalogue.course(rules) is not None:
            return list(choices) + ["learn"]
        return list(choices)

    def _games(self) -> list[str]:
        """Return the games on offer. Of more than the row has cells, those from the chosen one's page on.

        The last cell then offers the first game of the next page.
        """
        names = [name for name in NAMES if catalogue.sizes(self._grid, name)]
        _, width = _row(self._grid, 0)
        if len(names) > width and self._preferences.rules in names:
            at = names.index(self._preferences.rules)
            at -= at % (width - 1)
            names = (names[at:] + names[:at])[:width]
        return names

    def offer(self, cell: int) -> int:
        """Return what a cell offers now, as in ``_offers``; while a preview is shown, nothing."""
        return NOTHING if self._shown else self._offers[cell]

    def _value(self, setting: int, number: int) -> "Any":
        """Return what a setting's choice is in the preferences."""
        return number if setting >= OPPONENT else self.choices(setting)[number]

    def _choice_cue(self, setting: int, number: int) -> int:
        present = getattr(self._preferences, CHOICES[setting])
        if setting in _ONE_CELL:
            return MENU_LEVEL + _SHOWN[int(setting == IDLE)][present]
        if self._value(setting, number) == present:
            return MENU_CHOSEN
        return MENU_LEVEL + number if setting == BRIGHTNESS else MENU_CHOICE

    def _lay_out(self) -> None:
        """Give every choice its cell: ``_offers`` has ``NOTHING``, or a setting (bits 4 to 7) and a number, plus 1.

        Each of ``ROWS`` in the middle of its row, a dark cell between two settings.

        A setting with a single choice has no cells. Where a row is too short, the dark cells go first, from the last.
        """
        self._offers = bytearray(self._grid.cells)
        for place in range(len(ROWS)):
            start, length = _row(self._grid, place)
            offers: list[int] = []
            for setting in ROWS[place]:
                count = len(self.choices(setting))
                if count > 1:
                    numbers = range(count)
                    if setting in _ONE_CELL:
                        after = (getattr(self._preferences, CHOICES[setting]) + 1) % count
                        numbers = range(after, after + 1)
                    if offers:
                        offers.append(NOTHING)
                    offers += [(setting << 4 | number) + 1 for number in numbers]
            for at in range(len(offers) - 1, 0, -1):
                if len(offers) > length and offers[at] == NOTHING:
                    del offers[at]
            # A row too short for all of a game's options leaves out the last ones.
            offers = offers[:length]
            first = start + (length - len(offers)) // 2
            for at in range(len(offers)):
                self._offers[first + at] = offers[at]


class MenuState:
    """The menu, open over the table: its choices are shown and, where they can be, heard and seen at once."""

    learns = False

    def __init__(self, board: "Board", ms: int) -> None:
        """Open it."""
        self.next = ""
        self._board = board
        self._menu = Menu(board.grid, board.preferences, board.sense.pieces)
        board.session.pause(ms)
        self._show()

    def step(self, moved: bool, ms: int) -> None:
        """Take in what moved."""
        if moved:
            if self._menu.take(self._board.sense.pieces):
                self._board.buzzer.play(ACCEPTED)
            self._show()

    def _show(self) -> None:
        """Show the choices, and report whose they are."""
        session = self._board.session
        session.prompt.draw(self._menu)
        session.report.send_menu(self._board.preferences.rules)

    def work(self, ms: int) -> None:
        """Keep the status lights up to date."""
        self._board.session.status()

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Return the sentence why a host's command is not carried out."""
        return "the board's menu is open: close it first"

    def holds(self, button: int) -> bool:
        """Return whether holding a button means something else than pressing it."""
        return button != ACT_BUTTON

    def press(self, button: int, held: bool, ms: int) -> None:
        """Close the menu: with its choices for a short press of menu or act, without for any other.

        Back, when it is held, calibrates the board.
        """
        board, before = self._board, self._menu.before
        chosen, session = board.preferences, board.session
        session.report.send_menu("")
        if held or button == BACK_BUTTON:
            chosen.restore(before)
        else:
            try:
                game = chosen.start()
            except games.OptionError as error:
                # A stranger's game that does not start: what was played goes on.
                print(error)
                chosen.restore(before)
                game = session.game
            learns = chosen.hints == LEARN
            if learns:
                chosen.hints = before[HINT]
            chosen.keep(board.memory)
            self.next = "playing"
            if learns and carry_out(session, {"do": "lesson", "rules": chosen.rules}, ms) is None:
                return
            # A time control that is chosen later is the next game's.
            settled = OPTION + 1 if session.game.codes else TIME_CONTROL + 1
            if chosen.choices()[:settled] != before[:settled]:
                session.begin(game, ms)
        self.next = "calibration" if held and button == BACK_BUTTON else "playing"


def _row(grid: "HexGrid | SquareGrid", place: int) -> tuple[int, int]:
    """Return the first cell and the length of the panel's row on which one of ``ROWS`` lies."""
    rows = 2 * grid.size - 1 if isinstance(grid, HexGrid) else grid.size
    row = rows // 2 + (2 if rows >= _SPREAD_ROWS else 1) * (len(ROWS) // 2 - place)
    if not isinstance(grid, HexGrid):
        return row * grid.size, grid.size
    return grid.row_start[row], grid.row_start[row + 1] - grid.row_start[row]
