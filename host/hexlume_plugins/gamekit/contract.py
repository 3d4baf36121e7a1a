"""The laws of the contract (``hexlume.games.game``), each asked about one position.

A law returns the sentence that says how it is broken, or ``None``. It leaves the game as it was.
"""

import json
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, NamedTuple

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import FILLING, MOVING, OVER, PLACING, REPLACING, SETTING_UP, Game
from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.games.pieces import BLACK, COLOURS, EMPTY, WHITE, colour_of
from hexlume_record.game.position import position_of

from .report import Position, position

PHASES = (PLACING, REPLACING, MOVING, FILLING, SETTING_UP)
_ON_CELLS = (1, 2, 3, 4, 5, 6)
_WORDS = (9, 10, 11, 12, 13, 15, 16)
_ALL_CELLS = 130
"""The most cells of a board all of whose codes are asked about; of larger ones a sample is."""
_SAMPLE = 4000
_MOST_KOMI = 40


class Visit(NamedTuple):
    """A position: the game, random choices, and where each clause refused an action first."""

    game: Game
    choice: Random
    refusals: dict[str, Position]


Law = Callable[[Visit], str | None]


def state(game: Game) -> dict[str, Any]:
    """Return all that can be seen of a game, by what it is called."""
    return {
        "board": bytes(game.board),
        "to_move": game.to_move,
        "phase": game.phase,
        "outcome": game.outcome and (game.outcome.winner, game.outcome.reason),
        "own state (_save)": game._save(),
        "position()": position_of(game),
        "continuation()": game.continuation(),
        "codes": tuple(game.codes),
        "legal actions": sorted(game.legal_actions()),
    }


