"""What a game's state is in words a player understands."""

from hexlume import notation
from hexlume.games.contract import Game
from hexlume.pieces import COLOURS

_WORK = {
    notation.PLACE: "place a {colour} disc",
    notation.PLACE_PAWN: "place a pawn",
    notation.PLACE_LEADER: "place a leader",
    notation.STEP: "move a disc",
    notation.CAPTURE: "capture a pawn with a leader",
    notation.SWAP: "swap colours",
    notation.PASS: "pass",
    notation.DONE: "say that the fill is done",
    notation.END: "end the turn",
    notation.FREE: "free a stone from the prison",
    notation.KOMI: "choose the komi",
    notation.TAKE_BLACK: "take black",
    notation.TAKE_WHITE: "take white",
}
"""What the hands do for each kind of action, in the order in which it is told."""


def due_words(game: Game, legal: list[int]) -> str:
    """Return who is to do what, such as ``White: place a disc of either colour``; empty once the game is over.

    ``legal`` are the codes of all legal actions.
    """
    if not legal:
        return ""
    kinds = {notation.kind(code) for code in legal}
    ways = []
    if notation.PLACE_WHITE in kinds and notation.PLACE_BLACK in kinds:
        ways.append("place a disc of either colour")
    elif notation.PLACE_WHITE in kinds or notation.PLACE_BLACK in kinds:
        ways.append(f"place a {'white' if notation.PLACE_WHITE in kinds else 'black'} disc")
    if notation.REPLACE in kinds:
        ways.append("turn over one of the pulsing discs" if len(legal) > 1 else "turn over the pulsing disc")
    colour = COLOURS[game.to_move]
    ways += [way.format(colour=colour) for kind, way in _WORK.items() if kind in kinds]
    return f"{colour.capitalize()}: {', or '.join(ways)}"


def result_words(result: str | None, reason: str | None) -> str:
    """Return a game's result as a sentence's words, such as ``White wins: larger group …``; empty without one."""
    if result is None:
        return ""
    words = {"W+": "White wins", "B+": "Black wins"}.get(result, "Draw")
    return f"{words}: {reason}" if reason else words


def option_text(value: bool | int | str) -> str:
    """Return an option's value as people write it: ``on``, ``off``, ``3``, ``corners`` (rule ACT-7)."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)
