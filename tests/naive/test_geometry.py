"""GEO-1 to GEO-5 on boards small enough to check by eye."""

import pytest

from . import geometry


@pytest.mark.parametrize("size", range(1, 14))
def test_a_hexagon_has_3n_times_n_minus_1_plus_1_cells(size):  # GEO-1
    assert len(geometry.hexagon(size)) == 3 * size * (size - 1) + 1


def test_hex4_rows_and_centre():  # GEO-1
    cells = geometry.hexagon(4)
    assert [sum(name[0] == row for name in cells) for row in "abcdefg"] == [4, 5, 6, 7, 6, 5, 4]
    assert sorted(geometry.hex_neighbours(4)["d4"]) == ["c3", "c4", "d3", "d5", "e3", "e4"]
    assert cells["d4"] == (0, 0)  # GEO-2


def test_neighbours_below_and_above_the_middle_row():  # GEO-1, GEO-2
    near = geometry.hex_neighbours(4)
    assert sorted(near["a1"]) == ["a2", "b1", "b2"]
    assert sorted(near["b2"]) == ["a1", "a2", "b1", "b3", "c2", "c3"]
    assert sorted(near["e1"]) == ["d1", "d2", "e2", "f1"]
    assert sorted(near["g4"]) == ["f4", "f5", "g3"]


def test_the_middle_row_of_hex9_reaches_two_digits():  # GEO-1
    assert geometry.hexagon(9)["i17"] == (8, 0)


def test_border_of_hex4():  # GEO-3
    places = geometry.border_places(4)
    corners = {name for name, place in places.items() if place.startswith("corner")}
    assert corners == {"a1", "a4", "d1", "d7", "g1", "g4"}
    edges = {}
    for name, place in places.items():
        if name not in corners:
            edges.setdefault(place, set()).add(name)
    assert sorted(map(sorted, edges.values())) == [
        ["a2", "a3"],
        ["b1", "c1"],
        ["b5", "c6"],
        ["e1", "f1"],
        ["e6", "f5"],
        ["g2", "g3"],
    ]


@pytest.mark.parametrize("size", range(3, 14))
def test_six_corners_and_six_edges_of_n_minus_2_cells(size):  # GEO-3
    places = list(geometry.border_places(size).values())
    assert sorted(places.count(place) for place in set(places)) == sorted([1] * 6 + [size - 2] * 6)


def test_square_points_and_neighbours():  # GEO-4
    assert len(geometry.square(9)) == 81
    assert geometry.square(9)["i1"] == (8, 0)
    assert sorted(geometry.square_neighbours(4)["a1"]) == ["a2", "b1"]
    assert sorted(geometry.square_neighbours(4)["b2"]) == ["a2", "b1", "b3", "c2"]


def test_groups_are_maximal():  # GEO-5
    parts = geometry.components(["a1", "b2", "a4", "b1"], geometry.hex_neighbours(4))
    assert sorted(map(sorted, parts)) == [["a1", "b1", "b2"], ["a4"]]
