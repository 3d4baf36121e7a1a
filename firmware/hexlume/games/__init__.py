"""The games: one folder each, with its rules and what else belongs to that game alone.

``start`` is the one way to begin a game.
"""

from .catalogue import NAMES as NAMES
from .catalogue import all_options as all_options
from .catalogue import check_options as check_options
from .catalogue import game_class as game_class
from .catalogue import option_words as option_words
from .catalogue import part as part
from .catalogue import start as start
from .catalogue import words_to_options as words_to_options
from .game import Game as Game
from .game import IllegalAction as IllegalAction
from .game import OptionError as OptionError
