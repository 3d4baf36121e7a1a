"""Commands that show the game and leave it as it is."""

import json

from hexlume_record.game.diagram import position_text
from hexlume_record.game.perft import perft
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.words.text import due_words, outcome_words

from .arguments import whole_number
from .error import GtpError
from .session import Session


def showboard(session: Session) -> str:
    """Show the board for people, with what is off it, and who is to do what or how the game ended."""
    game = session.game
    due = due_words(game, game.legal_actions()) or outcome_words(game)
    return f"\n{position_text(game)}\n{due}"


def final_score(session: Session) -> str:
    """Return the result of a finished game: ``W+``, ``B+`` or ``0`` (rule ACT-2)."""
    if session.game.result is None:
        raise GtpError("cannot score: the game is not over")
    return session.game.result


def hexlume_legal(session: Session) -> str:
    """Return all legal actions, sorted by code point (rule ACT-6); nothing when the game is over."""
    return " ".join(legal_texts(session.game))


def hexlume_state(session: Session) -> str:
    """Return the position as JSON (rule ACT-5)."""
    return json.dumps(position_of(session.game), separators=(",", ":"))


def hexlume_perft(session: Session, depth: str) -> str:
    """Count the sequences of ``depth`` actions from here on."""
    return str(perft(session.game, whole_number(depth)))
