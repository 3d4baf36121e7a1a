"""The catalogue says of every game what the game's own module says."""

from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import catalogue, check_options, game_class, option_words


@pytest.mark.parametrize("name", games.NAMES)
def test_a_line_agrees_with_the_game(name: str) -> None:
    game = game_class(name)
    kind, least, most, usual, _, _ = catalogue.GAMES[name]
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
