"""Organica's positions for hosts: what is in hand, and whether the game can go on from one set up by hand."""

from ...const import const
from ..game import MOVING, PLACING
from ..pieces import BLACK, COLOURS, WHITE, leader

if False:  # for type checkers only
    from typing import Any, Iterator

    from .rules import Organica

PHASES = (PLACING, MOVING)
TURN: "dict[str, Any]" = {
    "moving": {"kind": "cells", "text": "Moving group", "phase": MOVING},
    "compelled": {
        "kind": "choice",
        "text": "Before the steps",
        "phase": MOVING,
        "choices": ((False, "a pawn was placed"), (True, "nothing could be placed")),
    },
    "capacity": {"kind": "number", "text": "Steps left", "phase": MOVING, "most": 28},
}

_PAWNS = const(10)
_PAWNS_IN_HAND = const(7)
_LEADERS = const(4)
_SMALLEST_MOVING_GROUP = const(3)


def hand(game: "Organica") -> dict[str, dict[str, int]]:
    """Return the pieces in hand, by colour (ORG-1)."""
    counts = game._hand
    return {COLOURS[one]: {"pawn": counts[one], "leader": counts[leader(one)]} for one in (WHITE, BLACK)}


def begin(game: "Organica", position: "dict[str, Any]") -> None:
    """Set the hands, the phase if the position names none, who may step, and the turn's start (ORG-15)."""
    turn = position["turn"]
    for colour in (WHITE, BLACK):
        hand = position["hand"][COLOURS[colour]]
        game._hand[colour], game._hand[leader(colour)] = hand["pawn"], hand["leader"]
    if not position["phase"]:
        # Steps are due in the middle of a turn, and where nothing can be placed (ORG-5).
        begun = turn.get("moving") or turn.get("capacity") or "compelled" in turn
        game.phase = MOVING if begun or not _can_place(game) else PLACING
    if game.phase == MOVING:
        moving = turn.get("moving")
        # Any of its pieces stand for the whole moving group.
        game._movers = tuple(game._group(moving[0])) if moving else game.large_groups(game.to_move)
        game._capacity = turn.get("capacity", 0)
        game._compelled = not moving and turn.get("compelled", not _can_place(game))
    del game._keys[:]
    if game.phase == PLACING or game._compelled:
        game._remember(game._mark(), 0)


def _can_place(game: "Organica") -> bool:
    """Return whether the player to act has a piece to place somewhere (ORG-5)."""
    pawns, leaders = game._hand[game.to_move], game._hand[leader(game.to_move)]
    empty = [cell for cell, piece in enumerate(game.board) if not piece]
    return any(pawns or (leaders and not game._own_leaders_near(cell)) for cell in empty)


def refusals(game: "Organica", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield why the game cannot go on: the clause, the sentence, the cells, and values for the sentence if any."""
    yield from _wrong_numbers(game)
    side = {"colour": COLOURS[game.to_move]}
    if game.phase == PLACING and not _can_place(game):
        yield "ORG-5", "There is nothing that {colour} can place: a step is due", [], side
    elif game.phase == MOVING:
        yield from _wrong_group(game, turn.get("moving"))
        if game._compelled and _can_place(game):
            yield "ORG-5", "There is a piece that {colour} can place: no group moves before that", [], side
        elif game._compelled and not game._can_step():
            yield "ORG-14", "The game is over: {colour} has no legal action", [], side
        elif not game._can_step():
            yield "ORG-9", "The turn is over: {colour} has no legal step", [], side


def turn(game: "Organica") -> "dict[str, Any]":
    """Return what position JSON leaves open: whether a step is compulsory, which group moves and how far."""
    if game.phase != MOVING:
        return {}
    found: "dict[str, Any]" = {"compelled": game._compelled}
    if game._capacity:
        found["moving"] = [game.grid.name(cell) for cell in sorted(game._movers)]
        found["capacity"] = game._capacity
    return found


def _wrong_numbers(game: "Organica") -> "Iterator[tuple[Any, ...]]":
    """Yield what is wrong with the numbers of pieces (ORG-1), and a side without leaders (ORG-13)."""
    for colour in (WHITE, BLACK):
        side = {"colour": COLOURS[colour]}
        in_hand = game._hand[colour]
        if in_hand > _PAWNS_IN_HAND or list(game.board).count(colour) + in_hand > _PAWNS:
            yield (
                "ORG-1",
                "Each side owns {count} pawns, {in_hand} of them in hand at the start: {colour} has more",
                [],
                {"count": _PAWNS, "in_hand": _PAWNS_IN_HAND, "colour": COLOURS[colour]},
            )
        if game.leaders(colour) > _LEADERS:
            values = {"count": _LEADERS, "colour": COLOURS[colour]}
            yield "ORG-1", "Each side owns {count} leaders: {colour} has more", [], values
        if not game.leaders(colour):
            yield "ORG-13", "The game is over: {colour} has no leader left", [], side


def _wrong_group(game: "Organica", moving: "list[int] | None") -> "Iterator[tuple[Any, ...]]":
    """Yield what is wrong with the moving group and its steps (ORG-6, ORG-7)."""
    if not moving:
        if game._capacity:
            yield "ORG-6", "A group that has steps left has begun to move: say which it is", []
    elif (
        game.board[moving[0]] not in (game.to_move, leader(game.to_move))
        or not set(moving) <= set(game._movers)
        or len(game._movers) < _SMALLEST_MOVING_GROUP
    ):
        side = {"colour": COLOURS[game.to_move]}
        yield "ORG-6", "The moving group is a whole {colour} group of three or more", moving, side
    elif not 1 <= game._capacity < len(game._movers):
        yield "ORG-7", "After a step such a group has 1 to {most} steps left", [], {"most": len(game._movers) - 1}
