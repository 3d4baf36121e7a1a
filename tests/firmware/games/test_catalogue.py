"""The catalogue says of every game what the game's own module says."""

from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import catalogue, check_options, game_class, option_words
from hexlume.games.grid import NO_CELL
from hexlume.sensing.layout import Layout
from hexlume.sensing.panel import HEX_PANELS, SQUARE_PANELS, panel_grid

PANELS = [f"hex{size}" for size in HEX_PANELS] + [f"square{size}" for size in SQUARE_PANELS]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_line_agrees_with_the_game(name: str) -> None:
    game = game_class(name)
    kind, least, most, usual, _ = catalogue.GAMES[name]
    options = catalogue.options(name)
    assert (kind, least, most, usual) == (game.GRID.kind, game.MIN_SIZE, game.MAX_SIZE, game.DEFAULT_SIZE)
    assert options[0] == "" and len(set(options)) == len(options)
    for words in options:
        given = dict(word.split("=") for word in words.split())
        assert option_words(game, check_options(game, given)) == words


def test_the_games_come_in_the_order_that_they_state() -> None:
    assert games.NAMES == ("orochi", "sibling", "orcoon", "organica", "droched", "hex")


def test_every_folder_of_a_game_is_found() -> None:
    folders = {path.name for path in Path(catalogue.__file__).parent.iterdir() if (path / "rules.py").is_file()}
    assert set(games.NAMES) == folders == set(catalogue.GAMES)


def test_a_part_is_none_for_a_game_that_has_none() -> None:
    assert games.part("sibling", "evaluation") is None
    assert games.part("orcoon", "evaluation").lead


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
            lies_on = [layout.to_game[cell] != NO_CELL for cell in range(panel.cells)]
            assert lies_on == [catalogue.on_board(panel, cell, rules, size) for cell in range(panel.cells)]
        assert catalogue.sizes(panel, rules) == fitting
        usual = [size for size in fitting if size <= game.DEFAULT_SIZE]
        assert catalogue.usual_size(panel, rules) == max(usual, default=0)
