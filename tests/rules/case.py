"""A case of the tables: a start, and after each step what a game has to answer.

Both implementations are asked through the same few methods. The plain one has the clause that decided
as a result's reason, the firmware a sentence: ``clause`` and ``says`` expect the one and the other.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from hexlume import games
from hexlume.games import notation
from hexlume.games.pieces import COLOURS, LETTERS
from tests.naive import GAMES
from tests.naive.geometry import hexagon, square


class Firmware:
    """A game of ``hexlume.games``."""

    def __init__(self, game: str, size: int, options: dict[str, Any]) -> None:
        self._game = games.start(game, size, options)

    def lay(self, pieces: dict[str, str], state: dict[str, Any]) -> None:
        """Put pieces on the board, outside the course of a game, with more to set than the board."""
        game, grid = self._game, self._game.grid
        for cell in range(grid.cells):
            game._write(cell, LETTERS.index(pieces.get(grid.name(cell), ".")))
        if "to_move" in state:
            game.to_move = COLOURS.index(state["to_move"])
        game.phase = state.get("phase", game.phase)
        if game.NAME == "sibling":
            # No longer the first turn of a game, which is one piece.
            game.codes.append(notation.NO_ACTION)
            first = state.get("first")
            game._first, game._due = (grid.cell(first), 1) if first else (-1, 2)  # type: ignore[attr-defined]

    def play(self, action: str) -> None:
        self._game.push_text(action)

    def legal(self) -> list[str]:
        return self._game.legal_texts()

    def why_not(self, action: str) -> str | None:
        return self._game.why_not(notation.parse(action, self._game.grid))

    def position(self) -> dict[str, Any]:
        return self._game.position()

    def decided(self, clause: str, says: str) -> bool:
        return says in str(self._game.reason)


class Plain:
    """A game of ``tests.naive``."""

    def __init__(self, game: str, size: int, options: dict[str, Any]) -> None:
        self._rules: Any = GAMES[game]
        self._state = self._rules.start(size, options)

    def lay(self, pieces: dict[str, str], state: dict[str, Any]) -> None:
        self._state = replace(self._state, pieces=pieces, **state)

    def play(self, action: str) -> None:
        self._state = self._rules.play(self._state, action)

    def legal(self) -> list[str]:
        return list(self._rules.legal(self._state))

    def why_not(self, action: str) -> str | None:
        clause: str | None = self._rules.verdicts(self._state)[action]
        return clause

    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = self._rules.position(self._state)
        return position

    def decided(self, clause: str, says: str) -> bool:
        return clause in str(self._state.reason)


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

    def check(self, implementation: type[Firmware] | type[Plain]) -> None:
        """Go through the steps on one implementation."""
        game = implementation(self.game, self.size, self.options)
        if self.pieces is not None:
            game.lay(self.pieces, self.state)
        for actions, expected in self.steps:
            for action in actions.split():
                game.play(action)
            found = {what: _answer(game, what, value) for what, value in expected.items()}
            assert found == expected, f"after {actions!r}"


def _answer(game: Firmware | Plain, what: str, value: Any) -> Any:
    """What a game answers, in the form in which it is expected."""
    if what == "legal":
        return " ".join(game.legal())
    if what == "count":
        return len(game.legal())
    if what == "offers":
        return " ".join(action for action in value.split() if action in game.legal())
    if what == "lacks":
        return " ".join(action for action in value.split() if action not in game.legal())
    if what == "at":
        return {cell: game.position()["pieces"].get(cell) for cell in value}
    if what == "why_not":
        return {action: game.why_not(action) for action in value}
    if what == "refuses":
        with pytest.raises(ValueError, match="is not legal"):
            game.play(value)
        return value
    if what == "decided":
        return value if game.decided(*value) else game.position()["reason"]
    return game.position()[what]


def case(title: str, game: str, size: int, *steps: tuple[str, dict[str, Any]], **options: Any) -> Case:
    """A case that begins at the start of a game."""
    return Case(title, game, size, list(steps), options)


def laid(title: str, game: str, picture: str, *steps: tuple[str, dict[str, Any]], **state: Any) -> Case:
    """A case that begins at a picture, its top row first; rows are parted by ``/``, ``.`` is an empty cell.

    ``state`` has what a position holds besides its pieces: ``to_move``, ``phase`` and what one game alone knows.
    """
    rows = [row.replace(" ", "") for row in reversed(picture.split("/"))]
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


def then(actions: str, **expected: Any) -> tuple[str, dict[str, Any]]:
    """A step: actions, and what is expected after them.

    Members of the position (ACT-5) by their names; ``at`` for some of its pieces; ``legal`` for all legal actions,
    ``count`` for their number, ``offers`` and ``lacks`` for some that are and are not legal, ``refuses`` for one
    that is tried; ``why_not`` for the clauses that forbid actions; ``decided`` for the clause that decided the game
    and words of the firmware's reason.
    """
    return actions, expected


def each(cases: list[Case]) -> Any:
    """The cases as a test's parameters, each for both implementations."""
    return pytest.mark.parametrize(
        ("one", "implementation"),
        [
            pytest.param(one, implementation, id=f"{one.title}-{implementation.__name__}")
            for one in cases
            for implementation in (Firmware, Plain)
        ],
    )
