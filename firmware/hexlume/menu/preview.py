"""The menu's previews: what the table shows while a disc lies on a choice, so that the choice explains itself."""

from .. import games
from ..const import const
from ..games import catalogue
from ..games.game_clock import TimeControl
from ..games.grid import NO_CELL, HexGrid, SquareGrid
from ..play.preferences import ALWAYS, COACH, ENGINE_FIRST, ENGINE_SECOND, LEARN, LIFT
from ..table.prompt import BLACK_TURN, DECIDER, LEGAL, MENU_BOARD, MENU_ENGINE, MUST_REPLACE, NO_CUE, WHITE_TURN

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..play.preferences import Preferences

GAME = 0
SIZE = 1
OPTION = const(2)
TIME_CONTROL = 3
OPPONENT = 4
SOUND = 5
HINT = const(6)
BRIGHTNESS = 7
IDLE = 8
LEVEL = 9
"""The settings, by number."""
WITHOUT = (SOUND, BRIGHTNESS, IDLE)
"""The settings without a preview: they are heard, or seen on the menu itself."""

_MARKS = (MUST_REPLACE, WHITE_TURN, BLACK_TURN)
"""The cue of each mark of a game's preview: ``EMPTY`` stands for a piece that the rules ask about."""


def draw(cues: bytearray, grid: HexGrid | SquareGrid, chosen: "Preferences", setting: int, touched: int) -> None:
    """Write the preview of a setting's choice to every panel cell's cue; ``touched`` is the cell that made it."""
    board = setting <= OPTION or (setting == HINT and chosen.hints in (ALWAYS, COACH))
    kind = catalogue.GAMES[chosen.rules][0]
    cue = MENU_BOARD if setting <= OPTION else LEGAL
    for cell in range(grid.cells):
        cues[cell] = cue if board and catalogue.on_board(grid, cell, kind, chosen.size) else NO_CUE
    if setting <= OPTION:
        _draw_game(cues, grid, chosen)
    elif setting == TIME_CONTROL:
        # A cell a minute, from the near side.
        for cell in range(min(grid.cells, TimeControl(chosen.time_control).base_ms // 60000)):
            cues[cell] = MENU_BOARD
    elif setting == OPPONENT:
        _draw_opponent(cues, grid, chosen)
    elif setting == HINT:
        if chosen.hints == LIFT:
            for offset in grid.offsets[touched]:
                cues[touched + offset] = LEGAL
        elif chosen.hints == COACH:
            cues[grid.cells // 2] = DECIDER
        elif chosen.hints == LEARN:
            # The one thing that is asked for.
            cues[grid.cells // 2] = LEGAL
    elif setting == LEVEL:
        # A third, two, the whole.
        for cell in range(grid.cells * (chosen.level + 1) // 3):
            cues[cell] = MENU_ENGINE


def _draw_game(cues: bytearray, grid: HexGrid | SquareGrid, chosen: "Preferences") -> None:
    """Draw what a game is about on its board, as the game's own ``preview`` has it."""
    preview = games.part(chosen.rules, "preview")
    if preview is None:
        return
    square = catalogue.GAMES[chosen.rules][0] != "hex"
    margin = (grid.size - chosen.size) // 2
    for first, second, mark in preview.cells(chosen.size, chosen.options):
        if not square:
            cell = grid.at(first, second)
        elif isinstance(grid, HexGrid):
            cell = grid.at(first - chosen.size // 2, second - chosen.size // 2)
        else:
            cell = grid.at(first + margin, second + margin)
        if cell != NO_CELL:
            cues[cell] = _MARKS[mark]


def _draw_opponent(cues: bytearray, grid: HexGrid | SquareGrid, chosen: "Preferences") -> None:
    """Light the two seats' halves, the first on the left; the engine's breathes."""
    for cell in range(grid.cells):
        x, _ = grid.place(cell)
        if x < 0:
            cues[cell] = MENU_ENGINE if chosen.opponent == ENGINE_FIRST else WHITE_TURN
        elif x > 0:
            cues[cell] = MENU_ENGINE if chosen.opponent == ENGINE_SECOND else WHITE_TURN
