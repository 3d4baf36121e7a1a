"""A position in plain characters: the board as a diagram, and the pieces in hand and in prison."""

from hexlume.games.game import Game
from hexlume.games.grid import HexGrid, RhombusGrid
from hexlume.games.pieces import LETTERS

from .position import hand_of, prison_of


def diagram(game: Game) -> str:
    """Return the board as lines of text, the far side first: ``w`` ``b`` discs, ``W`` ``B`` leaders, ``.`` empty.

    A blocked cell is blank.
    A hex row begins with its letter and counts its cells from the left (rule GEO-1); a square board has its rows'
    numbers on the left and its columns' letters below (rule GEO-4), and so has a rhombus, which leans to the right.
    """
    grid = game.grid
    pieces = [" " if cell in grid.blocked else LETTERS[piece] for cell, piece in enumerate(game.board)]
    if isinstance(grid, HexGrid):
        lines = []
        for row in reversed(range(2 * grid.size - 1)):
            cells = [cell for cell in range(grid.cells) if grid.r[cell] == row - grid.size + 1]
            margin = " " * (2 * grid.size - 1 - len(cells))
            lines.append(f"{margin}{grid.name(cells[0])[0]}  {' '.join(pieces[cell] for cell in cells)}")
        return "\n".join(lines)
    size = grid.size
    lean = 1 if isinstance(grid, RhombusGrid) else 0
    lines = [
        f"{' ' * lean * row}{row + 1:2} {' '.join(pieces[row * size : (row + 1) * size])}"
        for row in reversed(range(size))
    ]
    return "\n".join([*lines, "   " + " ".join(grid.name(column)[0] for column in range(size))])


def position_text(game: Game) -> str:
    """Return a diagram, and lines about blocked cells and pieces in hand or in prison for the games that have any."""
    lines = [
        diagram(game),
        *(
            f"{colour.capitalize()} in hand: {', '.join(f'{kind}s {count}' for kind, count in pieces.items())}"
            for colour, pieces in hand_of(game).items()
        ),
    ]
    if game.grid.blocked:
        lines.append(f"Off the board: {', '.join(map(game.grid.name, game.grid.blocked))}")
    if prison := prison_of(game):
        lines.append(f"Prison: {', '.join(f'{colour} {count}' for colour, count in prison.items())}")
    return "\n".join(lines)
