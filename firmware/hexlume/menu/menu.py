"""The menu on the board, with no screen: choices are lit cells, made by putting a disc on one.

``Menu`` is pure logic, cells and cues; ``MenuState`` is the app's state while it is open. The game pauses meanwhile
and its discs stay where they are. A choice is made where the table changes: a disc put on a lit cell or, where one
stands, lifted. Afterwards the cell is put back as it was, and stays lit until then. docs/menu.md tells players.
"""

from ..const import const
from ..games import NAMES, catalogue
from ..games.grid import LETTERS, HexGrid
from ..output.lights import FULL, NIGHT
from ..output.sound import ACCEPTED
from ..play.preferences import BRIGHTNESS_NAMES, HINTS, OPPONENTS, SWITCH
from ..sensing.panel import ACT_BUTTON, BACK_BUTTON
from ..table.prompt import MENU_CHOICE, MENU_CHOSEN, MENU_LEVEL, MENU_TOUCHED, NO_CUE
from . import preview
from .preview import BRIGHTNESS, GAME, HINT, IDLE, OPPONENT, OPTION, SIZE, SOUND, TIME_CONTROL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..games.grid import SquareGrid
    from ..journal.flash_log import FlashLog
    from ..output.lights import Lights
    from ..output.sound import Buzzer
    from ..play.preferences import Preferences
    from ..play.session import GameSession
    from ..sensing.sense import Sense

ROWS = ((GAME,), (SIZE, IDLE), (OPTION,), (TIME_CONTROL,), (OPPONENT, SOUND), (HINT,), (BRIGHTNESS,))
"""The settings of each of the menu's rows, from the far side of the panel to the near one."""
SETTING_NAMES = ("game", "size", "options", "clock", "opponent", "sounds", "hints", "brightness", "idle")
"""The word for each setting, by its number."""

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
    """The menu for one panel.

    ``draft`` is what has been chosen so far: its brightness, sounds and idle hold at once, the rest on closing.
    ``version`` changes whenever the cues may have.
    """

    def __init__(self, grid: "HexGrid | SquareGrid", preferences: "Preferences", pieces: bytearray) -> None:
        """Open it over the table as it stands; the preferences change only when it is closed."""
        self._grid = grid
        self._preferences = preferences
        self.draft = preferences.copy()
        self.version = 0
        # For each cell NOTHING, or a setting (bits 4 to 7) and a choice's number, plus 1.
        self._offers = bytearray(grid.cells)
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
        """Return the preferences, now with every choice made."""
        self._preferences.copy_from(self.draft)
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


class MenuState:
    """The menu, open over the table: its choices are shown and, where they can be, heard and seen at once."""

    learns = False

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        preferences: "Preferences",
        memory: "FlashLog",
        lights: "Lights",
        buzzer: "Buzzer",
        running: "GameSession",
        sense: "Sense",
        ms: int,
    ) -> None:
        """Open it; take the panel's grid, the preferences, where they are kept, and the parts that they are about."""
        self.next = ""
        self._preferences = preferences
        self._memory = memory
        self._lights = lights
        self._buzzer = buzzer
        self._running = running
        self._sense = sense
        self._menu = Menu(grid, preferences, sense.pieces)
        self._shown = -1
        running.pause(ms)

    def step(self, moved: bool, ms: int) -> None:
        """Take in what moved, and show and tell what has changed."""
        menu, prompt = self._menu, self._running.prompt
        if moved and menu.take(self._sense.pieces):
            menu.draft.apply(self._lights, self._buzzer, self._running)
            self._buzzer.play(ACCEPTED)
        if menu.version != self._shown:
            self._shown = menu.version
            prompt.draw(menu)
            self._running.report.send_menu(menu.draft.rules)

    def work(self, ms: int) -> None:
        """Keep the status lights up to date."""
        self._running.status()

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
        self._running.report.send_menu("")
        keep = not held and button != BACK_BUTTON
        before = self._preferences.copy()
        chosen = self._menu.close() if keep else self._preferences
        chosen.apply(self._lights, self._buzzer, self._running)
        if keep:
            chosen.keep(self._memory)
            same = chosen.time_control == before.time_control or self._running.begun
            if not same or not chosen.same_game(before):
                self._running.begin(chosen.start(), ms)
        self.next = "calibration" if held and button == BACK_BUTTON else "playing"


def _row_bounds(grid: "HexGrid | SquareGrid") -> list[tuple[int, int]]:
    """Return each row's first cell and length, from the near side to the far one."""
    if not isinstance(grid, HexGrid):
        return [(row * grid.size, grid.size) for row in range(grid.size)]
    starts = [grid.cell(LETTERS[row] + "1") for row in range(2 * grid.size - 1)] + [grid.cells]
    return [(starts[row], starts[row + 1] - starts[row]) for row in range(2 * grid.size - 1)]
