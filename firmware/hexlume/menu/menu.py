"""The menu on the board, with no screen: choices are lit cells, made by putting a disc on one.

Pure logic: cells and cues, no hardware. While the menu is open the game pauses and its discs stay where
they are. A choice is made where the table changes: a disc put on a lit cell or, where one stands, lifted.
Afterwards the cell is put back as it was, and stays lit until then. docs/menu.md tells players.
"""

from ..constant import const
from ..games import NAMES, catalogue
from ..games.grid import LETTERS, HexGrid
from ..output.lights import FULL, NIGHT
from ..play.preferences import BRIGHTNESS_NAMES, HINTS, OPPONENTS, SWITCH
from ..table.prompt import MENU_CHOICE, MENU_CHOSEN, MENU_LEVEL, MENU_TOUCHED, NO_CUE
from . import preview
from .preview import BRIGHTNESS, GAME, HINT, IDLE, OPPONENT, OPTION, SIZE, SOUND, TIME_CONTROL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.grid import SquareGrid
    from ..play.preferences import Preferences

ROWS = ((GAME,), (SIZE, IDLE), (OPTION,), (TIME_CONTROL,), (OPPONENT, SOUND), (HINT,), (BRIGHTNESS,))
"""The settings of each of the menu's rows, from the far side of the panel to the near one."""
SETTING_NAMES = ("game", "size", "options", "clock", "opponent", "sounds", "hints", "brightness", "idle")
"""The word for each setting, by its number."""

_TIME_CONTROLS = (
    "none",
    "fischer 180+2",
    "fischer 300+5",
    "fischer 900+10",
    "fischer 1800+30",
    "delay 600+5",
    "byoyomi 600+3x30",
)
"""The time controls on offer."""

_SPREAD_ROWS = const(13)
"""A panel with so many rows has a dark one between the menu's."""
NOTHING = const(0)


