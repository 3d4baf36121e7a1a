"""External games: folders that the owner names, and installed packages with the entry point ``hexlume.games``.

A game's code is loaded because the owner named its folder or installed its package. Nothing that comes over the
network, the serial line or from a file can name one.
"""

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

VARIABLE = "HEXLUME_GAMES"
"""The variable with the folders, separated as in ``PATH``; processes that are started inherit it."""
ENTRY_POINT = "hexlume.games"
"""The group of entry points; each is named after the game and names the package that is the game's folder."""


def use_folders(named: Sequence[str]) -> list[str]:
    """Load the games of some folders, each several as in ``PATH``, and of installed packages.

    Return a sentence for each package that cannot be found. Call it before ``hexlume.games`` is imported.
    """
    # Imported here, since help needs it not and should be quick.
    from importlib.metadata import entry_points  # noqa: PLC0415

    separate = os.pathsep.join(named).split(os.pathsep)
    folders = [str(Path(folder).expanduser().resolve()) for folder in separate if folder]
    problems = []
    for point in entry_points(group=ENTRY_POINT):
        try:
            spec = find_spec(point.value)
        except (ImportError, ValueError):
            spec = None
        if spec is None or not spec.submodule_search_locations:
            problems.append(f"The installed game {point.name} is left out: there is no package {point.value}.")
        else:
            folders.append(str(Path(next(iter(spec.submodule_search_locations))).resolve()))
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys(folders))
    if folders:
        from .guarded_calls import load_games  # noqa: PLC0415 - it imports the games, which take long

        load_games()
    return problems
