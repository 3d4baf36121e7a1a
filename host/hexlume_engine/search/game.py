"""The rules of all games behind one set of functions, so that what searches is compiled once."""

from .compiled import Numbers, compiled, entry
from .positions import droched, orcoon, organica, orochi, sibling
from .state import (
    CHECKED,
    DROCHED,
    ORCOON,
    ORGANICA,
    OROCHI,
    SIBLING,
    T_GAME,
    USED,
)


@entry
def begin(s: Numbers, t: Numbers) -> None:
    """Make the position at a game's start."""
    game = t[T_GAME]
    if game == OROCHI:
        orochi.begin(s, t)
    elif game == SIBLING:
        sibling.begin(s, t)
    elif game == ORCOON:
        orcoon.begin(s, t)
    elif game == ORGANICA:
        organica.begin(s, t)
    elif game == DROCHED:
        droched.begin(s, t)


@entry
def legal(s: Numbers, t: Numbers, w: Numbers, out: Numbers) -> int:
    """List the codes of all legal actions, in any order, and return how many there are; none once the game is over."""
    game = t[T_GAME]
    if game == OROCHI:
        return orochi.legal(s, t, w, out)
    if game == SIBLING:
        return sibling.legal(s, t, w, out)
    if game == ORCOON:
        return orcoon.legal(s, t, w, out)
    if game == ORGANICA:
        return organica.legal(s, t, w, out)
    return droched.legal(s, t, w, out)


@compiled
def any_legal(s: Numbers, t: Numbers, w: Numbers, rng: Numbers, informed: bool) -> int:
    """Return the code of a legal action, all with the same chance; -1 once the game is over.

    Informed, it leaves out what is senseless in a playout: Orcoon's words while there is a placement.
    """
    game = t[T_GAME]
    if game == OROCHI:
        return orochi.any_legal(s, t, w, rng)
    if game == SIBLING:
        return sibling.any_legal(s, t, w, rng)
    if game == ORCOON:
        return orcoon.any_legal(s, t, w, rng, informed)
    if game == ORGANICA:
        return organica.any_legal(s, t, w, rng)
    return droched.any_legal(s, t, w, rng)


@entry
def apply(s: Numbers, t: Numbers, w: Numbers, action: int) -> None:
    """Play the code of a legal action; this is not checked."""
    game = t[T_GAME]
    if game == OROCHI:
        orochi.apply(s, t, w, action)
    elif game == SIBLING:
        sibling.apply(s, t, w, action)
    elif game == ORCOON:
        orcoon.apply(s, t, w, action)
    elif game == ORGANICA:
        organica.apply(s, t, w, action)
    elif game == DROCHED:
        droched.apply(s, t, w, action)


@compiled
def copy(source: Numbers, target: Numbers) -> None:
    """Copy a position."""
    for at in range(source[USED]):
        target[at] = source[at]
    # It speaks of the source's working memory.
    target[CHECKED] = 0
