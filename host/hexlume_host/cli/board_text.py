"""A position in the terminal's characters and colours."""

from collections.abc import Mapping
from typing import Any

from rich.style import Style
from rich.text import Text

from hexlume.games.grid import HexGrid, SquareGrid, grid_of

CAPTURED = "\N{MULTIPLICATION SIGN}"
"""Stands where a disc was taken off."""

GLYPHS = {"white": "○", "black": "●", "white leader": "◎", "black leader": "◉"}
"""Told apart by their shapes, too: not every terminal has colours."""

_BOARD = Style(color="#2a1c0e", bgcolor="#9a7847")
_BESIDE = Style(dim=True)
_PIECES = {
    "white": Style(color="#fffdf6", bgcolor="#9a7847", bold=True),
    "black": Style(color="#0d0e10", bgcolor="#9a7847", bold=True),
}
_LAST = Style(bgcolor="#0b6e63")
_FORCED = Style(bgcolor="#b03a10")
_CAPTURED = Style(color="#a32a00", bgcolor="#e8d3a8", bold=True)


def width_of(board: str, wide: bool = True) -> int:
    """Return how many characters a board is wide."""
    grid = grid_of(board)
    pitch = 4 if wide else 2
    return (2 * grid.size - 1 if isinstance(grid, HexGrid) else grid.size) * pitch + 4


def board_text(shown: Mapping[str, Any], wide: bool = True, names: bool = False) -> Text:
    """Return a position (``position_message``) as lines of text, the far side first.

    ``wide`` gives a cell four characters, which leaves room for brackets around what is marked, ``[ ]`` for the last
    action and ``! !`` for what is to be turned over, and for ``names`` on empty cells; otherwise a cell takes two.
    Rows of a hex board begin with their letter, which is the first of their cells' names.
    """
    grid = grid_of(shown["board"])
    if isinstance(grid, HexGrid):
        return _hex(grid, shown, wide, names)
    return _square(grid, shown, wide, names)


def _hex(grid: HexGrid, shown: Mapping[str, Any], wide: bool, names: bool) -> Text:
    lines = []
    half = 2 if wide else 1
    for row in reversed(range(2 * grid.size - 1)):
        cells = [grid.name(cell) for cell in range(grid.cells) if grid.r[cell] == row - grid.size + 1]
        line = Text(" " * (half * (2 * grid.size - 1 - len(cells))))
        line.append(f" {cells[0][0]} ", _BESIDE)
        _add_row(line, cells, shown, wide, names)
        lines.append(line)
    return Text("\n").join(lines)


def _square(grid: SquareGrid, shown: Mapping[str, Any], wide: bool, names: bool) -> Text:
    lines = []
    size = grid.size
    for row in reversed(range(size)):
        line = Text(f"{row + 1:2} ", _BESIDE)
        _add_row(line, [grid.name(row * size + column) for column in range(size)], shown, wide, names)
        lines.append(line)
    letters = [grid.name(column)[0] for column in range(size)]
    # Under the middles of the cells.
    lines.append(Text("   " + "".join(f"  {letter} " if wide else f" {letter}" for letter in letters), _BESIDE))
    return Text("\n").join(lines)


def _add_row(line: Text, cells: list[str], shown: Mapping[str, Any], wide: bool, names: bool) -> None:
    for cell in cells:
        line.append(" ", _BOARD)
        line.append(*_cell(cell, shown, wide, names))
    line.append(" ", _BOARD)


def _cell(cell: str, shown: Mapping[str, Any], wide: bool, names: bool) -> tuple[str, Style]:
    """Return a cell's characters, three or one, and how they look."""
    piece = shown["discs"].get(cell)
    is_last, is_forced = cell in shown["last"], cell in shown["forced"]
    style = _PIECES[piece.split()[0]] if piece else _BOARD
    glyph = GLYPHS[piece] if piece else "·"
    if is_forced:
        style = style + _FORCED
    elif is_last:
        style = style + _LAST
    elif not piece and cell in shown["captured"]:
        glyph, style = CAPTURED, _CAPTURED
    if not wide:
        return glyph, style
    if not piece and names:
        return f"{cell:^3}", style
    left, right = "!!" if is_forced else "[]" if is_last else "  "
    return f"{left}{glyph}{right}", style
