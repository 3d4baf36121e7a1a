"""Grids and layouts: clauses GEO-1 to GEO-7."""

from math import dist, hypot, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import start
from hexlume.games.grid import NO_CELL, HexGrid, RhombusGrid, SquareGrid, grid_of, number, shared_grid
from hexlume.games.notation import NO_ACTION, code, first, kind, name, parse, second
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_host.device.simulated_board import smallest_panel

HEX_SIZES = range(1, 14)
SQUARE_SIZES = range(1, 27)


@pytest.mark.parametrize("size", HEX_SIZES)
def test_hex_rows_grow_to_the_middle_and_shrink(size):
    """GEO-1: 3N(N-1)+1 cells, rows from the bottom lettered and numbered from the left, up to row z."""
    grid = HexGrid(size)
    assert grid.board == f"hex{size}"
    assert grid.cells == 3 * size * (size - 1) + 1
    lengths = [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]
    expected = ["abcdefghijklmnopqrstuvwxyz"[row] + str(at + 1) for row, n in enumerate(lengths) for at in range(n)]
    assert [grid.name(cell) for cell in range(grid.cells)] == expected
    assert [grid.cell(name) for name in expected] == list(range(grid.cells))


def test_the_centre_of_hex4():
    """GEO-1."""
    grid = HexGrid(4)
    centre = grid.cell("d4")
    assert (grid.q[centre], grid.r[centre]) == (0, 0)
    assert sorted(grid.name(near) for near in grid.neighbours[centre]) == ["c3", "c4", "d3", "d5", "e3", "e4"]


@pytest.mark.parametrize("size", HEX_SIZES)
def test_hex_cells_have_axial_coordinates_and_their_neighbours(size):
    """GEO-2: r from the row, q to the right, neighbours by the six steps, places on the table."""
    grid = HexGrid(size)
    span = size - 1
    seen = set()
    for cell in range(grid.cells):
        q, r = grid.q[cell], grid.r[cell]
        assert max(abs(q), abs(r), abs(q + r)) <= span
        assert r == "abcdefghijklmnopqrstuvwxyz".index(grid.name(cell)[0]) - span
        assert grid.at(q, r) == cell
        seen.add((q, r))
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]
        near = {grid.at(q + dq, r + dr) for dq, dr in steps} - {NO_CELL}
        assert set(grid.neighbours[cell]) == near
        assert len(grid.neighbours[cell]) == len(near)
        x, y = grid.place(cell)
        assert isclose(x, q + r / 2)
        assert isclose(y, r * 3**0.5 / 2, abs_tol=1e-6)
        for other in grid.neighbours[cell]:
            there = grid.place(other)
            assert isclose(hypot(there[0] - x, there[1] - y), 1, abs_tol=1e-6)
    assert len(seen) == grid.cells
    assert grid.at(span + 1, 0) == grid.at(0, -span - 1) == grid.at(size, -size) == NO_CELL


@pytest.mark.parametrize("size", range(2, 14))
def test_hex_borders_are_six_corners_and_six_edges(size):
    """GEO-3: six corners and six edges of N-2 cells; corners belong to no edge; the rest has no bit."""
    grid = HexGrid(size)
    members = {}
    for cell in range(grid.cells):
        on_rim = len(grid.neighbours[cell]) < 6
        assert bool(grid.border[cell]) == on_rim
        if on_rim:
            members.setdefault(grid.border[cell], []).append(cell)
    edges = {bit: cells for bit, cells in members.items() if bit < 64}
    corners = {bit: cells for bit, cells in members.items() if bit >= 64}
    assert sorted(corners) == [64 << corner for corner in range(6)]
    assert all(len(cells) == 1 and len(grid.neighbours[cells[0]]) == 3 for cells in corners.values())
    assert sorted(edges) == ([1 << edge for edge in range(6)] if size > 2 else [])
    for cells in edges.values():
        assert len(cells) == size - 2
        lines = [{grid.q[cell] for cell in cells}, {grid.r[cell] for cell in cells}]
        lines.append({grid.q[cell] + grid.r[cell] for cell in cells})
        assert any(len(line) == 1 for line in lines)


@pytest.mark.parametrize("size", SQUARE_SIZES)
def test_square_cells_have_coordinates_and_their_neighbours(size):
    """GEO-4: columns lettered from the left, no letter skipped, rows numbered from the bottom, no diagonals."""
    grid = SquareGrid(size)
    assert grid.board == f"square{size}"
    letters = "abcdefghijklmnopqrstuvwxyz"[:size]
    expected = [letter + str(row + 1) for row in range(size) for letter in letters]
    assert [grid.name(cell) for cell in range(grid.cells)] == expected
    assert [grid.cell(name) for name in expected] == list(range(grid.cells))
    assert grid.name(0) == "a1"
    for cell in range(grid.cells):
        x, y = grid.place(cell)
        near = set()
        for other in range(max(0, cell - 2 * size), min(grid.cells, cell + 2 * size + 1)):
            there = grid.place(other)
            if abs(there[0] - x) + abs(there[1] - y) == 1:
                near.add(other)
        assert set(grid.neighbours[cell]) == near


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


@pytest.mark.parametrize("size", [0, 14, -1])
def test_impossible_hex_sizes_are_refused(size):
    """GEO-1: rows end at z."""
    with pytest.raises(ValueError, match="1 to 13"):
        HexGrid(size)


@pytest.mark.parametrize("size", [0, 27, -1])
def test_impossible_square_sizes_are_refused(size):
    """GEO-4: columns end at z."""
    with pytest.raises(ValueError, match="1 to 26"):
        SquareGrid(size)


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


def test_groups_are_whole_chains_of_neighbours():
    """GEO-5: same-coloured pieces joined by adjacency; leaders belong to their colour's groups."""
    game = start("organica", 4)
    for cell, piece in (("d4", 1), ("d5", 3), ("e5", 1), ("d6", 2), ("d2", 1)):
        game._write(game.grid.cell(cell), piece)
    group = game._group(game.grid.cell("d4"))
    assert sorted(game.grid.name(cell) for cell in group) == ["d4", "d5", "e5"]
    assert sorted(game._group(game.grid.cell("d5"))) == sorted(group)
    assert game._group(game.grid.cell("a4")) == []
    square = start("orcoon", 4)
    for cell in ("a1", "b2", "b1"):
        square._write(square.grid.cell(cell), 2)
    assert len(square._group(square.grid.cell("a1"))) == 3
    square._write(square.grid.cell("b1"), 0)
    assert len(square._group(square.grid.cell("a1"))) == 1


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


@pytest.mark.parametrize("size", SQUARE_SIZES)
def test_a_rhombus_has_the_names_of_a_square_and_the_neighbours_of_a_hexagon(size):
    """GEO-7: six neighbours, all one pitch away; the places are those of the panel's cells that it lies on."""
    grid, square = RhombusGrid(size), SquareGrid(size)
    assert grid.board == f"rhombus{size}"
    assert [grid.name(cell) for cell in range(grid.cells)] == [square.name(cell) for cell in range(square.cells)]
    places = [grid.place(cell) for cell in range(grid.cells)]
    for cell in range(grid.cells) if size < 12 else (0, size + 1, grid.cells - 1):
        near = {other for other in range(grid.cells) if isclose(dist(places[cell], places[other]), 1, abs_tol=1e-5)}
        assert set(grid.neighbours[cell]) == near
        assert len(grid.neighbours[cell]) == len(near)


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
