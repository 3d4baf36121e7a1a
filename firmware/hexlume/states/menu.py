"""The menu on the board, with no screen: choices are lit cells, made by putting a disc on one.

``Menu`` is pure logic, cells and cues; ``MenuState`` is the app's state while it is open. The game pauses meanwhile
and its discs stay where they are. A choice is made where the table changes: a disc put on a lit cell or, where one
stands, lifted. The table shows a preview of it. Afterwards the cell is put back as it was, and stays lit until then.
docs/menu.md is for players.
"""

from .. import games
from ..const import const
from ..games import NAMES, catalogue
from ..games.grid import NO_CELL
from ..hardware import panel, sound
from ..journal import incidents
from ..match.game_clock import TimeControl
from ..output import led_cues, lights
from ..play import preferences
from ..play.state import State
from ..table import layout
from .calibration_wizard import CalibrationState

if False:  # for type checkers only
    from typing import Any

    from ..games.grid import HexGrid, SquareGrid
    from ..play.session import GameSession

ROWS = (
    ("rules",),
    ("size", "idle", "sounds"),
    ("options",),
    ("time_control",),
    ("opponent", "level"),
    ("hints",),
    ("brightness",),
)
"""The settings (``Preferences``) of each of the menu's rows, from the far side of the panel to the near one."""
_OF_THE_GAME = ("rules", "size", "options")
"""The settings that only a new game can have."""
_SHOWN: "dict[str, tuple[int, ...]]" = {
    "sounds": (lights.NIGHT, lights.DIM, lights.FULL),
    "idle": (lights.FULL, lights.NIGHT),
}
"""The settings with a single cell, which offers the next choice. Each has the cell's brightness for each choice."""

_TIME_CONTROLS = const("none|fischer 180+2|fischer 300+5|fischer 900+10|fischer 1800+30|delay 600+5|byoyomi 600+3x30")
"""The time controls on offer: one text takes less memory than seven."""

_MARKS = (led_cues.MUST_REPLACE, led_cues.WHITE_TURN, led_cues.BLACK_TURN)
"""The cue of each mark of a game's preview: ``EMPTY`` stands for a piece that the rules ask about."""
_CENTRES = {preferences.COACH: led_cues.DECIDER, preferences.LEARN: led_cues.LEGAL}
"""What the preview of hints shows in the middle: the coach's advice; that a lesson asks for one thing at a time."""
_SPREAD_ROWS = const(13)
"""A panel of at least this many rows has a dark row between two of the menu's."""


