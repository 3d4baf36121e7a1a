"""The law of a game's hints (``evaluation.py``), by which the board's own opponent plays."""

from hexlume import games
from hexlume.games.pieces import BLACK, WHITE

from .contract import Visit, difference, state

_MOST_LEAD = 45


def hints_are_sound(visit: Visit) -> str | None:
    """The lead is a number that is opposite for the two colours, and asking for hints changes nothing."""
    game, hints = visit.game, games.part(visit.game.NAME, "evaluation")
    if hints is None or game.outcome is not None:
        return None
    before = state(game)
    if hasattr(hints, "lead"):
        leads = [hints.lead(game, colour) for colour in (WHITE, BLACK)]
        if any(type(lead) is not int or abs(lead) > _MOST_LEAD for lead in leads) or leads[0] != -leads[1]:
            return (
                f"lead in evaluation.py returns {leads[0]!r} for white and {leads[1]!r} for black, instead of an int "
                f"from -{_MOST_LEAD} to {_MOST_LEAD} and its opposite"
            )
    if hasattr(hints, "random_piece"):
        piece = hints.random_piece(game, visit.choice.randrange)
        if piece not in (1, 2, 3, 4):
            return f"random_piece in evaluation.py returns {piece!r}, which is no piece"
    changed = difference(before, state(game))
    return f"Asking the hints in evaluation.py changes the {changed}" if changed else None
