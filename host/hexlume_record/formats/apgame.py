"""A finished game as AbstractPlay's APGameRecord (docs/record.md, docs/schemas/apgamerecord-1.json).

The format is the one that AbstractPlay publishes as ``src/schemas/gamerecord.json`` of the repository
AbstractPlay/recranks.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.grid import grid_of
from hexlume.games.pieces import WHITE

from ..errors import RecordError
from ..game.record import FINISHED, GameRecord
from ..game.state import GameState
from ..words.text import game_title, option_texts, reason_words
from .times import time_text

Move = str | dict[str, str] | None


def record_apgame(record: GameRecord) -> dict[str, Any]:
    """Return a finished game, ready for ``json.dumps``.

    Raises ``RecordError`` for a game that is not finished, which the format has no room for, and for one that is not
    legal.
    """
    if record.ending.status != FINISHED or record.ended_at is None:
        raise RecordError(
            f"Game {record.id} is {record.ending.status} and an APGameRecord holds finished games only: "
            "export it as json or text."
        )
    state = GameState.replay(record)
    if not state.legal:
        raise RecordError(f"Game {record.id} cannot be an APGameRecord: {state.problem}")
    start = games.start(record.rules, grid_of(record.board).size, record.options)
    seats = _seats(start)
    header: dict[str, Any] = {
        "game": {
            "name": game_title(record.rules),
            "variants": [record.board, *option_texts(start.options)],
        },
        "site": {"name": "Hexlume", "gameid": record.game},
        "date-start": time_text(record.started_at),
        "date-end": time_text(record.ended_at),
        "date-generated": time_text(datetime.now(UTC)),
        "pied": state.seats_swapped,
        "players": [_player(record, colour) for colour in seats],
    }
    # In words: who reads this format does not know our codes.
    reason = reason_words(record.ending.result, record.ending.reason, state.game)
    return {"header": header, "moves": _moves(state.turns(), seats, reason)}


def _seats(start: Game) -> tuple[str, str]:
    """Return the colours in seating order: seat 1 has the colour that acts first (rule ACT-3)."""
    return ("white", "black") if start.to_move == WHITE else ("black", "white")


def _player(record: GameRecord, colour: str) -> dict[str, Any]:
    """Return the player who has a colour at the end, and whether they won: 1, or 0 for the loser; 1 each for a draw."""
    name = record.players.white if colour == "white" else record.players.black
    lost = record.ending.result == ("B+" if colour == "white" else "W+")
    return {"name": name or colour.capitalize(), "colour": colour, "result": 0 if lost else 1}


def _moves(turns: Sequence[tuple[str, list[str]]], seats: tuple[str, str], reason: str) -> list[list[Move]]:
    """Return the rounds: one entry a seat, ``None`` for a seat that has no turn in the round.

    A round ends when the next turn is that of the same seat or of an earlier one. The last move bears the reason.
    """
    rounds: list[list[Move]] = []
    before = len(seats)
    for number, (colour, actions) in enumerate(turns, 1):
        seat = seats.index(colour)
        if seat <= before or not rounds:
            rounds.append([])
        row = rounds[-1]
        row += [None] * (seat - len(row))
        text = ",".join(actions)
        row.append({"move": text, "result": reason} if number == len(turns) and reason else text)
        before = seat
    return [row + [None] * (len(seats) - len(row)) for row in rounds]
