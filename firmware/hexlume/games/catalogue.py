"""The catalogue: which games there are, what the menu offers of each, and how one is started.

A game is a folder here. Its ``__init__`` states ``ORDER``, its place among the games, ``GRID``, the kind of its board,
``SIZES``, the smallest, largest and default size, and ``OPTIONS``, what the menu offers besides the defaults: words
that differ from them, the later ones left out where a panel's row is short. With ``OWNED_EDGES`` black owns the first
row and the last, white the columns. Its function ``blocked``, if any, takes a
size and returns the coordinates of cells that are off that board. ``rules`` has the class of the game as
``GAME``, which gets its name, grid and sizes from here. Other parts, such as ``evaluation`` for the engine and
``preview`` for the menu, are there if a game has them; ``texts`` is for user interfaces and not on a board.

A board has the games of strangers that were deployed to it in this folder too; a computer finds them outside
(``external``). One that cannot be imported is left out, and the others play.
"""

import os

from .game import Game, OptionError
from .grid import GRIDS
from .pieces import BLACK, WHITE

if False:  # for type checkers only
    from typing import Any, Callable, Mapping, Sequence


def _folder(name: str) -> str:
    """Return the folder of a game; without a name that of this package."""
    # A text on a microcontroller, in a list on other Pythons.
    path: "Any" = _imported(name).__path__
    return path if isinstance(path, str) else str(path[0])


def _imported(*names: str) -> "Any":
    """Return a module of this package, or of one in it, by its names; for an empty one this package."""
    # With something asked for of it, ``__import__`` returns the module itself.
    return __import__(".".join(names), globals(), None, ("__name__",), 1)


GAMES: "dict[str, tuple[str, int, int, int, str, Any]]" = {}
"""For each game: its grid's kind, smallest, largest and default size, the options that the menu offers, ``blocked``."""
BROKEN: dict[str, str] = {}
"""Games that are left out, by name or folder, each with a sentence that says why."""


def _load(folders: "dict[str, str]", package: "Callable[[str], Any]") -> tuple[str, ...]:
    """Add games to ``GAMES``, or if they fail to ``BROKEN``; return the names of those added, in their order.

    ``folders`` has their folders by their names, ``package`` imports a game.
    """
    found = []
    for name in folders:
        try:
            game = package(name)
            least, most, usual = game.SIZES
            GAMES[name] = game.GRID, least, most, usual, game.OPTIONS, getattr(game, "blocked", None)
            found.append((game.ORDER, name))
        except (Exception, SystemExit) as error:
            BROKEN[name] = "The game in %s is left out (%s: %s)." % (folders[name], type(error).__name__, error)
    return tuple([name for _, name in sorted(found)])


NAMES = _load({name: name for name in os.listdir(_folder("")) if "." not in name and name[0] != "_"}, _imported)
"""Every game that can be played, in the order that the games state; those of strangers on a computer come last."""
if "external.py" in os.listdir(_folder("")):
    NAMES += _imported("external").load(_load, NAMES, BROKEN)


def part(name: str, what: str) -> "Any":
    """Return a module of a game's folder by its name, such as ``evaluation``, or ``None`` if the game has none."""
    files = os.listdir(_folder(name))
    return _imported(name, what) if what + ".py" in files or what + ".mpy" in files else None


def edges(name: str, size: int) -> list[tuple[int, int, int]]:
    """Return column, row and owner of the cells at the edges that colours own, but the corners, which both do.

    There are none in most games.
    """
    if not getattr(_imported(name), "OWNED_EDGES", False):
        return []
    last = size - 1
    return [
        cell
        for along in range(1, last)
        for cell in ((0, along, WHITE), (last, along, WHITE), (along, 0, BLACK), (along, last, BLACK))
    ]


def course(name: str) -> str | None:
    """Return the path of a game's course of lessons (``hexlume.play.lesson``), or ``None`` if it has none."""
    folder = _folder(name)
    return folder + "/course.jsonl" if "course.jsonl" in os.listdir(folder) else None


def game_class(name: str) -> type[Game]:
    """Return the class of a game; raises ``OptionError`` for a name that is no game's."""
    if name not in GAMES:
        raise OptionError("'%s' is no game: choose one of %s" % (str(name)[:40], ", ".join(NAMES)))
    try:
        rules: "type[Game]" = _imported(name, "rules").GAME
    except Exception as error:
        raise OptionError("%s cannot be played: %s: %s" % (name, type(error).__name__, error))
    kind, rules.MIN_SIZE, rules.MAX_SIZE, rules.DEFAULT_SIZE, _, blocked = GAMES[name]
    rules.NAME, rules.GRID = name, GRIDS[kind]
    rules.blocked = staticmethod(blocked) if blocked else None
    return rules


def start(name: str, size: int = 0, options: "Mapping[str, object] | None" = None) -> Game:
    """Start a game on a board of ``size`` cells a side (0: the game's default).

    ``options`` maps option names to values, as Python values or as text (``on``, ``3``, ``corners``).
    Raises ``OptionError`` naming what is wrong (ACT-7).
    """
    chosen = game_class(name)
    size = size or chosen.DEFAULT_SIZE
    if not chosen.MIN_SIZE <= size <= chosen.MAX_SIZE:
        raise OptionError(
            "%s is played on %s boards of %d to %d a side, not %s"
            % (name, chosen.GRID.kind, chosen.MIN_SIZE, chosen.MAX_SIZE, str(size)[:40])
        )
    checked = check_options(chosen, options or {})
    try:
        return chosen(size, checked)
    except Exception as error:
        # A stranger's rules must not stop the board.
        raise OptionError("%s cannot be started: %s: %s" % (name, type(error).__name__, error))


def check_options(chosen: type[Game], options: "Mapping[str, object]") -> dict[str, bool | int | str]:
    """Return all options of a game with the given ones filled in; raises ``OptionError`` (ACT-7)."""
    checked = dict(chosen.DEFAULTS)
    for option, value in options.items():
        if option not in checked:
            raise OptionError("%s has no option '%s'" % (chosen.NAME, str(option)[:40]))
        choices: "Sequence[bool | int | str]" = chosen.CHOICES.get(option, (False, True))
        found = [choice for choice in choices if _word(choice) == _word(value)]
        if not found:
            raise OptionError("%s is one of %s, not '%s'" % (option, ", ".join(map(_word, choices)), str(value)[:40]))
        checked[option] = found[0]
    if checked.get("pie") and checked.get("komi"):
        raise OptionError("pie and a komi other than 0 do not go together: choose one")
    return checked


def all_options(name: str, words: str) -> dict[str, bool | int | str]:
    """Return all options of a game, those in words (``komi=3 pie=on``) set; raises ``OptionError`` (ACT-7)."""
    return check_options(game_class(name), words_to_options(words))


def option_words(game: Game | type[Game], options: dict[str, bool | int | str]) -> str:
    """Return a game's options that differ from its defaults as words, sorted: ``handicap=2 komi=1``."""
    changed = [option for option in sorted(options) if options[option] != game.DEFAULTS[option]]
    return " ".join([option + "=" + _word(options[option]) for option in changed])


def words_to_options(words: str) -> dict[str, str]:
    """Return option words as a dictionary for ``start``."""
    return {option: value for option, _, value in [word.partition("=") for word in words.split()]}


def _word(value: object) -> str:
    """Return an option's value as text: ``on``, ``3``, ``corners``."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def options(rules: str) -> tuple[str, ...]:
    """Return the options that the menu offers for a game, as the words that differ from the defaults."""
    return ("",) + tuple(GAMES[rules][4].split())
