"""External games: folders outside this package that a computer's owner has named; a board has none of this.

``HEXLUME_GAMES`` names them, separated as in ``PATH``. Each is a game's own folder or holds such folders. A game that
is deployed to a board lies in this package there.
"""

import os
import sys

from . import game, grid

if False:  # for type checkers only
    from typing import Any, Callable, Sequence

_PACKAGE = __name__.rsplit(".", 1)[0]
LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
MOST_IN_NAME = 12


FOLDERS: "dict[str, str]" = {}
"""The folder of every external game that can be played, by its name."""


def load(
    add: "Callable[[dict[str, str], Callable[[str], Any]], tuple[str, ...]]",
    taken: "Sequence[str]",
    broken: "dict[str, str]",
) -> "tuple[str, ...]":
    """Add the external games to the catalogue's by ``add``, and return their names in their order."""
    try:
        _find(os.getenv("HEXLUME_GAMES") or "", taken, broken)
    except Exception as error:
        # A bad line of settings.toml.
        broken["HEXLUME_GAMES"] = "HEXLUME_GAMES cannot be used: %s" % error
    names = add(FOLDERS, _checked)
    for name in [name for name in FOLDERS if name not in names]:
        del FOLDERS[name]
    return names


def _find(folders: str, taken: "Sequence[str]", broken: "dict[str, str]") -> None:
    """Fill ``FOLDERS`` with games that can be imported from now on; fills in why others are left out."""
    for named in folders.split(";" if sys.platform == "win32" else ":"):
        folder = named.replace("\\", "/").rstrip("/")
        if not folder:
            continue
        try:
            inside = sorted(os.listdir(folder))
            nested = [folder + "/" + name for name in inside if "." not in name and name[0] != "_"]
            for path in [folder] if "rules.py" in inside else nested:
                name = path.rsplit("/", 1)[-1]
                if "rules.py" not in os.listdir(path):
                    continue
                if name in taken or name in FOLDERS:
                    broken[path] = "The game in %s is left out: there is another game named %s." % (path, name)
                elif not is_name(name):
                    broken[path] = "The game in %s is left out: %s." % (path, NAME_RULE)
                else:
                    FOLDERS[name] = path
                    search: "Any" = sys.modules[_PACKAGE].__path__
                    search.append(path[: -len(name) - 1] or ".")
        except OSError as error:
            broken[folder] = "The games in %s are left out: the folder cannot be read (%s)." % (folder, error.strerror)


NAME_RULE = "a game's name has up to %d small letters and digits, the first a letter" % MOST_IN_NAME


def is_name(text: str) -> bool:
    """Return whether a text can be a game's name."""
    return 0 < len(text) <= MOST_IN_NAME and text[0] > "9" and all([letter in LETTERS_AND_DIGITS for letter in text])


def _checked(name: str) -> "Any":
    """Import a game and return its package; raises an ``Exception`` if something in its folder cannot be used."""
    try:
        stated = _imported(name)
        if not stated.__path__[0].replace("\\", "/").endswith(FOLDERS[name].lstrip("./")):
            raise ValueError("there is another folder %s, which is found first" % stated.__path__[0])
        _check(stated, _imported(name + ".rules").GAME)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ImportError(("its code raises %s %s" % (type(error).__name__, error)).rstrip()) from error
    return stated


def _imported(name: str) -> "Any":
    return __import__(_PACKAGE + "." + name, None, None, ("__name__",))


def _check(stated: "Any", rules: "Any") -> None:
    """Import a game's other parts; raises ``ValueError`` if something in its folder cannot be used."""
    if not (isinstance(rules, type) and issubclass(rules, game.Game)):
        raise ValueError("GAME in rules.py is no class derived from Game")
    if stated.GRID not in grid.GRIDS:
        raise ValueError("GRID in __init__.py is '%s', which is none of %s" % (stated.GRID, ", ".join(grid.GRIDS)))
    for part in ("texts", "preview", "evaluation", "setup"):
        if part + ".py" in os.listdir(stated.__path__[0]):
            try:
                module = _imported(stated.__name__.rsplit(".", 1)[1] + "." + part)
            except Exception as error:
                raise ValueError("%s.py cannot be used: %s: %s" % (part, type(error).__name__, error)) from error
            for table in ("CLAUSES", "REASONS", "ACTIONS", "PLAYED") if part == "texts" else ():
                words = getattr(module, table, {})
                if not isinstance(words, dict) or not all([isinstance(one, str) for one in words.values()]):
                    raise ValueError("%s in texts.py is no dictionary of sentences" % table)
