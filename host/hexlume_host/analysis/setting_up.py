"""Games set up from positions: what is refused and why, and what a game's position is in full."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexlume.games.contract import MOVING, OVER, SETTING_UP, Game
from hexlume.games.droched import Droched
from hexlume.games.orcoon import Orcoon
from hexlume.games.organica import Organica
from hexlume.games.sibling import Sibling
from hexlume.grid import NO_CELL
from hexlume.pieces import BLACK, EMPTY, WHITE

from ..events import CONCLUSIONS
from .begun import Begun
from .position import PHASES, Position
from .reachable.droched import DrochedBegun
from .reachable.orcoon import OrcoonBegun
from .reachable.organica import OrganicaBegun
from .reachable.orochi import OrochiBegun
from .reachable.sibling import SiblingBegun
from .refusal import PositionError, Refusal

MOST_REFUSALS = 20
"""So many reasons are told of one position; the others are like them."""

_BEGUN: Mapping[str, type[Begun]] = {
    "orochi": OrochiBegun,
    "sibling": SiblingBegun,
    "orcoon": OrcoonBegun,
    "organica": OrganicaBegun,
    "droched": DrochedBegun,
}


def game_of(position: Position) -> Game:
    """Return a game that goes on from a position, under the rules; it cannot be taken back past it.

    What a position does not tell is not known to it: earlier positions, on which superko (DRO-8) and the draw by
    repetition (ORG-15) hang. Raises ``PositionError`` for a position that no game leads to.
    """
    game, refusals = _tried(position)
    if refusals:
        raise PositionError.of(refusals)
    return game


def refusals_of(position: Position) -> list[Refusal]:
    """Return why no game leads to a position, every reason that is found; ``[]`` when none is."""
    return _tried(position)[1]


def _tried(position: Position) -> tuple[Begun, list[Refusal]]:
    begun = _laid(position)
    if position.phase == OVER:
        if position.reason in CONCLUSIONS:
            return _concluded(position)
        refusals = _first(begun.final_objections(position))
        if not refusals:
            # Laid afresh: looking for how the game ended may have left traces.
            begun = _laid(position)
            begun.end(position)
        return begun, refusals
    refusals = _first(begun.objections(position))
    if refusals:
        return begun, refusals
    begun = _laid(position)
    begun.take_state(position)
    if isinstance(begun, DrochedBegun) and begun.without_action():
        name = "white" if position.to_move == WHITE else "black"
        return begun, [Refusal("DRO-10", f"The game is over: {name} has no legal action")]
    return begun, []


def _first(found: Any) -> list[Refusal]:
    return [refusal for _, refusal in zip(range(MOST_REFUSALS), found, strict=False)]


def _laid(position: Position) -> Begun:
    begun = _BEGUN[position.rules](position.grid.size, dict(position.options))
    begun.lay(position)
    return begun


def _concluded(position: Position) -> tuple[Begun, list[Refusal]]:
    """Try a position in which a player resigned, say: some turn must have been under way."""
    refusals: list[Refusal] = []
    if CONCLUSIONS[position.reason] != position.result:
        refusals.append(Refusal("ACT-2", f"The result {position.result} does not fit the reason '{position.reason}'"))
    for phase in PHASES[position.rules]:
        for colour in (WHITE, BLACK):
            if phase == OVER or (refusals and refusals[0].clause == "ACT-2"):
                continue
            running = replace(position, phase=phase, to_move=colour, result=None, reason="")
            begun, found = _tried(running)
            if not found:
                begun.conclude(str(position.result), position.reason)
                return begun, []
            refusals = refusals or found
    return _laid(position), refusals


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
