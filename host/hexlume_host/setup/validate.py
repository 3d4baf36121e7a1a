"""Games set up from positions: what is refused and why, and what a game's position is in full."""

from typing import Any

from hexlume.games.droched.rules import Droched
from hexlume.games.game import MOVING, SETTING_UP, Game
from hexlume.games.grid import NO_CELL
from hexlume.games.orcoon.rules import Orcoon
from hexlume.games.organica.rules import Organica
from hexlume.games.pieces import BLACK, EMPTY
from hexlume.games.sibling.rules import Sibling

from .games import BEGUN
from .position import Position
from .refusal import PositionError


def game_of(position: Position) -> Game:
    """Return a game that goes on from a position, under the rules; it cannot be taken back past it.

    The pieces have to fit and the game must not be over; whether any game leads to the position is not asked. Earlier
    positions, on which superko (DRO-8) and the draw by repetition (ORG-15) hang, are not known. Raises
    ``PositionError`` with every reason that was found.
    """
    begun = BEGUN[position.rules](position.grid.size, dict(position.options))
    begun.lay(position)
    refusals = list(begun.objections(position))
    if refusals:
        raise PositionError.of(refusals)
    begun.take_state(position)
    return begun


def position_json(game: Game) -> dict[str, Any]:
    """Return a game's position (rule ACT-5), with a member ``turn`` where that does not tell how the turn stands."""
    turn = _turn_json(game)
    return {**game.position(), "turn": turn} if turn else game.position()


def _turn_json(game: Game) -> dict[str, Any]:
    if game.result is not None:
        return {}
    turn: dict[str, Any] = {}
    if isinstance(game, (Sibling, Orcoon)):
        pieces = len(game.board) - game.board.count(EMPTY)
        if game.options["pie"] and pieces == 1 and game.phase != "fill":
            turn["acted"] = min(len(game.codes), 2)
        if isinstance(game, Sibling) and game._first != NO_CELL:
            turn["first"] = game.grid.name(game._first)
    elif isinstance(game, Droched):
        if game.options["pie"] and game.phase == SETTING_UP and not game.board.count(BLACK):
            turn["acted"] = min(len(game.codes), 2)
    elif isinstance(game, Organica) and game.phase == MOVING:
        turn["compelled"] = game._compelled
        if game._capacity:
            turn["moving"] = [game.grid.name(cell) for cell in sorted(game._movers)]
            turn["capacity"] = game._capacity
    return turn
