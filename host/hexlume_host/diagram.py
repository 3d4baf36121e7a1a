"""A position as a diagram of plain characters."""

from hexlume.games.contract import Game
from hexlume.grid import HexGrid
from hexlume.pieces import LETTERS


def diagram(game: Game) -> str:
    """Return the board as lines of text, the far side first: ``w`` ``b`` discs, ``W`` ``B`` leaders, ``.`` empty.

    A hex row begins with its letter and counts its cells from the left (rule GEO-1); a square board has its rows'
    numbers on the left and its columns' letters below (rule GEO-4).
    """
    grid = game.grid
    pieces = [LETTERS[piece] for piece in game.board]
    if isinstance(grid, HexGrid):
        lines = []
        for row in reversed(range(2 * grid.size - 1)):
            cells = [cell for cell in range(grid.cells) if grid.r[cell] == row - grid.size + 1]
            margin = " " * (2 * grid.size - 1 - len(cells))
            lines.append(f"{margin}{grid.name(cells[0])[0]}  {' '.join(pieces[cell] for cell in cells)}")
        return "\n".join(lines)
    size = grid.size
    lines = [f"{row + 1:2} {' '.join(pieces[row * size : (row + 1) * size])}" for row in reversed(range(size))]
    return "\n".join([*lines, "   " + " ".join(grid.name(column)[0] for column in range(size))])
