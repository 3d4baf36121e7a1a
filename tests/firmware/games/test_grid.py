"""Grids and layouts: clauses GEO-1 to GEO-7."""

from math import dist, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import start
from hexlume.games.grid import NO_CELL, HexGrid, RhombusGrid, SquareGrid, grid_of, number, shared_grid
from hexlume.games.notation import NO_ACTION, code, first, kind, name, parse, second
from hexlume.games.pieces import LETTERS
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_host.device.smallest_panel import smallest_panel
from tests.rules.geometry import (
    border_places,
    components,
    hex_neighbours,
    hexagon,
    rhombus_neighbours,
    square,
    square_neighbours,
)


@pytest.mark.parametrize(
    ("made", "board", "cells", "neighbours", "largest"),
    [
        (HexGrid, "hex", hexagon, hex_neighbours, 13),
        (SquareGrid, "square", square, square_neighbours, 26),
        (RhombusGrid, "rhombus", square, rhombus_neighbours, 26),
    ],
)
def test_cells_have_the_names_and_neighbours_of_the_plain_geometry(made, board, cells, neighbours, largest):
    """GEO-1, GEO-2, GEO-4, GEO-7: neighbours are one pitch away."""
    for size in range(1, largest + 1):
        grid, names = made(size), list(cells(size))
        assert grid.board == f"{board}{size}"
        assert [grid.name(cell) for cell in range(grid.cells)] == names
        assert [grid.cell(name) for name in names] == list(range(grid.cells))
        for cell, near in enumerate(grid.neighbours):
            assert sorted(map(grid.name, near)) == sorted(neighbours(size)[names[cell]])
            assert all(isclose(dist(grid.place(cell), grid.place(other)), 1, abs_tol=1e-5) for other in near)
    for size in (0, largest + 1, -1):
        with pytest.raises(ValueError, match=f"1 to {largest}"):
            made(size)


def test_the_centre_of_hex4():
    """GEO-1."""
    grid = HexGrid(4)
    centre = grid.cell("d4")
    assert (grid.q[centre], grid.r[centre]) == (0, 0)
    assert sorted(grid.name(near) for near in grid.neighbours[centre]) == ["c3", "c4", "d3", "d5", "e3", "e4"]


@pytest.mark.parametrize("size", range(2, 14))
def test_hex_cells_have_axial_coordinates_and_those_at_the_border_one_edge_or_corner(size):
    """GEO-2, GEO-3: six corners and six edges of N-2 cells; corners belong to no edge."""
    grid, border, bits = HexGrid(size), border_places(size), {}
    for cell, (label, (q, r)) in enumerate(hexagon(size).items()):
        assert (grid.q[cell], grid.r[cell], grid.at(q, r)) == (q, r, cell)
        assert grid.place(cell) == pytest.approx((q + r / 2, r * 3**0.5 / 2), abs=1e-6)
        assert bits.setdefault(border.get(label), grid.border[cell]) == grid.border[cell]
    assert grid.at(size, 0) == grid.at(0, -size) == grid.at(size, -size) == NO_CELL
    corners = [bits[place] for place in sorted(set(border.values())) if place.startswith("corner")]
    assert sorted(corners) == [64 << corner for corner in range(6)]
    assert sorted(bits.values()) == [0, *(1 << edge for edge in range(6) if size > 2), *sorted(corners)]


@pytest.mark.parametrize("name", ["", "a", "a0", "a01", "a5", "h1", "A1", "1a", "a-1", "a1 ", "aa", "a1000", "é1"])
def test_names_that_are_no_cells(name):
    """GEO-1, GEO-4: on hex4 row a has four cells and the rows end at g."""
    assert HexGrid(4).cell(name) == NO_CELL
    assert SquareGrid(4).cell(name) == NO_CELL


@given(st.text(max_size=4))
def test_only_own_names_are_cells(text):
    """GEO-1, GEO-4: a text is a cell just when it is that cell's name."""
    for grid in (HexGrid(13), SquareGrid(26)):
        cell = grid.cell(text)
        assert cell == NO_CELL or grid.name(cell) == text


def test_boards_are_made_by_their_names():
    """GEO-1, GEO-4."""
    assert grid_of("hex5").cells == 61
    assert grid_of("square9").cells == 81
    for board in ("hex", "hex0", "hex05", "round5", "square-1", ""):
        with pytest.raises(ValueError, match="is no board"):
            grid_of(board)


def test_numbers_are_plain_decimal_digits():
    """Plain decimal digits only."""
    assert [number(text) for text in ("0", "7", "20", "999")] == [0, 7, 20, 999]
    assert {number(text) for text in ("", "00", "07", "1000", "-1", "+1", " 1", "1.0", "x", "٣")} == {-1}