class Menu:
    """The menu for one panel: every choice changes the preferences at once.

    ``before`` is what they were, by setting, when it was opened.
    """

    def __init__(self, grid: "HexGrid | SquareGrid", preferences: "preferences.Preferences", pieces: bytearray) -> None:
        """Open it over the table as it stands."""
        self._grid = grid
        self._preferences = preferences
        self.before: "dict[str, Any]" = {name: getattr(preferences, name) for row in ROWS for name in row}
        self._stood = bytearray(pieces)
        self._touched = bytearray(grid.cells)
        self._shown = NO_CELL
        self._lay_out()

    def update(self, pieces: bytearray) -> bool:
        """React to a change of the pieces at rest; return whether it made a choice."""
        made = False
        for cell in range(self._grid.cells):
            touched = pieces[cell] != self._stood[cell]
            offer = self.offer(cell)
            if offer is not None and touched and not self._touched[cell]:
                setting = offer[0]
                self._preferences.choose(setting, self._value(setting, offer[1]), self.before)
                if setting != "brightness" and setting not in _SHOWN:
                    # The others are seen or heard at once.
                    self._shown = cell
                made = True
            self._touched[cell] = touched
        if self._shown == NO_CELL or not self._touched[self._shown]:
            self._shown = NO_CELL
            self._lay_out()
        return made

    def compose(self, cues: bytearray) -> None:
        """Write the cue of every panel cell. Status LEDs keep theirs."""
        cells = range(self._grid.cells)
        for cell in cells:
            cues[cell] = led_cues.NO_CUE
        if self._shown != NO_CELL:
            _preview(cues, self._grid, self._preferences, self._offers[self._shown][0], self._shown)
        else:
            for cell in self._offers:
                cues[cell] = self._choice_cue(*self._offers[cell])
        for cell in cells:
            if self._touched[cell]:
                cues[cell] = led_cues.MENU_TOUCHED

    def choices(self, setting: str) -> "list[Any]":
        """Return the choices of a setting that can be made on this panel now, in their order."""
        rules = self._preferences.rules
        if setting == "rules":
            return self._games()
        if setting == "size":
            return layout.sizes(self._grid, rules)
        if setting == "options":
            return list(catalogue.options(rules))
        if setting == "time_control":
            return _TIME_CONTROLS.split("|")
        choices = list(preferences.WORDS[setting])
        if setting == "hints" and catalogue.course(rules) is not None:
            choices.append("learn")
        return choices

    def _games(self) -> list[str]:
        """Return the games on offer. Of more than the row has cells, those from the chosen one's page on.

        The last cell then offers the first game of the next page.
        """
        names = [name for name in NAMES if layout.sizes(self._grid, name)]
        _, width = _row(self._grid, 0)
        if len(names) > width and self._preferences.rules in names:
            at = names.index(self._preferences.rules)
            at -= at % (width - 1)
            names = (names[at:] + names[:at])[:width]
        return names

    def offer(self, cell: int) -> "tuple[str, int] | None":
        """Return what a cell offers now, a setting and the number of a choice; while a preview is shown, ``None``."""
        return self._offers.get(cell) if self._shown == NO_CELL else None

    def _value(self, setting: str, number: int) -> "Any":
        """Return what a setting's choice is in the preferences."""
        return number if setting in preferences.WORDS else self.choices(setting)[number]

    def _choice_cue(self, setting: str, number: int) -> int:
        present: int = getattr(self._preferences, setting)
        if setting in _SHOWN:
            return led_cues.MENU_LEVEL + _SHOWN[setting][present]
        if self._value(setting, number) == present:
            return led_cues.MENU_CHOSEN
        return led_cues.MENU_LEVEL + number if setting == "brightness" else led_cues.MENU_CHOICE

    def _offers_of(self, setting: str) -> "list[tuple[str, int]]":
        """Return what the cells of a setting offer; a setting with a single choice has no cells."""
        count = len(self.choices(setting))
        if setting in _SHOWN:
            return [(setting, (getattr(self._preferences, setting) + 1) % count)]
        return [(setting, number) for number in range(count)] if count > 1 else []

    def _lay_out(self) -> None:
        """Give every choice its cell: ``_offers`` has a setting and the number of a choice by cell.

        Each of ``ROWS`` lies in the middle of its row, with a dark cell behind the first setting, if there is room. A
        row too short for all of a game's options leaves out the last ones.
        """
        self._offers: "dict[int, tuple[str, int]]" = {}
        for place in range(len(ROWS)):
            start, length = _row(self._grid, place)
            offers = [offer for setting in ROWS[place] for offer in self._offers_of(setting)][:length]
            gap = 0 < len(offers) < length and offers[0][0] != offers[-1][0]
            cell = start + (length - len(offers) - gap) // 2
            for setting, number in offers:
                if gap and setting != offers[0][0]:
                    cell += 1
                    gap = False
                self._offers[cell] = setting, number
                cell += 1