def difference(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return the name of the first thing that differs between two states, empty if nothing does."""
    return next((name for name in before if before[name] != after[name]), "")


def every_code(grid: HexGrid | SquareGrid, choice: Random) -> list[int]:
    """Return the codes of all actions of the notation on a grid, or of many on a large one."""
    cells = range(grid.cells)
    pairs = list(product(cells, cells))
    if grid.cells > _ALL_CELLS:
        pairs = choice.sample(pairs, _SAMPLE)
    return [
        *(notation.code(kind, cell) for kind in _ON_CELLS for cell in cells),
        *(notation.code(kind) for kind in _WORDS),
        *(notation.code(notation.KOMI, komi) for komi in range(_MOST_KOMI)),
        *(notation.code(kind, one, two) for kind in (notation.STEP, notation.CAPTURE) for one, two in pairs),
    ]


def no_codes(grid: HexGrid | SquareGrid) -> list[int]:
    """Return integers that are no action of any game on a grid."""
    return [
        *(-1, -(1 << 20), 0, 1, 1 << 19, notation.code(17), notation.code(63), 1 << 30),
        *(notation.code(kind, cell) for kind in (*_ON_CELLS, 7, 8) for cell in (grid.cells, 1023)),
        *(notation.code(kind, 0, 1) for kind in _ON_CELLS),
    ]


def running(visit: Visit) -> str | None:
    """A game that is not over has a phase, a player and something to do; a finished one has none of these."""
    game = visit.game
    if on_blocked := [cell for cell in game.grid.blocked if game.board[cell] != EMPTY]:
        return f"A piece stands on {game.grid.name(on_blocked[0])}, which is a blocked cell"
    legal = game.legal_actions()
    if game.outcome is not None:
        return _ended(game, legal)
    if game.phase not in PHASES:
        return f"The phase is '{game.phase}', which is none of {', '.join(PHASES)}"
    if game.to_move not in (WHITE, BLACK):
        return f"The game is not over, but to_move is {game.to_move} instead of WHITE or BLACK"
    return None if legal else "The game is not over, but it has no legal action"


def _ended(game: Game, legal: list[int]) -> str | None:
    """Return what is wrong at the end of a game (ACT-2)."""
    winner = game.outcome.winner if game.outcome else EMPTY
    if game.phase != OVER or game.to_move != EMPTY or winner not in (EMPTY, WHITE, BLACK):
        return "The game is over, but phase, to_move or winner say something else: end it with _finish alone"
    if legal:
        return f"The game is over, but {game.name(legal[0])} is legal (ACT-2)"
    won, lost, others = game.final_groups()
    for cells, owner in ((won, winner), (lost, 3 - winner if winner else EMPTY), (others, EMPTY)):
        for cell in cells:
            if not 0 <= cell < game.grid.cells or (owner and colour_of(game.board[cell]) != owner):
                return f"final_groups() has {cell} among {COLOURS[owner]}'s cells, which it is not"
    return None


def legal_is_accepted(visit: Visit) -> str | None:
    """``iter_legal`` yields exactly the codes that ``why_not`` accepts, each once; ``why_not`` answers any integer."""
    game, grid = visit.game, visit.game.grid
    before = state(game)
    legal = game.legal_actions()
    for code in legal:
        if notation.parse(game.name(code), grid) != code or legal.count(code) > 1:
            return f"iter_legal yields {game.name(code)} ({code}) twice, or in another code than the notation's"
        if clause := game.why_not(code):
            return f"iter_legal yields {game.name(code)}, but why_not forbids it ({clause})"
    for code in every_code(grid, visit.choice):
        clause = game.why_not(code)
        if clause is None and code not in legal:
            return f"why_not allows {game.name(code)}, but iter_legal does not yield it"
        if clause is not None and not isinstance(clause, str):
            return f"why_not returns {clause!r} for {game.name(code)} instead of a clause"
        if game.outcome is not None and clause != "ACT-2":
            return f"why_not does not return ACT-2 for {game.name(code)} although the game is over"
        if clause is not None and clause not in visit.refusals:
            visit.refusals[clause] = position(game)
    for code in no_codes(grid):
        if game.why_not(code) is None:
            return f"why_not allows {code}, which is no action on {grid.board}: return ACT-1 for it"
    changed = difference(before, state(game))
    return f"Asking why_not or iter_legal changes the {changed}" if changed else None


def undo_restores(visit: Visit) -> str | None:
    """``pop`` restores all that ``push`` changed, and ``changes`` is what it did to the board (ACT-4)."""
    game = visit.game
    before = state(game)
    for code in visit.choice.sample(before["legal actions"], min(3, len(before["legal actions"]))):
        name = game.name(code)
        game.push(code)
        changes = [(cell, old, game.board[cell]) for cell, old in enumerate(before["board"]) if old != game.board[cell]]
        if sorted(game.changes()) != changes:
            return f"After {name} changes() and the board differ: set cells only with _put"
        if (popped := game.pop()) != code:
            return f"pop returns {popped} after {name}, whose code is {code}"
        if changed := difference(before, state(game)):
            return f"Taking back {name} does not restore the {changed}"
    return None


def own_state_fits(visit: Visit) -> str | None:
    """``_save`` returns a tuple of whole numbers."""
    own = visit.game._save()
    fits = isinstance(own, tuple) and all(isinstance(number, int) for number in own)
    return None if fits else f"_save() returns {own!r}, which is no tuple of whole numbers"


def copy_is_equal(visit: Visit) -> str | None:
    """A game that follows another is like it, and taken back to the same start; the other does not change."""
    game = visit.game
    before = state(game)
    other = games.start(game.NAME, game.size, game.options)
    other.copy_from(game)
    if changed := difference(before, state(other)):
        return f"The {changed} of a copy (follow) is another than the game's: does _restore take all of _save?"
    for _ in range(3):
        if legal := other.legal_actions():
            other.push(visit.choice.choice(legal))
    if changed := difference(before, state(game)):
        return f"Playing on a copy (follow) changes the game's {changed}"
    while other.codes:
        other.pop()
    if changed := difference(state(games.start(game.NAME, game.size, game.options)), state(other)):
        return f"Taking a game back to its start leaves another {changed} than a new game has"
    return None


def conclusion_ends(visit: Visit) -> str | None:
    """Resigning ends the game at once, and reopening it restores everything."""
    game = visit.game
    if game.outcome is not None:
        return None
    before = state(game)
    game.conclude(WHITE, "resigned")
    legal = game.legal_actions()
    allowed = [code for code in before["legal actions"] if game.is_legal(code)]
    game.reopen()
    if legal or allowed:
        return f"{game.name((legal or allowed)[0])} is still legal after a player resigned: ask for phase OVER first"
    if changed := difference(before, state(game)):
        return f"Resigning and going on changes the {changed}"
    return None


def position_is_json(visit: Visit) -> str | None:
    """``position()``, with hand and prison, is ready for JSON."""
    position = position_of(visit.game)
    same = json.loads(json.dumps(position, default=repr)) == position
    return None if same else "position() has values that JSON has not: hand() and prison() map texts to numbers"


QUICK: tuple[Law, ...] = (running, own_state_fits, position_is_json)
LAWS: tuple[Law, ...] = (
    *QUICK,
    legal_is_accepted,
    undo_restores,
    copy_is_equal,
    conclusion_ends,
)
"""All laws, the quick ones first."""
