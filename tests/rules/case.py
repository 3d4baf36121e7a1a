"""A case of the tables: a start, and after each step what a game has to answer.

A position that no actions need lead to is laid out, with what else the game knows of it.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.droched.reach import Reach
from hexlume.games.pieces import BLACK, COLOURS, EMPTY, LETTERS, WHITE
from hexlume_record.game.position import legal_texts, position_of
from tests.rules.geometry import hexagon, square


def _all_on_bridges(game: Any) -> bool:
    """Return whether no group of Droched is on a broken bridge (DRO-3)."""
    reach = Reach(game.grid)
    for colour in (EMPTY, WHITE, BLACK):
        for _ in reach._walk(game.board, colour, reach._tried_label, reach._tried_masks):
            pass
    return not reach.removed


class Played:
    """A game, asked in the words of the tables."""

    def __init__(self, game: str, size: int, options: dict[str, Any]) -> None:
        self._game = games.start(game, size, options)

    def lay(self, pieces: dict[str, str], state: dict[str, Any]) -> None:
        """Put pieces on the board, outside the course of a game, with more to set than the board."""
        game: Any = self._game
        grid = game.grid
        for cell in range(grid.cells):
            game._write(cell, LETTERS.index(pieces.get(grid.name(cell), ".")))
        if "to_move" in state:
            game.to_move = COLOURS.index(state["to_move"])
        game.phase = state.get("phase", game.phase)
        if game.NAME == "sibling":
            # No longer the first turn of a game, which is one piece.
            game.codes.append(notation.NO_ACTION)
            first = state.get("first")
            game._first = grid.cell(first) if first else -1
        if game.NAME == "organica":
            self._start_turn(state)
        if game.NAME == "droched":
            game.in_prison[1:] = bytes(state.get("prison", {"white": 0, "black": 0}).values())
            game.reach.settled = _all_on_bridges(game)

    def _start_turn(self, state: dict[str, Any]) -> None:
        """Start a turn of Organica, with hands as numbers of pawns and leaders."""
        game: Any = self._game
        white, black = state.get("white", (0, 0)), state.get("black", (7, 4))
        game._hand[:] = bytes((0, white[0], black[0], white[1], black[1]))
        game.to_move = 3 - game.to_move
        game._end_turn()
        # The turn starts after an action, of which nothing is known.
        game._undo.append((game.to_move, game.phase, None))
        game.codes.append(notation.NO_ACTION)

    def play(self, action: str) -> None:
        self._game.push_text(action)

    def legal(self) -> list[str]:
        return legal_texts(self._game)

    def why_not(self, action: str) -> str | None:
        return self._game.why_not(notation.parse(action, self._game.grid))

    def position(self) -> dict[str, Any]:
        return position_of(self._game)

    def decided(self, expected: str) -> str:
        """Return the reason of the result, with the sizes of the groups and what decided if those are expected."""
        won, lost, hexes = self._game.final_groups()
        reason = self._game.outcome.reason if self._game.outcome else ""
        sizes = " at ".join([f"{len(won)} to {len(lost)}", *map(self._game.grid.name, hexes)])
        return f"{reason} {sizes}" if " " in expected else reason

    def capacity(self) -> int:
        return int(vars(self._game)["_capacity"])


@dataclass
class Case:
    """A game, perhaps with pieces laid out, and steps: actions, then what is expected after them."""

    title: str
    game: str
    size: int
    steps: list[tuple[str, dict[str, Any]]]
    options: dict[str, Any]
    pieces: dict[str, str] | None = None
    state: dict[str, Any] = field(default_factory=dict)

    def check(self) -> None:
        """Go through the steps."""
        game = Played(self.game, self.size, self.options)
        if self.pieces is not None:
            game.lay(self.pieces, self.state)
        for actions, expected in self.steps:
            for action in actions.split():
                game.play(action)
            found = {what: _answer(game, what, value) for what, value in expected.items()}
            assert found == expected, f"after {actions!r}"


def _answer(game: Played, what: str, value: Any) -> Any:
    """What a game answers, in the form in which it is expected."""
    if what == "legal":
        return " ".join(game.legal())
    if what == "count":
        return len(game.legal())
    if what == "offers":
        return " ".join(action for action in value.split() if action in game.legal())
    if what == "lacks":
        return " ".join(action for action in value.split() if action not in game.legal())
    if what == "kinds":
        return "".join(sorted({action[0] for action in game.legal()}))
    if what == "movers":
        return " ".join(sorted({re.split("[-x]", action)[0] for action in game.legal()}))
    if what == "captures":
        return " ".join(action for action in game.legal() if "x" in action)
    if what == "capacity":
        return game.capacity()
    if what == "at":
        return {cell: game.position()["pieces"].get(cell) for cell in value}
    if what == "why_not":
        return {action: game.why_not(action) for action in value}
    if what == "refuses":
        with pytest.raises(ValueError, match="is not legal"):
            game.play(value)
        return value
    if what == "decided":
        return game.decided(value)
    return game.position()[what]


def case(title: str, game: str, size: int, *steps: tuple[str, dict[str, Any]], **options: Any) -> Case:
    """A case that begins at the start of a game; a size of 0 is the game's default."""
    return Case(title, game, size, list(steps), options)


def laid(title: str, game: str, picture: str, *steps: tuple[str, dict[str, Any]], **state: Any) -> Case:
    """A case that begins at a picture, its top row first; rows are lines or parted by ``/``, ``.`` is an empty cell.

    ``state`` has what a position holds besides its pieces: ``to_move``, ``phase`` and what one game alone knows.
    """
    rows = [row.replace(" ", "") for row in reversed(picture.strip().replace("\n", "/").split("/"))]
    size = len(rows) if game == "orcoon" else (len(rows) + 1) // 2
    if game == "orcoon":
        names = {place: name for name, place in square(size).items()}
        cells = {names[x, y]: letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    else:
        cells = {f"{'abcdefghijkl'[y]}{x}": letter for y, row in enumerate(rows) for x, letter in enumerate(row, 1)}
    assert set(cells) == set(square(size) if game == "orcoon" else hexagon(size)), title
    pieces = {cell: letter for cell, letter in cells.items() if letter != "."}
    options = {"pie": False} if game == "orcoon" else {}
    return Case(title, game, size, list(steps), options, pieces, state)


def placed(
    title: str, game: str, size: int, pieces: dict[str, str], *steps: tuple[str, dict[str, Any]], **state: Any
) -> Case:
    """A case that begins with the cells named for each letter; ``state`` as in ``laid``."""
    on_cells = {cell: letter for letter, cells in pieces.items() for cell in cells.split()}
    return Case(title, game, size, list(steps), {}, on_cells, state)


def then(actions: str, **expected: Any) -> tuple[str, dict[str, Any]]:
    """A step: actions, and what is expected after them.

    Members of the position (ACT-5) by their names; ``at`` for some of its pieces; ``legal`` for all legal actions,
    ``count`` for their number, ``offers`` and ``lacks`` for some that are and are not legal, ``refuses`` for one
    that is tried; ``kinds`` for the first letters of all, ``movers`` for the cells of all that step,
    ``captures`` for all that capture; ``capacity`` for the steps left (ORG-7); ``why_not`` for the clauses that forbid
    actions; ``decided`` for the reason of the result, perhaps with the sizes of the groups that it compared and the
    hexes that decided.
    """
    return actions, expected


def each(cases: list[Case]) -> Any:
    """The cases as a test's parameters."""
    return pytest.mark.parametrize("one", [pytest.param(one, id=one.title) for one in cases])