class Menu:
    """The menu for one panel.

    ``draft`` is what has been chosen so far: its brightness, sounds and idle hold at once, the rest on closing.
    ``version`` changes whenever the cues may have.
    """

    def __init__(self, grid: "HexGrid | SquareGrid", preferences: "Preferences") -> None:
        """Take the panel's grid and the preferences, which change only when the menu is closed."""
        self._grid = grid
        self._preferences = preferences
        self.draft = preferences.copy()
        self.is_open = False
        self.version = 0
        # For each cell NOTHING, or a setting (bits 4 to 7) and a choice's number, plus 1.
        self._offers = bytearray(grid.cells)
        self._stood = bytearray(grid.cells)
        self._touched = bytearray(grid.cells)
        self._shown = NOTHING
        self._shown_cell = 0

    def open(self, pieces: bytearray) -> None:
        """Open it over the table as it stands."""
        self.draft.copy_from(self._preferences)
        self.is_open = True
        self._shown = NOTHING
        for cell in range(self._grid.cells):
            self._stood[cell] = pieces[cell]
            self._touched[cell] = 0
        self._lay_out()

    def take(self, pieces: bytearray) -> bool:
        """Take in a change of the pieces at rest; return whether it made a choice."""
        made = False
        for cell in range(self._grid.cells):
            touched = pieces[cell] != self._stood[cell]
            if touched == bool(self._touched[cell]):
                continue
            self._touched[cell] = touched
            self.version += 1
            offer = self._offer(cell)
            if touched and offer:
                setting = offer - 1 >> 4
                self._choose(setting, offer - 1 & 15)
                if setting not in preview.WITHOUT:
                    self._shown, self._shown_cell = offer, cell
                made = True
        if self._shown and not self._touched[self._shown_cell]:
            self._shown = NOTHING
            self._lay_out()
        return made

    def cues(self, cues: bytearray) -> bool:
        """Write the cue of every panel cell; those of the status LEDs behind them stay. Any may have changed."""
        if self._shown:
            preview.draw(cues, self._grid, self.draft, self._shown - 1 >> 4, self._shown_cell)
        else:
            for cell in range(self._grid.cells):
                cues[cell] = NO_CUE
        for cell in range(self._grid.cells):
            offer = self._offer(cell)
            if self._touched[cell]:
                cues[cell] = MENU_TOUCHED
            elif offer:
                cues[cell] = self._choice_cue(offer - 1 >> 4, offer - 1 & 15)
        return True

    def words(self, cell: int) -> str:
        """Return what a cell offers in words, such as ``size 5``, for a host's page; empty if nothing."""
        offer = self._offer(cell)
        if offer == NOTHING:
            return ""
        setting = offer - 1 >> 4
        return "%s %s" % (SETTING_NAMES[setting], self.choices(setting)[offer - 1 & 15] or "usual")

    def choices(self, setting: int) -> list[str]:
        """Return the choices of a setting that can be made on this panel now, in their order."""
        draft = self.draft
        if setting == GAME:
            return [name for name in NAMES if catalogue.sizes(self._grid, name)]
        if setting == SIZE:
            return [str(size) for size in catalogue.sizes(self._grid, draft.rules)]
        if setting == OPTION:
            return list(catalogue.options(draft.rules))
        if setting == TIME_CONTROL:
            return list(_TIME_CONTROLS)
        if setting == OPPONENT:
            return list(OPPONENTS)
        if setting == HINT:
            return list(HINTS)
        return list(BRIGHTNESS_NAMES if setting == BRIGHTNESS else SWITCH)

    def close(self) -> "Preferences":
        """Close it and return the preferences, now with every choice made."""
        self._preferences.copy_from(self.draft)
        return self.cancel()

    def cancel(self) -> "Preferences":
        """Close it and return the preferences as they were when it was opened."""
        self.is_open = False
        self.version += 1
        return self._preferences

    def _offer(self, cell: int) -> int:
        """Return what a cell offers now; while a preview is shown, nothing."""
        return NOTHING if self._shown else self._offers[cell]

    def _choose(self, setting: int, number: int) -> None:
        """Make a choice. A game comes with its usual size and options, the one that is played with its own."""
        draft, kept = self.draft, self._preferences
        choice = self.choices(setting)[number]
        if setting == GAME and choice != draft.rules:
            draft.rules, draft.size, draft.options = choice, catalogue.usual_size(self._grid, choice), ""
            if choice == kept.rules:
                draft.size, draft.options = kept.size, kept.options
        elif setting == SIZE:
            draft.size = int(choice)
        elif setting == OPTION:
            draft.options = choice
        elif setting == TIME_CONTROL:
            draft.time_control = choice
        elif setting == OPPONENT:
            draft.opponent = number
        elif setting == SOUND:
            draft.sounds = number
        elif setting == HINT:
            draft.hints = number
        elif setting == BRIGHTNESS:
            draft.brightness = number
        elif setting == IDLE:
            draft.idle = number

    def _chosen(self, setting: int) -> int:
        """Return the number of the present choice of a setting, -1 if it is none of those on offer."""
        draft = self.draft
        if setting >= OPPONENT:
            return (draft.opponent, draft.sounds, draft.hints, draft.brightness, draft.idle)[setting - OPPONENT]
        present = (draft.rules, str(draft.size), draft.options, draft.time_control)[setting]
        choices = self.choices(setting)
        return choices.index(present) if present in choices else -1

    def _choice_cue(self, setting: int, number: int) -> int:
        if number == self._chosen(setting):
            return MENU_CHOSEN
        if setting == IDLE:
            # Off stays bright, on goes down.
            return MENU_LEVEL + (FULL, NIGHT)[number]
        return MENU_LEVEL + number if setting == BRIGHTNESS else MENU_CHOICE

    def _lay_out(self) -> None:
        """Give every choice its cell: each of ``ROWS`` in the middle of its row, a dark cell between two settings.

        A setting with a single choice has no cells. Where a row is too short, the dark cell goes first.
        """
        for cell in range(self._grid.cells):
            self._offers[cell] = NOTHING
        rows = _row_bounds(self._grid)
        step = 2 if len(rows) >= _SPREAD_ROWS else 1
        top = len(rows) // 2 + step * (len(ROWS) // 2)
        for place in range(len(ROWS)):
            start, length = rows[top - step * place]
            offers: list[int] = []
            for setting in ROWS[place]:
                count = len(self.choices(setting))
                if count > 1:
                    if offers:
                        offers.append(NOTHING)
                    offers += [(setting << 4 | number) + 1 for number in range(count)]
            if len(offers) > length:
                offers = [offer for offer in offers if offer]
            # A row too short for all of a game's options leaves out the last ones.
            offers = offers[:length]
            first = start + (length - len(offers)) // 2
            for at in range(len(offers)):
                self._offers[first + at] = offers[at]
        self.version += 1


def _row_bounds(grid: "HexGrid | SquareGrid") -> list[tuple[int, int]]:
    """Return each row's first cell and length, from the near side to the far one."""
    if not isinstance(grid, HexGrid):
        return [(row * grid.size, grid.size) for row in range(grid.size)]
    starts = [grid.cell(LETTERS[row] + "1") for row in range(2 * grid.size - 1)] + [grid.cells]
    return [(starts[row], starts[row + 1] - starts[row]) for row in range(2 * grid.size - 1)]
