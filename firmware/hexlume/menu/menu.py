"""The menu on the board, with no screen: choices are lit cells, made by putting a disc on one.

``Menu`` is pure logic, cells and cues; ``MenuState`` is the app's state while it is open. The game pauses meanwhile
and its discs stay where they are. A choice is made where the table changes: a disc put on a lit cell or, where one
stands, lifted. The table shows a preview of it. Afterwards the cell is put back as it was, and stays lit until then.
docs/menu.md is for players.
"""

from .. import games
from ..const import const
from ..games import NAMES, catalogue
from ..games.game_clock import TimeControl
from ..games.grid import NO_CELL, HexGrid
from ..output.lights import DIM, FULL, NIGHT
from ..output.sound import ACCEPTED
from ..play import preferences
from ..sensing.panel import ACT_BUTTON, BACK_BUTTON
from ..table import prompt

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..games.grid import SquareGrid
    from ..play.preferences import Preferences
    from ..play.session import GameSession

_GAME = const(0)
_SIZE = const(1)
_OPTION = const(2)
_TIME_CONTROL = const(3)
_OPPONENT = const(4)
_SOUND = const(5)
_HINT = const(6)
_BRIGHTNESS = const(7)
_IDLE = const(8)
_LEVEL = const(9)
"""The settings, by number, in the order of ``preferences.CHOICES``."""
ROWS = ((_GAME,), (_SIZE, _IDLE, _SOUND), (_OPTION,), (_TIME_CONTROL,), (_OPPONENT, _LEVEL), (_HINT,), (_BRIGHTNESS,))
"""The settings of each of the menu's rows, from the far side of the panel to the near one."""
_ONE_CELL = (_IDLE, _SOUND)
"""The settings with one cell, which offers the next choice; its brightness shows the present one."""
_SHOWN = ((NIGHT, DIM, FULL), (FULL, NIGHT))
"""The brightness of that cell by the choice, for ``_SOUND`` and for ``_IDLE``: off stays bright, on goes down."""

_TIME_CONTROLS = const("none|fischer 180+2|fischer 300+5|fischer 900+10|fischer 1800+30|delay 600+5|byoyomi 600+3x30")
"""The time controls on offer: one text takes less memory than seven."""

_MARKS = (prompt.MUST_REPLACE, prompt.WHITE_TURN, prompt.BLACK_TURN)
"""The cue of each mark of a game's preview: ``EMPTY`` stands for a piece that the rules ask about."""
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
                self._preferences.choose(
                    preferences.CHOICES[setting], self._value(setting, offer - 1 & 15), self.before
                )
                if setting in _ONE_CELL:
                    self._lay_out()
                elif setting != _BRIGHTNESS:
                    # That, as those with one cell, is seen on the menu itself, or heard.
                    self._shown, self._shown_cell = offer, cell
                made = True
        if self._shown and not self._touched[self._shown_cell]:
            self._shown = NOTHING
            self._lay_out()
        return made

    def cues(self, cues: bytearray) -> bool:
        """Write the cue of every panel cell; those of the status LEDs behind them stay. Any may have changed."""
        if self._shown:
            _preview(cues, self._grid, self._preferences, self._shown - 1 >> 4, self._shown_cell)
        for cell in range(self._grid.cells):
            offer = self.offer(cell)
            if self._touched[cell]:
                cues[cell] = prompt.MENU_TOUCHED
            elif not self._shown:
                cues[cell] = self._choice_cue(offer - 1 >> 4, offer - 1 & 15) if offer else prompt.NO_CUE
        return True

    def choices(self, setting: int) -> "list[Any]":
        """Return the choices of a setting that can be made on this panel now, in their order."""
        rules = self._preferences.rules
        if setting == _GAME:
            return self._games()
        if setting == _SIZE:
            return catalogue.sizes(self._grid, rules)
        if setting == _OPTION:
            return list(catalogue.options(rules))
        if setting == _TIME_CONTROL:
            return _TIME_CONTROLS.split("|")
        choices = list(dict(preferences.WORDS)[preferences.CHOICES[setting]])
        if setting == _HINT and catalogue.course(rules) is not None:
            choices.append("learn")
        return choices

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
        return number if setting >= _OPPONENT else self.choices(setting)[number]

    def _choice_cue(self, setting: int, number: int) -> int:
        present = getattr(self._preferences, preferences.CHOICES[setting])
        if setting in _ONE_CELL:
            return prompt.MENU_LEVEL + _SHOWN[int(setting == _IDLE)][present]
        if self._value(setting, number) == present:
            return prompt.MENU_CHOSEN
        return prompt.MENU_LEVEL + number if setting == _BRIGHTNESS else prompt.MENU_CHOICE

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
                        after = (getattr(self._preferences, preferences.CHOICES[setting]) + 1) % count
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

    def __init__(self, session: "GameSession", ms: int) -> None:
        """Open it."""
        self.next = ""
        self._session = session
        self._menu = Menu(session.grid, session.preferences, session.sense.pieces)
        session.pause(ms)
        self._show()

    def step(self, moved: bool, ms: int) -> None:
        """Take in what moved."""
        if moved:
            if self._menu.take(self._session.sense.pieces):
                self._session.buzzer.play(ACCEPTED)
            self._show()

    def _show(self) -> None:
        """Show the choices, and report whose they are."""
        self._session.prompt.draw(self._menu)
        self._session.tell(self._session.preferences.rules)

    def work(self, ms: int) -> None:
        """Keep the status lights up to date."""
        self._session.status()

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Return the sentence why a host's command is not carried out."""
        return "the board's menu is open: close it first"

    def press(self, button: int, held: bool, ms: int) -> None:
        """Close the menu: with its choices for act or a short press of menu, without for any other.

        Back, when it is held, calibrates the board.
        """
        session, before = self._session, self._menu.before
        chosen = session.preferences
        self.next = "calibration" if held and button == BACK_BUTTON else "playing"
        session.tell()
        if button == BACK_BUTTON or (held and button != ACT_BUTTON):
            chosen.restore(before)
            return
        try:
            game = chosen.start()
        except games.OptionError as error:
            # A stranger's game that does not start: what was played goes on.
            print(error)
            chosen.restore(before)
            return
        learns = chosen.hints == preferences.LEARN
        if learns:
            chosen.hints = before[_HINT]
        chosen.keep(session.log.journal.memory)
        if learns and session.command({"do": "lesson", "rules": chosen.rules}, ms) is None:
            return
        # A time control that is chosen later is the next game's.
        settled = _OPTION + 1 if session.game.codes else _TIME_CONTROL + 1
        if chosen.choices()[:settled] != before[:settled]:
            session.begin(game, ms)


