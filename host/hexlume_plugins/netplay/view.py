"""View of a network game: what its pages show, as JSON, and why nothing can be done on a cell."""

from typing import TYPE_CHECKING, Any

from hexlume_host.game_files.rule_sheet import on_sheet
from hexlume_record.game.record import SEAT_SWAPS
from hexlume_record.game.view import position_view
from hexlume_record.table.table_words import Refusal, closed_cells
from hexlume_record.words.text import clock_words, options_label, played_words

from .messages import GUEST, HOST, OFFERS, opposite

if TYPE_CHECKING:
    from .session import Session


def session_view(session: "Session") -> dict[str, Any]:
    """Return what pages show of one side of a game; before both sides know it, there is no ``position``."""
    game, role, offer = session.game, session.role, session.offer
    state: dict[str, Any] = {
        "event": "netplay",
        "id": session.saved.key,
        "joined": game is not None,
        "here": session.connected,
        "other": session.names[opposite(role)],
        "host": session.names[HOST],
        "rules": session.saved.notes.get("start", {}).get("rules", ""),
        "sentences": list(session.sentences),
        "problem": session.problem,
        "ended": session.ended,
    }
    if game is None:
        return state
    record = session.saved.record() if session.over else None
    mine = session.turn == role
    return state | {
        "rules": game.rules,
        "board": game.board,
        "options": options_label(game.options),
        "position": position_view(session.match.game, game.legal_codes if mine else None, whole_turn=True),
        "played": _played(session),
        "colour": session.colour_of(role),
        "mine": mine,
        "players": {session.colour_of(one): session.names[one] for one in (HOST, GUEST)},
        "actions": [[action.action, action.colour] for action in game.actions],
        "offer": offer and {"mine": offer.by == role, "do": offer.do, "what": OFFERS[offer.do]},
        "number": record and record.id,
        "waiting": session.pending,
        "control": clock_words(game.control),
        "clock": session.clock,
    }


def _played(session: "Session") -> str:
    """Return the last turn as a sentence, with the name of who played it."""
    if session.game is None or not session.game.actions:
        return ""
    last = session.game.actions[-1]
    # Who has exchanged the seats has the other colour now.
    role = HOST if (session.colour_of(HOST) == last.colour) != (last.action in SEAT_SWAPS) else GUEST
    return played_words(session.match.game, session.names[role] or last.colour.capitalize())


def why_not(session: "Session", cell: str) -> Refusal:
    """Return why this side's person can do nothing on a cell now."""
    with session.lock:
        if session.turn != session.role:
            return Refusal("The game is over." if session.over else "It is the other side's turn.")
        game = session.match.game
        nothing = Refusal(f"Nothing can be done on {cell[:20]} now.")
        return on_sheet(game.NAME, closed_cells(game, ()).get(cell, nothing))
