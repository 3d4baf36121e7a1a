"""Places of actions in tables: each action that can be met at several moments of a game has one number."""

from .compiled import Numbers, compiled, entry
from .state import ORGANICA, OROCHI, T_CELLS, T_GAME, T_NEAR

_STEP, _CAPTURE, _FIRST_WORD = 7, 8, 9
_WORDS = 8
_ORGANICA_PLANES = 8


@compiled
def action_index(t: Numbers, action: int) -> int:
    """Return an action's place in a table of ``actions_of(t)``.

    A step and a capture over the same side share a place, and so do all values of a komi.
    """
    cells = t[T_CELLS]
    what, cell = action >> 20, action >> 10 & 1023
    if what >= _FIRST_WORD:
        return actions_of(t) - 1 - (what - _FIRST_WORD)
    game = t[T_GAME]
    if game == OROCHI:
        return (what - 1) * cells + cell
    if game == ORGANICA:
        if what not in (_STEP, _CAPTURE):
            return (what - 5) * cells + cell
        target = action & 1023
        for side in range(6):
            if t[T_NEAR + 6 * cell + side] == target:
                return (2 + side) * cells + cell
    return cell


@entry
def actions_of(t: Numbers) -> int:
    """Return how many places a table of a game's actions has."""
    planes = 1
    if t[T_GAME] == OROCHI:
        planes = 3
    elif t[T_GAME] == ORGANICA:
        planes = _ORGANICA_PLANES
    return planes * t[T_CELLS] + _WORDS