def _row(grid: "HexGrid | SquareGrid", place: int) -> tuple[int, int]:
    """Return the first cell and the length of the panel's row on which one of ``ROWS`` lies."""
    rows = 2 * grid.size - 1 if isinstance(grid, HexGrid) else grid.size
    row = rows // 2 + (2 if rows >= _SPREAD_ROWS else 1) * (len(ROWS) // 2 - place)
    if not isinstance(grid, HexGrid):
        return row * grid.size, grid.size
    return grid.row_start[row], grid.row_start[row + 1] - grid.row_start[row]


def _preview(cues: bytearray, grid: "HexGrid | SquareGrid", chosen: "Preferences", setting: int, touched: int) -> None:
    """Write what the table shows while a disc lies on a choice, which so explains itself; ``touched`` is its cell."""
    board = setting <= _OPTION or (setting == _HINT and chosen.hints in (preferences.ALWAYS, preferences.COACH))
    kind = catalogue.GAMES[chosen.rules][0]
    cue = prompt.MENU_BOARD if setting <= _OPTION else prompt.LEGAL
    for cell in range(grid.cells):
        cues[cell] = cue if board and catalogue.on_board(grid, cell, kind, chosen.size) else prompt.NO_CUE
    if setting <= _OPTION:
        _draw_game(cues, grid, chosen)
    elif setting == _TIME_CONTROL:
        # A cell a minute, from the near side.
        for cell in range(min(grid.cells, TimeControl(chosen.time_control).base_ms // 60000)):
            cues[cell] = prompt.MENU_BOARD
    elif setting == _OPPONENT:
        _draw_opponent(cues, grid, chosen)
    elif setting == _HINT:
        if chosen.hints == preferences.LIFT:
            for offset in grid.offsets[touched]:
                cues[touched + offset] = prompt.LEGAL
        elif chosen.hints == preferences.COACH:
            cues[grid.cells // 2] = prompt.DECIDER
        elif chosen.hints == preferences.LEARN:
            # The one thing that is asked for.
            cues[grid.cells // 2] = prompt.LEGAL
    elif setting == _LEVEL:
        # A third, two, the whole.
        for cell in range(grid.cells * (chosen.level + 1) // 3):
            cues[cell] = prompt.MENU_ENGINE


def _draw_game(cues: bytearray, grid: "HexGrid | SquareGrid", chosen: "Preferences") -> None:
    """Draw what a game is about on its board, as the game's own ``preview`` has it."""
    own = games.part(chosen.rules, "preview")
    if own is None:
        return
    shift = 0
    if catalogue.GAMES[chosen.rules][0] != "hex":
        shift = -(chosen.size // 2) if isinstance(grid, HexGrid) else (grid.size - chosen.size) // 2
    for first, second, mark in own.cells(chosen.size, chosen.options):
        cell = grid.at(first + shift, second + shift)
        if cell != NO_CELL:
            cues[cell] = _MARKS[mark]


def _draw_opponent(cues: bytearray, grid: "HexGrid | SquareGrid", chosen: "Preferences") -> None:
    """Light the two seats' halves, the first on the left; the engine's breathes."""
    for cell in range(grid.cells):
        x, _ = grid.place(cell)
        if x:
            seat = preferences.ENGINE_FIRST if x < 0 else preferences.ENGINE_SECOND
            cues[cell] = prompt.MENU_ENGINE if chosen.opponent == seat else prompt.WHITE_TURN
