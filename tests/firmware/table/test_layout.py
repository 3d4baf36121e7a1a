"""Which boards fit a panel, and where they lie: the same without a game's rules as with them."""

import pytest

from hexlume import games
from hexlume.games import game_class
from hexlume.games.game import OptionError
from hexlume.games.grid import NO_CELL
from hexlume.hardware.panel import PANEL_SIZES, panel_grid
from hexlume.table.layout import Layout, layout_of, sizes, start_on, usual_size

PANELS = [f"{kind}{size}" for kind, sizes in PANEL_SIZES.items() for size in sizes]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", PANELS)
def test_what_fits_and_where_it_lies_is_what_layout_does(name: str) -> None:
    panel = panel_grid(name)
    for rules in games.NAMES:
        game = game_class(rules)
        fitting = []
        for size in range(game.MIN_SIZE, game.MAX_SIZE + 1):
            try:
                layout = Layout(panel, game.GRID(size))
            except ValueError:
                continue
            fitting.append(size)
            assert layout.to_game == layout_of(panel, rules, size).to_game
        assert sizes(panel, rules) == fitting
        usual = [size for size in fitting if size <= game.DEFAULT_SIZE]
        assert usual_size(panel, rules) == max(usual, default=0)


def test_game_without_a_size_starts_on_the_usual_one_of_its_panel() -> None:
    assert [start_on(panel_grid("hex4"), "droched", size, {}).size for size in (0, 3)] == [4, 3]
    assert start_on(panel_grid("hex9"), "droched", 0, {}).size == game_class("droched").DEFAULT_SIZE
    with pytest.raises(OptionError, match=r"^orcoon can't be played on a hex2 panel$"):
        start_on(panel_grid("hex2"), "orcoon", 0, {})


@pytest.mark.parametrize(("panel", "corner"), [("square9", "c3"), ("hex5", "c1")])
def test_smaller_board_lies_in_the_middle_of_its_panel(panel: str, corner: str) -> None:
    grid = panel_grid(panel)
    layout = layout_of(grid, "orcoon", 5)
    assert layout.to_game.count(NO_CELL) == grid.cells - 25
    assert grid.name(layout.to_panel[0]) == corner
