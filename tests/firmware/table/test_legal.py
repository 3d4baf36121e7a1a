"""The legal actions of a position, gathered in slices."""

from hexlume import games
from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, WHITE
from hexlume.table.layout import Layout
from hexlume.table.legal import LegalActions

GRID = HexGrid(4)


def test_legal_actions_are_gathered_slice_by_slice() -> None:
    game = games.start("orochi", 4)
    slices = sum(1 for _ in game.iter_legal())
    legal = LegalActions(game, Layout(GRID, game.grid), bytearray(GRID.cells), game.iter_legal)
    assert [legal.gather(1) for _ in range(slices)] == [False] * slices
    assert not legal.ready
    assert legal.gather(1) and legal.ready
    assert not legal.gather(1), "it was complete before"
    assert legal.marks == bytes([1 << WHITE | 1 << BLACK] * GRID.cells) and legal.words == []


def test_action_on_a_cell_that_is_not_believed_is_offered_as_a_word() -> None:
    game = games.start("sibling", 4)
    masked = bytearray(GRID.cells)
    masked[GRID.cell("d4")] = 1
    legal = LegalActions(game, Layout(GRID, game.grid), masked, game.iter_legal)
    while not legal.gather(100):
        pass
    assert [game.name(action) for action in legal.words] == ["d4"]
