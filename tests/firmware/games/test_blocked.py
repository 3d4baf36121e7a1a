"""Blocked cells: off the board for the rules, the referee and the lights, and named in the position."""

import pytest

from hexlume import games
from hexlume.games import catalogue, notation
from hexlume.games.grid import NO_CELL, HexGrid, RhombusGrid, SquareGrid, grid_of, shared_grid
from hexlume.games.pieces import WHITE
from hexlume.output import led_cues
from hexlume.table import prompt
from hexlume.table.layout import Layout, layout_of
from hexlume.table.legal import LegalActions
from hexlume.table.referee import TAKE_OFF, Referee
from hexlume_record.game.position import position_of

AROUND = ((0, -1), (1, 0), (-1, 1))
"""Three cells around the centre of a hex board, as in Hexxagon."""


@pytest.fixture
def ringed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Sibling have three blocked cells, on every size."""
    # The catalogue sets it again, and it goes with the fixture.
    monkeypatch.setattr(catalogue.game_class("sibling"), "blocked", None)
    line = (*catalogue.GAMES["sibling"][:5], lambda size: AROUND)
    monkeypatch.setitem(catalogue.GAMES, "sibling", line)


@pytest.mark.parametrize(
    ("grid", "names"),
    [
        (HexGrid(4, AROUND), ["c3", "d5", "e3"]),
        (SquareGrid(5, ((0, 0), (4, 2))), ["a1", "e3"]),
        (RhombusGrid(5, ((2, 2),)), ["c3"]),
    ],
)
def test_a_blocked_cell_is_found_by_no_name_and_no_place_and_is_nobodys_neighbour(
    grid: HexGrid | SquareGrid, names: list[str]
) -> None:
    whole = grid_of(grid.board)
    assert [grid.name(cell) for cell in grid.blocked] == names
    assert grid.cells == whole.cells
    for cell in range(grid.cells):
        if cell in grid.blocked:
            assert grid.cell(grid.name(cell)) == grid.at(*grid.coordinates(cell)) == NO_CELL
            assert notation.parse(grid.name(cell), grid) == notation.NO_ACTION
        else:
            assert grid.cell(grid.name(cell)) == grid.at(*grid.coordinates(cell)) == cell
            near = [other for other in whole.neighbours[cell] if other not in grid.blocked]
            assert list(grid.neighbours[cell]) == near


def test_a_blocked_place_that_is_off_the_board_anyway_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="a blocked cell is not on hex2: one of"):
        HexGrid(2, ((5, 5),))


def test_boards_with_and_without_blocked_cells_are_not_taken_for_each_other() -> None:
    whole, holed = shared_grid(HexGrid, 4), shared_grid(HexGrid, 4, AROUND)
    assert whole.blocked == () and holed.blocked and shared_grid(HexGrid, 4).blocked == ()
    assert shared_grid(HexGrid, 4, AROUND) is shared_grid(HexGrid, 4, AROUND)


@pytest.mark.usefixtures("ringed")
def test_a_blocked_cell_is_no_legal_placement_and_the_position_names_it() -> None:
    game = games.start("sibling", 4)
    assert position_of(game)["blocked"] == ["c3", "d5", "e3"]
    assert len(game.legal_actions()) == game.grid.cells - 3
    for cell in game.grid.blocked:
        assert game.why_not(notation.code(notation.PLACE, cell)) == "ACT-1"
        assert game.codes_at(cell, game.to_move) == []
    with pytest.raises(games.IllegalAction):
        game.push_text("c3")
    assert "blocked" not in position_of(games.start("orochi", 4))


@pytest.mark.usefixtures("ringed")
@pytest.mark.parametrize("panel", [4, 6])
def test_a_disc_on_a_blocked_cell_is_disputed_as_off_the_board_and_the_cell_stays_dark(panel: int) -> None:
    game, grid = games.start("sibling", 4), HexGrid(panel)
    layout = Layout(grid, game.grid)
    referee = Referee(layout, game)
    pieces = bytearray(grid.cells)
    assert referee.follow(pieces, 0) == []
    blocked = [layout.to_panel[cell] for cell in game.grid.blocked]
    assert [layout.to_game[cell] for cell in blocked] == [NO_CELL] * 3
    legal = LegalActions(game, layout, bytearray(grid.cells), game.iter_legal)
    while not legal.gather(50):
        pass
    shown = prompt.Prompt(grid.cells)
    shown.compose(referee, legal)
    assert [shown.cues[cell] for cell in blocked] == [led_cues.NO_CUE] * 3
    assert sum(cue == led_cues.LEGAL for cue in shown.cues[: grid.cells]) == game.grid.cells - 3
    pieces[blocked[0]] = WHITE
    assert referee.follow(pieces, 0) == []
    assert referee.differs[blocked[0]] == TAKE_OFF and referee.disputed == 1


@pytest.mark.usefixtures("ringed")
@pytest.mark.parametrize("panel", ["hex4", "hex6"])
def test_the_menu_shows_the_same_cells_as_the_board(panel: str) -> None:
    grid = grid_of(panel)
    layout = Layout(grid, games.start("sibling", 4).grid)
    shown = layout_of(grid, "sibling", 4).to_game
    assert shown == layout.to_game
    assert sum(own != NO_CELL for own in shown) == 34
