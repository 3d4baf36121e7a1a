"""Positions as JSON (rule ACT-5): read, checked against the rules, and played on from.

A game's own conditions are in its folder's ``setup.py``. It has the game's ``PHASES``; ``TURN``, the members that a
position's ``turn`` may have in addition to rule ACT-5; and ``refusals``, which yields the reasons why the game cannot
go on. It may have ``begin``, which sets the game's state that is not on the board, ``turn``, which returns members of
``TURN``, ``acted``, the number of actions played before, and the clauses ``FIRST_ACTION`` (who begins on the empty
board) and ``SWAP`` (the second player may answer the first piece with ``swap``).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import FILLING, OVER, PLACING, Game, IllegalAction
from hexlume.games.grid import NO_CELL, HexGrid, SquareGrid, grid_of
from hexlume.games.pieces import COLOURS, EMPTY, LETTERS

from ..game.position import hand_of, position_of, prison_of
from ..validation import Count, FieldError, Line, checked, whole
from ..words.text import filled, game_title
from .refusal import PositionError, Refusal

MOST_IN_HAND = 255
"""The most pieces of one kind in a hand or prison: the rules count in bytes."""

_Number = Annotated[int, whole(MOST_IN_HAND)]

_BEFORE = notation.code(notation.END)
"""The placeholder for an unknown action before the position."""


class PositionGame(Game):
    """A game that starts from a position, mixed into the class of its rules; it cannot be taken back past that."""

    _before = 0

    def pop(self) -> int:
        """Take back the last action; raises ``IllegalAction`` at the position that the game started from."""
        if self._concluded is None and len(self.codes) <= self._before:
            raise IllegalAction("there is no action to take back")
        return super().pop()

    def actions(self) -> list[str]:
        """Return the strings of the actions played from the position on."""
        return super().actions()[self._before :]

    def count_as_played(self, actions: int) -> None:
        """Count this many actions as played before the position."""
        for _action in range(actions):
            self._undo.append((self.to_move, self.phase, None))
            self.codes.append(_BEFORE)
        self._before = actions


@cache
def _position_game(rules: str) -> type[PositionGame]:
    return type("PositionGame", (PositionGame, games.game_class(rules)), {})


def game_from(value: object) -> Game:
    """Return a game that goes on from a position as JSON, under the rules; it cannot be taken back past it.

    The pieces must fit and the game must not be over; the position need not be reachable. Superko and the draw by
    repetition ignore earlier positions. The time is linear in the cells.
    Raises ``PositionError`` with one sentence for malformed input, or with every reason why the game cannot go on.
    """
    try:
        return _game(checked(dict[str, Any], value, "position"))
    except FieldError as error:
        raise PositionError(f"The position cannot be set up: {error}.") from error


def _game(position: Mapping[str, Any]) -> Game:
    """Return the game of a position; raises ``PositionError`` or ``FieldError``."""
    start, setup = _start(position)
    rules, grid = start.NAME, start.grid
    game = _position_game(rules)(grid.size, start.options)
    for cell, piece in enumerate(_board(start, position.get("pieces"))):
        if piece != game.board[cell]:
            game._write(cell, piece)
    game.to_move = COLOURS.index(position["to_move"])
    game.phase = position.get("phase") or game.phase
    turn = _turn(grid, setup.TURN, position.get("turn", {}))
    if hasattr(setup, "begin"):
        hand = _counts(position.get("hand"), hand_of(start), "hand")
        prison = _counts(position.get("prison"), prison_of(start), "prison")
        setup.begin(game, {"phase": position.get("phase"), "hand": hand, "prison": prison, "turn": turn})
    if hasattr(setup, "acted"):
        game.count_as_played(setup.acted(game, turn))
    elif hasattr(setup, "SWAP"):
        game.count_as_played(_acted(game, turn))
    refusals = [*_start_refusals(game, setup, turn)]
    refusals += [
        Refusal(clause, filled(why, **dict(*values)), tuple(map(grid.name, sorted(cells))))
        for clause, why, cells, *values in setup.refusals(game, turn)
    ]
    if refusals:
        raise PositionError(refusals[0].sentence, refusals)
    return game


def position_json(game: Game) -> dict[str, Any]:
    """Return a game's position (rule ACT-5), with a member ``turn`` where the rule leaves the turn's state open."""
    setup = games.part(game.NAME, "setup")
    turn: dict[str, Any] = {}
    if game.result is None:
        pieces = len(game.board) - game.board.count(EMPTY)
        if game.options.get("pie") and game.codes and pieces <= 1 and game.phase != FILLING:
            turn["acted"] = min(len(game.codes), 2)
        if hasattr(setup, "turn"):
            turn |= setup.turn(game)
    return {**position_of(game), "turn": turn} if turn else position_of(game)


@dataclass
class _GameStart:
    rules: Annotated[str, Line(40)]
    size: Count = 0
    options: dict[str, Any] = field(default_factory=dict)


def start_of(value: object) -> Game:
    """Return a game at its start from ``{"rules", "size", "options"}``; raises ``PositionError``."""
    try:
        start = checked(_GameStart, value, "start")
        return games.start(start.rules, start.size, start.options)
    except ValueError as error:
        raise PositionError(f"The game cannot be started: {error}.") from error


def _start(position: Mapping[str, Any]) -> tuple[Game, Any]:
    """Return the start of a position's game, and the game's conditions; checks all but the pieces and the turn."""
    rules = position.get("game")
    if rules not in games.NAMES:
        raise PositionError(f"The position's game is one of {', '.join(games.NAMES)}.")
    setup = games.part(rules, "setup")
    if setup is None:
        raise PositionError(f"Positions of {game_title(rules)} cannot be set up: its folder has no setup.py.")
    try:
        grid = grid_of(str(position.get("board"))[:10])
        start = games.start(rules, grid.size, checked(dict[str, Any], position.get("options", {}), "options"))
    except ValueError as error:
        raise PositionError(f"The position cannot be set up: {error}.") from error
    if start.grid.board != grid.board:
        raise PositionError(f"{game_title(rules)} is not played on {grid.board}.")
    phase, phases = position.get("phase") or "", setup.PHASES
    if phase == OVER or position.get("result") is not None:
        raise PositionError("The game is over in this position: take one from before its end.")
    if phase not in ("", *phases):
        raise PositionError(f"In {rules} the phase is one of {', '.join(phases)}.")
    if position.get("to_move") not in COLOURS[1:]:
        raise PositionError("White or black is to move.")
    return start, setup


def _start_refusals(game: PositionGame, setup: Any, turn: Mapping[str, Any]) -> Iterator[Refusal]:
    """Yield the reasons against the player who acts first, and against an impossible right to swap."""
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
    """Return the actions to count as played: none at the start, one while ``swap`` is possible, else two."""
    if not any(game.board) and game.phase == PLACING:
        return 0
    return 1 if _answers_first(game) and turn.get("acted") != 2 else 2


def _board(start: Game, value: object) -> bytes:
    board = bytearray(start.grid.cells)
    letters = LETTERS[1:] if hand_of(start) else LETTERS[1:3]
    for name, letter in checked(dict[str, Any], value, "pieces").items():
        if not isinstance(letter, str) or len(letter) != 1 or letter not in letters:
            raise PositionError(f"The piece on {name[:10]} is one of {', '.join(letters)}.")
        board[_cell(start.grid, name)] = LETTERS.index(letter)
    return bytes(board)


def _counts(value: object, like: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the numbers of pieces in hand or prison, of the kinds at the game's start."""
    given = checked(dict[str, Any], value, where) if like else {}
    return {
        name: _counts(given.get(name), usual, f"{where}.{name}")
        if isinstance(usual, dict)
        else checked(_Number, given.get(name), f"{where}.{name}")
        for name, usual in like.items()
    }


