"""The games: one folder each, with its rules and what else belongs to that game alone.

``start`` is the one way to begin a game.
"""

from .catalogue import NAMES, all_options, check_options, game_class, option_words, part, start, words_to_options
from .game import Game, IllegalAction, OptionError

__all__ = (
    "NAMES",
    "Game",
    "IllegalAction",
    "OptionError",
    "all_options",
    "check_options",
    "game_class",
    "option_words",
    "part",
    "start",
    "words_to_options",
)
