"""Games of a match for the store: as every other game, with the programs as players."""

from datetime import datetime
from hashlib import sha256
from typing import Any

from hexlume import games
from hexlume.games.outcome import RESIGNED
from hexlume.games.pieces import COLOURS
from hexlume_record.formats.checked_game import CheckedGame
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, StoredEvent
from hexlume_record.game.record import ImportedGame

from .match import FAULT, RESIGNATION, MatchGame, Terms

_WHO = "match"


def imported(terms: Terms, played: MatchGame, repeatable: bool = False) -> ImportedGame:
    """Return a game of a match as the store takes it in; the same game always has the same id.

    ``repeatable``: played again the game is the same one, whenever that is.

    A game that a program lost by a fault is abandoned where it stood: no rule ended it.
    """
    at = datetime.fromisoformat(played.started)
    start = games.start(terms.game, terms.size, terms.options)
    data: dict[str, Any] = {"rules": start.NAME, "on": start.grid.board, "options": dict(start.options)}
    replay = CheckedGame(_WHO, StoredEvent(0, START, 0, data, at))
    for action in played.actions:
        colour = COLOURS[replay.game.to_move]
        replay.add(_WHO, ACTION, {"action": action, "colour": colour}, at)
    outcome = replay.game.outcome
    if played.reason in (RESIGNED, RESIGNATION):
        replay.add(_WHO, CONCLUDE, {"result": played.result, "reason": RESIGNED}, at)
    elif played.reason == FAULT or outcome is None:
        replay.add(_WHO, ABANDON, {}, at)
    else:
        replay.add(_WHO, RESULT, {"result": played.result, "reason": outcome.reason}, at)
    seats = (terms.first, terms.second)
    one, two = seats[played.starter], seats[1 - played.starter]
    white, black = (one, two) if COLOURS[start.FIRST] == "white" else (two, one)
    identity = "\n".join(
        [*replay.identity(white, black), str(terms.seed), str(played.number), "" if repeatable else played.started]
    )
    return ImportedGame(
        game=sha256(identity.encode()).hexdigest()[:32],
        board="",
        panel="",
        firmware="",
        white=white,
        black=black,
        started_at=at,
        events=tuple(replay.events),
    )
