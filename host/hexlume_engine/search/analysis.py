"""What a search finds: the actions of a position with their chances, as the rest of the host reads them."""

from dataclasses import dataclass

from hexlume.games import notation
from hexlume.games.pieces import WHITE, other

from .level import calibrate
from .value import CHANCE, DRAW, LOSS, WIN

DRAWN = 3
"""The proven result of a drawn position; a colour's win is the colour's code, 0 is not proven."""
LONGEST_VARIATION = 12
FEWEST_IN_VARIATION = 8


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the engine thinks of a legal action.

    ``visits`` are the playouts through it; ``chance`` is the chance to win of who chooses it, a draw counting half, 0
    to 1; ``proven`` is ``"win"``, ``"loss"`` or ``"draw"`` for that player where it is certain, else ``None``;
    ``variation`` the actions expected from it on, itself the first. ``mean`` is that player's average result of these
    playouts, 0 to 1: the chance before it is calibrated.
    """

    action: int
    visits: int
    chance: float
    proven: str | None
    variation: tuple[int, ...]
    mean: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the engine thinks of a position: its actions, the best first, and the playouts behind it.

    ``chance`` is that of the player to act; ``proven`` as a candidate's.
    """

    candidates: tuple[Candidate, ...]
    playouts: int
    chance: float
    proven: str | None


def candidate(
    action: int, mover: int, visits: int, white: float, proven: int, variation: tuple[int, ...], calibration: float
) -> Candidate:
    """Return what is thought of an action of ``mover``'s.

    ``white`` is white's average result of these playouts, and ``proven`` the result, both by colours as the seats have
    them after the action.
    """
    owner = other(mover) if notation.swaps_seats(action) else mover
    outcome = outcome_word(proven, owner)
    mean = white if owner == WHITE else 1 - white
    chance = calibrate(mean, calibration) if outcome is None else CHANCE[outcome]
    return Candidate(action, visits, chance, outcome, (action, *variation), mean)


def outcome_word(proven: int, colour: int) -> str | None:
    """Return what a proven result is for a colour."""
    if proven == 0:
        return None
    return DRAW if proven == DRAWN else WIN if proven == colour else LOSS