@given(st.integers(0, 2**32 - 1))
def test_groups_are_whole_chains_of_neighbours(seed):
    """GEO-5: same-coloured pieces joined by adjacency; leaders belong to their colour's groups."""
    game, choice = start("organica", 4), Random(seed)
    grid = game.grid
    for cell in range(grid.cells):
        game._write(cell, choice.randrange(5))
    pieces = {grid.name(cell): LETTERS[piece] for cell, piece in enumerate(game.board) if piece}
    for letter in "wb":
        own = [cell for cell in pieces if pieces[cell].lower() == letter]
        for group in components(own, hex_neighbours(4)):
            assert all(set(map(grid.name, game._group(grid.cell(cell)))) == group for cell in group)


@pytest.mark.parametrize("panel, game", [(7, 7), (9, 9), (9, 7), (7, 5), (5, 5), (5, 3), (9, 3)])
def test_a_square_lies_on_a_hex_panel(panel, game):
    """GEO-6: column along q, row along r, centred."""
    layout = Layout(HexGrid(panel), SquareGrid(game))
    assert len(set(layout.to_panel)) == game * game
    for cell in range(game * game):
        place = layout.to_panel[cell]
        assert layout.panel.q[place] == cell % game - game // 2
        assert layout.panel.r[place] == cell // game - game // 2
        assert layout.to_game[place] == cell
    assert list(layout.to_game).count(NO_CELL) == layout.panel.cells - game * game


@pytest.mark.parametrize("panel, game", [(7, 9), (5, 7), (7, 6), (9, 8)])
def test_a_square_that_does_not_fit(panel, game):
    """GEO-6: larger ones than N x N on hexN, and even ones, which have no centre point, do not lie on it."""
    with pytest.raises(ValueError, match="does not fit"):
        Layout(HexGrid(panel), SquareGrid(game))


def test_hex_on_hex_and_the_smallest_panel():
    """GEO-6 and the like for hex boards: centred by coordinates."""
    game = HexGrid(4)
    layout = Layout(HexGrid(6), game)
    for cell in range(37):
        place = layout.to_panel[cell]
        assert (layout.panel.q[place], layout.panel.r[place]) == (game.q[cell], game.r[cell])
    assert smallest_panel(HexGrid(3)) == "hex4"
    assert smallest_panel(HexGrid(5)) == "hex5"
    assert smallest_panel(SquareGrid(5)) == "square7"
    assert smallest_panel(SquareGrid(9)) == "square9"
    assert smallest_panel(SquareGrid(13)) == smallest_panel(HexGrid(10)) == ""


@given(st.integers(1, 16), st.integers(0, 675), st.integers(0, 675))
def test_action_codes_hold_every_cell(what, one, two):
    """GEO-4: the last point of square26 is number 675."""
    action = code(what, one, two)
    assert (kind(action), first(action), second(action)) == (what, one, two)
    assert action < 2**30


def test_strings_on_the_last_rows():
    """GEO-1, GEO-4: row and column x may be captured from and on, and z26 is a point."""
    for grid, texts in (
        (HexGrid(13), ["x14", "Wx1", "*x2", "Px3", "Lx4", "x1-x2", "x1xx2", "w1xx1", "komi=20", "swap", "take=white"]),
        (SquareGrid(26), ["z26", "x24", "t20", "pass", "done"]),
    ):
        for text in texts:
            assert name(parse(text, grid), grid) == text
    assert parse("z27", SquareGrid(26)) == NO_ACTION


@pytest.mark.parametrize("panel_size", [5, 7, 9])
def test_a_rhombus_lies_on_a_hex_panel_with_its_neighbours_as_neighbours(panel_size):
    """GEO-7, GEO-6: the largest has as many cells a side as the panel; smaller odd ones lie in the middle."""
    panel = HexGrid(panel_size)
    for size in range(1, panel_size + 1, 2):
        layout = Layout(panel, RhombusGrid(size))
        for cell in range(size * size):
            on_panel = {layout.to_panel[other] for other in RhombusGrid(size).neighbours[cell]}
            assert on_panel == {near for near in panel.neighbours[layout.to_panel[cell]] if layout.to_game[near] >= 0}
    for size in (2, panel_size + 2):
        with pytest.raises(ValueError, match="does not fit"):
            Layout(panel, RhombusGrid(size))


def test_a_rhombus_fits_no_square_panel_and_is_no_panel():
    """GEO-7."""
    with pytest.raises(ValueError, match="the board rhombus7 does not fit on a square7 panel"):
        Layout(SquareGrid(7), RhombusGrid(7))
    with pytest.raises(ValueError, match="there is no panel rhombus7"):
        panel_grid("rhombus7")
    assert smallest_panel(RhombusGrid(7)) == "hex7"
    assert smallest_panel(RhombusGrid(6)) == ""


def test_a_rhombus_and_a_square_of_one_size_are_two_grids():
    assert shared_grid(RhombusGrid, 5).board == "rhombus5"
    assert shared_grid(SquareGrid, 5).board == "square5"
    assert grid_of("rhombus5").board == "rhombus5"
