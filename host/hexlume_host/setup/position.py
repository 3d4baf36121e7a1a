"""Positions as JSON (rule ACT-5): read, checked against the rules, and played on from.

What a game demands of its positions is in its folder's ``setup.py``. It has the game's ``PHASES``; ``TURN``, the
members that a position's ``turn`` may have beside what rule ACT-5 tells; and ``refusals``, which yields why the game
cannot go on. It may have ``begin``, which sets the game's state that is not on the board, ``turn``, which returns
members of ``TURN``, ``acted``, the number of actions played before, and the clauses ``FIRST_ACTION`` (who begins on the
empty board) and ``SWAP`` (the second player may answer the first piece with ``swap``).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import FILLING, OVER, PLACING, Game, IllegalAction, OptionError
from hexlume.games.grid import NO_CELL, HexGrid, SquareGrid, grid_of
from hexlume.games.pieces import COLOURS, EMPTY, LETTERS

from .refusal import PositionError, Refusal

MOST_BESIDE = 255
"""The most pieces of a kind in a hand or prison: the rules count in bytes."""

_BEFORE = notation.code(notation.END)
"""Stands for an action before the position, of which nothing is known."""


class PositionGame(Game):
    """A game that starts from a position, mixed into the class of its rules; it cannot be taken back past that."""

    _before = 0

    def pop(self) -> int:
        """Take back the last action played here; raises ``IllegalAction`` at the position it began with."""
        if self._concluded is None and len(self.codes) <= self._before:
            raise IllegalAction("there is no action to take back")
        return super().pop()

    def actions(self) -> list[str]:
        """Return the strings of the actions played from the position on."""
        return super().actions()[self._before :]

    def count_as_played(self, actions: int) -> None:
        """Count this many actions as played before the position."""
        for _ in range(actions):
            self._history.complete(0, ())
            self.codes.append(_BEFORE)
        self._before = actions


@cache
def _position_game(rules: str) -> type[PositionGame]:
    return type("PositionGame", (PositionGame, games.game_class(rules)), {})


def game_from(value: object) -> Game:
    """Return a game that goes on from a position as JSON, under the rules; it cannot be taken back past it.

    The pieces have to fit and the game must not be over; whether any game leads to the position is not asked. Earlier
    positions, on which superko and the draw by repetition hang, are not known. The time is linear in the cells.
    Raises ``PositionError`` with one sentence for what is malformed, or with every reason why the game cannot go on.
    """
    position = _object(value, "the position")
    start = _start(position)
    rules, grid = start.NAME, start.grid
    setup = games.part(rules, "setup")
    game = _position_game(rules)(grid.size, start.options)
    for cell, piece in enumerate(_board(start, position.get("pieces"))):
        if piece != game.board[cell]:
            game._write(cell, piece)
    game.to_move = COLOURS.index(position["to_move"])
    game.phase = position.get("phase") or game.phase
    turn = _turn(grid, setup.TURN, position.get("turn", {}))
    if hasattr(setup, "begin"):
        hand = _counts(position.get("hand"), start.hand(), "the hand")
        prison = _counts(position.get("prison"), start.prison(), "the prison")
        setup.begin(game, {"phase": position.get("phase"), "hand": hand, "prison": prison, "turn": turn})
    if hasattr(setup, "acted"):
        game.count_as_played(setup.acted(game, turn))
    elif hasattr(setup, "SWAP"):
        game.count_as_played(_acted(game, turn))
    refusals = [*_wrong_start(game, setup, turn)]
    refusals += [Refusal(clause, why, _names(grid, cells)) for clause, why, cells in setup.refusals(game, turn)]
    if refusals:
        raise PositionError.of(refusals)
    return game


def position_json(game: Game) -> dict[str, Any]:
    """Return a game's position (rule ACT-5), with a member ``turn`` where that does not tell how the turn stands."""
    setup = games.part(game.NAME, "setup")
    turn: dict[str, Any] = {}
    if game.result is None:
        pieces = len(game.board) - game.board.count(EMPTY)
        if game.options.get("pie") and game.codes and pieces <= 1 and game.phase != FILLING:
            turn["acted"] = min(len(game.codes), 2)
        if hasattr(setup, "turn"):
            turn |= setup.turn(game)
    return {**game.position(), "turn": turn} if turn else game.position()


def start_of(value: object) -> Game:
    """Return a game at its start from ``{"rules", "size", "options"}``; raises ``PositionError``."""
    start = _object(value, "the start")
    size = start.get("size", 0)
    if type(size) is not int:
        raise PositionError("The size of a board is a whole number.")
    try:
        return games.start(str(start.get("rules"))[:40], size, _object(start.get("options", {}), "the start's options"))
    except OptionError as error:
        raise PositionError(f"The game cannot be started: {error}.") from error