class MenuState(State):
    """The menu, open over the table: its choices are shown and, where they can be, heard and seen at once."""

    refusal = "the board's menu is open: close it first"

    def __init__(self, session: "GameSession", ms: int) -> None:
        """Open it."""
        self._session = session
        self._menu = Menu(session.grid, session.preferences, session.sense.pieces)
        session.pause(ms)
        self.step(True, ms)

    def step(self, moved: bool, ms: int) -> State:
        """Make the choice of a cell that was touched; show the choices, and report the game that they are of."""
        session = self._session
        if moved:
            if self._menu.update(session.sense.pieces):
                session.buzzer.play(sound.ACCEPTED)
            self._menu.compose(session.prompt.cues)
            session.report(session.preferences.rules)
        return self

    def press(self, button: int, held: bool, ms: int) -> State:
        """Close the menu: with its choices for act or a short press of menu, without for any other.

        Back, when it is held, calibrates the board.
        """
        session = self._session
        if button == panel.ACT_BUTTON or (button != panel.BACK_BUTTON and not held):
            self._choose(ms)
        else:
            session.preferences.restore(self._menu.before)
        session.report()
        if held and button == panel.BACK_BUTTON:
            return CalibrationState(session, ms)
        return session.resume(ms).step(True, ms)

    def _choose(self, ms: int) -> None:
        """Keep the choices, and begin the game or the lesson that they ask for."""
        session, chosen, before = self._session, self._session.preferences, self._menu.before
        try:
            game = chosen.start()
        except games.OptionError as error:
            # A game that does not start: what was played goes on.
            incidents.keep(session.memory, incidents.FALLBACK, incidents.UNKNOWN, str(error).encode())
            chosen.restore(before)
            return
        learns = chosen.hints == preferences.LEARN
        if learns:
            chosen.hints = before["hints"]
        chosen.keep(session.memory)
        if learns and session.teach(session, {"rules": chosen.rules}, ms) is None:
            return
        changed = [
            setting for setting in _OF_THE_GAME + ("time_control",) if getattr(chosen, setting) != before[setting]
        ]
        # A time control that is chosen later is the next game's.
        if changed and not (changed == ["time_control"] and session.game.codes):
            session.begin(game, ms)


def _row(grid: "HexGrid | SquareGrid", place: int) -> tuple[int, int]:
    """Return the first cell and the length of the panel's row on which one of ``ROWS`` lies."""
    rows = len(grid.row_start) - 1
    row = rows // 2 + (2 if rows >= _SPREAD_ROWS else 1) * (len(ROWS) // 2 - place)
    return grid.row_start[row], grid.row_start[row + 1] - grid.row_start[row]


def _preview(
    cues: bytearray, grid: "HexGrid | SquareGrid", chosen: "preferences.Preferences", setting: str, touched: int
) -> None:
    """Write the preview of a choice over dark cells, while a disc lies on its cell, ``touched``."""
    of_the_game = setting in _OF_THE_GAME
    if of_the_game or (setting == "hints" and chosen.hints in (preferences.ALWAYS, preferences.COACH)):
        cue = led_cues.MENU_BOARD if of_the_game else led_cues.LEGAL
        for cell in layout.layout_of(grid, chosen.rules, chosen.size).to_panel:
            cues[cell] = cue
    if of_the_game:
        # The game's own preview on its board, or whose its edges are.
        own = games.part(chosen.rules, "preview")
        shift = layout.shift_on(grid, catalogue.GAMES[chosen.rules][0], chosen.size)
        edges = catalogue.edges(chosen.rules, chosen.size)
        for first, second, mark in own.cells(chosen.size, chosen.options) if own else edges:
            cell = grid.at(first + shift, second + shift)
            if cell != NO_CELL:
                cues[cell] = _MARKS[mark]
    elif setting == "time_control":
        # A cell a minute, from the near side.
        for cell in range(min(grid.cells, TimeControl(chosen.time_control).base_ms // 60000)):
            cues[cell] = led_cues.MENU_BOARD
    elif setting == "opponent":
        # The two seats' halves, the first on the left; the engine's breathes.
        for cell in range(grid.cells):
            x, _ = grid.place(cell)
            if x:
                seat = preferences.ENGINE_FIRST if x < 0 else preferences.ENGINE_SECOND
                cues[cell] = led_cues.MENU_ENGINE if chosen.opponent == seat else led_cues.WHITE_TURN
    elif setting == "hints":
        if chosen.hints == preferences.LIFT:
            for offset in grid.offsets[touched]:
                cues[touched + offset] = led_cues.LEGAL
        elif chosen.hints in _CENTRES:
            cues[grid.cells // 2] = _CENTRES[chosen.hints]
    elif setting == "level":
        # A third of the cells for the lowest level, all for the highest.
        for cell in range(grid.cells * (chosen.level + 1) // 3):
            cues[cell] = led_cues.MENU_ENGINE
