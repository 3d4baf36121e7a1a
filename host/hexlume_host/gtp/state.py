"""Commands that show the game and leave it as it is."""

import json

from ..game.diagram import position_text
from ..game.text import due_words, outcome_words
from .arguments import expect, whole_number
from .error import GtpError
from .perft import perft
from .session import Session


def showboard(session: Session, arguments: tuple[str, ...]) -> str:
    """Show the board for people, with what is off it, and who is to do what or how the game ended."""
    expect(arguments, 0)
    game = session.game
    due = due_words(game, game.legal_actions()) or outcome_words(game)
    return f"\n{position_text(game)}\n{due}"


def final_score(session: Session, arguments: tuple[str, ...]) -> str:
    """Return the result of a finished game: ``W+``, ``B+`` or ``0`` (rule ACT-2)."""
    expect(arguments, 0)
    if session.game.result is None:
        raise GtpError("cannot score: the game is not over")
    return session.game.result


def hexlume_legal(session: Session, arguments: tuple[str, ...]) -> str:
    """Return all legal actions, sorted by code point (rule ACT-6); nothing when the game is over."""
    expect(arguments, 0)
    return " ".join(session.game.legal_texts())


def hexlume_state(session: Session, arguments: tuple[str, ...]) -> str:
    """Return the position as JSON (rule ACT-5)."""
    expect(arguments, 0)
    return json.dumps(session.game.position(), separators=(",", ":"))


def hexlume_perft(session: Session, arguments: tuple[str, ...]) -> str:
    """Count the sequences of so many actions from here on."""
    expect(arguments, 1)
    return str(perft(session.game, whole_number(arguments[0])))