def _start(position: Mapping[str, Any]) -> Game:
    """Return the start of the game that a position is one of, all but its pieces and its turn checked."""
    rules = position.get("game")
    if rules not in games.NAMES:
        raise PositionError(f"The position's game is one of {', '.join(games.NAMES)}.")
    try:
        grid = grid_of(str(position.get("board"))[:10])
        start = games.start(rules, grid.size, _object(position.get("options", {}), "the position's options"))
    except ValueError as error:
        raise PositionError(f"The position cannot be set up: {error}.") from error
    if start.grid.board != grid.board:
        raise PositionError(f"{rules.capitalize()} is not played on {grid.board}.")
    phase, phases = position.get("phase") or "", games.part(rules, "setup").PHASES
    if phase == OVER or position.get("result") is not None:
        raise PositionError("The game is over in this position: take one from before its end.")
    if phase not in ("", *phases):
        raise PositionError(f"In {rules} the phase is one of {', '.join(phases)}.")
    if position.get("to_move") not in COLOURS[1:]:
        raise PositionError("White or black is to move.")
    return start


def _wrong_start(game: PositionGame, setup: Any, turn: Mapping[str, Any]) -> Iterator[Refusal]:
    """Yield what is wrong with who acts first, and a right to swap that cannot be there."""
    empty = not any(game.board)
    if hasattr(setup, "FIRST_ACTION") and empty and game.phase == PLACING and game.to_move != game.FIRST:
        yield Refusal(setup.FIRST_ACTION, f"{COLOURS[game.FIRST].capitalize()} acts first on an empty board")
    if hasattr(setup, "SWAP") and turn.get("acted") == 1 and not empty and not _answers_first(game):
        yield Refusal(setup.SWAP, "Only the answer to the first piece can be a swap")


def _answers_first(game: Game) -> bool:
    """Return whether only the first player's first piece stands, and the other player is to move."""
    alone = game.board.count(game.FIRST) == 1 and game.board.count(EMPTY) == len(game.board) - 1
    return alone and game.phase == PLACING and game.to_move != game.FIRST


def _acted(game: Game, turn: Mapping[str, Any]) -> int:
    """Return what to count as played: no action at the start, one while ``swap`` may be the answer, else two."""
    if not any(game.board) and game.phase == PLACING:
        return 0
    return 1 if _answers_first(game) and turn.get("acted") != 2 else 2


def _board(start: Game, value: object) -> bytes:
    board = bytearray(start.grid.cells)
    letters = LETTERS[1:] if start.hand() else LETTERS[1:3]
    for name, letter in _object(value, "the pieces").items():
        if not isinstance(letter, str) or len(letter) != 1 or letter not in letters:
            raise PositionError(f"The piece on {name[:10]} is one of {', '.join(letters)}.")
        board[_cell(start.grid, name)] = LETTERS.index(letter)
    return bytes(board)


def _counts(value: object, like: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the numbers of pieces in hand or prison, of the kinds that there are at the game's start."""
    found: dict[str, Any] = {}
    told = _object(value, where) if like else {}
    for name, usual in like.items():
        number = told.get(name)
        if isinstance(usual, dict):
            found[name] = _counts(number, usual, where)
        elif type(number) is not int or not 0 <= number <= MOST_BESIDE:
            raise PositionError(f"The {name} count of {where} is a number from 0 to {MOST_BESIDE}.")
        else:
            found[name] = number
    return found


def _turn(grid: HexGrid | SquareGrid, members: Mapping[str, Any], value: object) -> dict[str, Any]:
    told = _object(value, "the turn")
    return {
        name: _READERS[member["kind"]](grid, {"name": name, **member}, told[name])
        for name, member in members.items()
        if told.get(name) is not None
    }


def _cell(grid: HexGrid | SquareGrid, name: object) -> int:
    cell = grid.cell(name) if isinstance(name, str) else NO_CELL
    if cell == NO_CELL:
        raise PositionError(f"'{str(name)[:10]}' is no cell of {grid.board}.")
    return cell


def _cells(grid: HexGrid | SquareGrid, member: Mapping[str, Any], value: object) -> list[int]:
    if not isinstance(value, list) or len(value) > grid.cells:
        raise PositionError(f"{member['text']} is a list of cells.")
    return sorted({_cell(grid, name) for name in value})


def _choice(grid: HexGrid | SquareGrid, member: Mapping[str, Any], value: object) -> object:
    choices = [choice for choice, _ in member["choices"]]
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise PositionError(f"The turn's {member['name']} is one of {', '.join(map(json.dumps, choices))}.")
    return value


def _number(grid: HexGrid | SquareGrid, member: Mapping[str, Any], value: object) -> int:
    if type(value) is not int or not 0 <= value <= member["most"]:
        raise PositionError(f"The turn's {member['name']} is a number from 0 to {member['most']}.")
    return value


_READERS: dict[str, Callable[[HexGrid | SquareGrid, Mapping[str, Any], Any], Any]] = {
    "cell": lambda grid, member, value: _cell(grid, value),
    "cells": _cells,
    "choice": _choice,
    "number": _number,
}
"""Reads a member of a turn, by its kind."""


def _names(grid: HexGrid | SquareGrid, cells: list[int]) -> tuple[str, ...]:
    return tuple(grid.name(cell) for cell in sorted(cells))


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise PositionError(f"{what[:1].upper()}{what[1:]} cannot be read: it is no JSON object.")
    return value
