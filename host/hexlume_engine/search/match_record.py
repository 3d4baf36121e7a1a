"""Games of a match for the store: as every other game, with the programs as players."""

from typing import Any

from hexlume.games.outcome import RESIGNED
from hexlume.games.pieces import COLOURS
from hexlume_record.formats.checked_game import CheckedGame, identity
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, StoredEvent
from hexlume_record.game.record import ImportedGame
from hexlume_record.words.text import option_texts

from .match import FAULT, MatchGame, Terms

_WHO = "match"


def imported(terms: Terms, played: MatchGame) -> ImportedGame:
    """Return a game of a match as the store takes it in; the same game always has the same id.

    A game that a program lost by a fault is abandoned where it stood: no rule ended it.
    """
    at, game = played.started, played.game
    data: dict[str, Any] = {"rules": game.NAME, "board": game.grid.board, "options": dict(game.options)}
    replay = CheckedGame(_WHO, StoredEvent(0, START, 0, data, at))
    for action in game.actions():
        replay.add(_WHO, ACTION, {"action": action, "colour": COLOURS[replay.game.to_move]}, at)
    outcome = game.outcome
    if outcome is None or outcome.reason == FAULT:
        replay.add(_WHO, ABANDON, {}, at)
    else:
        kind = CONCLUDE if outcome.reason == RESIGNED else RESULT
        replay.add(_WHO, kind, {"result": outcome.result, "reason": outcome.reason}, at)
    seats = (terms.first, terms.second)
    one, two = seats[played.starter], seats[1 - played.starter]
    white, black = (one, two) if COLOURS[game.FIRST] == "white" else (two, one)
    facts = [game.NAME, game.grid.board, *option_texts(game.options), white, black]
    return ImportedGame(
        game=identity([*facts, *game.actions(), str(terms.seed), str(played.number), at.isoformat()]),
        device="",
        panel="",
        firmware="",
        white=white,
        black=black,
        started_at=at,
        events=tuple(replay.events),
    )