def _turn(grid: HexGrid | SquareGrid, members: Mapping[str, Any], value: object) -> dict[str, Any]:
    given = checked(dict[str, Any], value, "turn")
    present = {name: member for name, member in members.items() if given.get(name) is not None}
    return {name: _member(grid, name, member, given[name]) for name, member in present.items()}


def _member(grid: HexGrid | SquareGrid, name: str, member: Mapping[str, Any], value: Any) -> Any:
    """Return a member of a turn, checked by its kind."""
    kind = member["kind"]
    if kind == "cell":
        return _cell(grid, value)
    if kind == "number":
        limited: Any = Annotated[int, whole(member["most"])]
        return checked(limited, value, f"turn.{name}")
    if kind == "cells":
        if not isinstance(value, list) or len(value) > grid.cells:
            raise PositionError(f"{member['text']} is a list of cells.")
        return sorted({_cell(grid, one) for one in value})
    choices = [choice for choice, _words in member["choices"]]
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise PositionError(f"The turn's {name} is one of {', '.join(map(json.dumps, choices))}.")
    return value


def _cell(grid: HexGrid | SquareGrid, name: object) -> int:
    cell = grid.cell(name) if isinstance(name, str) else NO_CELL
    if cell == NO_CELL:
        raise PositionError(f"'{str(name)[:10]}' is no cell of {grid.board}.")
    return cell
