"""The menu's previews: what the table shows while a disc lies on a choice, so that the choice explains itself."""

from ..constant import const
from ..games import catalogue
from ..games.game_clock import TimeControl
from ..games.grid import NO_CELL, HexGrid, SquareGrid, number
from ..play.opponent import ENGINE_FIRST, ENGINE_SECOND
from ..play.preferences import ALWAYS, COACH, LIFT
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
"""The settings, by number."""
WITHOUT = (SOUND, BRIGHTNESS)
"""The settings that need no preview: they are heard, or seen on the menu itself."""

_FOUR_ALIKE = ((0, 0, MUST_REPLACE), (1, 0, WHITE_TURN), (0, 1, WHITE_TURN), (-1, 1, WHITE_TURN), (-1, 0, WHITE_TURN))
_PAIRS = ((-2, 0, WHITE_TURN), (2, 0, WHITE_TURN), (0, -2, BLACK_TURN), (0, 2, BLACK_TURN))


def draw(cues: bytearray, grid: HexGrid | SquareGrid, chosen: "Preferences", setting: int, touched: int) -> None:
    """Write the preview of a setting's choice to every panel cell's cue; ``touched`` is the cell that made it."""
    board = setting <= OPTION or (setting == HINT and chosen.hints >= ALWAYS)
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


def _draw_game(cues: bytearray, grid: HexGrid | SquareGrid, chosen: "Preferences") -> None:
    """Draw what a game is about on its board, and how many black stones its options give."""
    if isinstance(grid, SquareGrid) or chosen.rules == "orcoon":
        _draw_edges(cues, grid, chosen.size)
        return
    span = chosen.size - 1
    if chosen.rules == "orochi":
        _draw_cells(cues, grid, _FOUR_ALIKE)
    elif chosen.rules == "sibling":
        _draw_cells(cues, grid, _PAIRS)
    elif chosen.rules == "organica":
        if chosen.options:
            white = ((0, -span), (span, 0), (-span, span))
        else:
            white = ((0, -span), (1, -span), (-1, 1 - span))
        for q, r in white:
            _draw_cells(cues, grid, ((q, r, WHITE_TURN), (-q, -r, BLACK_TURN)))
    else:
        # Droched: a white bridge from edge to edge, and the stones of a komi or handicap beside it.
        for q in range(-span, span + 1):
            _draw_cells(cues, grid, ((q, 0, WHITE_TURN),))
        stones = number(chosen.options.partition("=")[2])
        for q in range(min(stones, 2 * span)):
            _draw_cells(cues, grid, ((q + 1 - span, -1, BLACK_TURN),))


def _draw_cells(cues: bytearray, grid: HexGrid, cells: tuple[tuple[int, int, int], ...]) -> None:
    for q, r, cue in cells:
        cell = grid.at(q, r)
        if cell != NO_CELL:
            cues[cell] = cue


def _draw_edges(cues: bytearray, grid: HexGrid | SquareGrid, size: int) -> None:
    """Draw Orcoon's edges: black at the top and bottom, white at the sides (ORC-1)."""
    for along in range(size):
        for column, row, cue in (
            (0, along, WHITE_TURN),
            (size - 1, along, WHITE_TURN),
            (along, 0, BLACK_TURN),
            (along, size - 1, BLACK_TURN),
        ):
            if isinstance(grid, HexGrid):
                cues[grid.at(column - size // 2, row - size // 2)] = cue
            else:
                margin = (grid.size - size) // 2
                cues[grid.at(column + margin, row + margin)] = cue


def _draw_opponent(cues: bytearray, grid: HexGrid | SquareGrid, chosen: "Preferences") -> None:
    """Light the two seats' halves, the first on the left; the engine's breathes."""
    for cell in range(grid.cells):
        x, _ = grid.place(cell)
        if x < 0:
            cues[cell] = MENU_ENGINE if chosen.opponent == ENGINE_FIRST else WHITE_TURN
        elif x > 0:
            cues[cell] = MENU_ENGINE if chosen.opponent == ENGINE_SECOND else WHITE_TURN
