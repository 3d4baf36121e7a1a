"""The laws of the contract (``hexlume.games.game``), each asked about one position.

A law returns the sentence that says how it is broken, or ``None``. It leaves the game as it was.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import FILLING, MOVING, NOTHING, OVER, PLACING, REPLACING, SETTING_UP, Game, IllegalAction
from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.games.pieces import BLACK, COLOURS, EMPTY, WHITE, colour_of
from hexlume_record.game.position import position_of

from .report import Position

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
    found = [notation.code(kind, cell) for kind in _ON_CELLS for cell in cells]
    found += [notation.code(kind) for kind in _WORDS]
    found += [notation.code(notation.KOMI, komi) for komi in range(_MOST_KOMI)]
    for kind in (notation.STEP, notation.CAPTURE):
        if grid.cells <= _ALL_CELLS:
            found += [notation.code(kind, one, two) for one in cells for two in cells]
        else:
            found += [
                notation.code(kind, choice.randrange(grid.cells), choice.randrange(grid.cells)) for _ in range(_SAMPLE)
            ]
    return found


def no_codes(grid: HexGrid | SquareGrid) -> list[int]:
    """Return integers that are no action of any game on a grid."""
    outside = [notation.code(kind, cell) for kind in (*_ON_CELLS, 7, 8) for cell in (grid.cells, 1023)]
    stray = [notation.code(kind, 0, 1) for kind in _ON_CELLS]
    return [-1, -(1 << 20), 0, 1, 1 << 19, *outside, *stray, notation.code(17), notation.code(63), 1 << 30]


def running(visit: Visit) -> str | None:
    """A game that is not over has a phase, a player and something to do; a finished one has none of these."""
    game = visit.game
    if len(game.board) != game.grid.cells or max(game.board) > 4:
        return "The board has other cells or pieces than there are"
    if on_blocked := [cell for cell in game.grid.blocked if game.board[cell] != EMPTY]:
        return f"A piece stands on {game.grid.name(on_blocked[0])}, which is a blocked cell"
    if game.outcome is None:
        if game.phase not in PHASES:
            return f"The phase is '{game.phase}', which is none of {', '.join(PHASES)}"
        if game.to_move not in (WHITE, BLACK):
            return f"The game is not over, but to_move is {game.to_move} instead of WHITE or BLACK"
        if not game.legal_actions():
            return "The game is not over, but it has no legal action"
        if game.final_groups() != ([], [], []):
            return "final_groups() is not ([], [], []) although the game is not over"
        return None
    if game.phase != OVER or game.to_move != EMPTY:
        return "The game is over, but phase is not OVER or to_move is not EMPTY: end it with _finish alone"
    return _ended(game)


def _ended(game: Game) -> str | None:
    """Return what is wrong at the end of a game (ACT-2)."""
    outcome = game.outcome
    assert outcome is not None
    if outcome.winner not in (EMPTY, WHITE, BLACK):
        return f"The winner is {outcome.winner} instead of EMPTY, WHITE or BLACK"
    reason = outcome.reason
    if not reason or not all(word.isalpha() and word.islower() and word.isascii() for word in reason.split("-")):
        return f"The outcome's reason is '{reason}': write a code such as 'no-moves'"
    if legal := game.legal_actions():
        return f"The game is over, but {game.name(legal[0])} is legal (ACT-2)"
    won, lost, others = game.final_groups()
    loser = 3 - outcome.winner if outcome.winner else EMPTY
    for cells, owner in ((won, outcome.winner), (lost, loser), (others, EMPTY)):
        if any(not 0 <= cell < game.grid.cells for cell in cells) or len(set(cells)) != len(cells):
            return f"final_groups() names cells twice or cells that are not on the board: {list(cells)}"
        strange = [cell for cell in cells if owner and colour_of(game.board[cell]) != owner]
        if strange:
            return f"final_groups() has {game.grid.name(strange[0])} among {COLOURS[owner]}'s cells, which it is not"
    return None


def legal_is_accepted(visit: Visit) -> str | None:
    """``iter_legal`` yields exactly the codes that ``why_not`` accepts, each once; ``why_not`` answers any integer."""
    game, grid = visit.game, visit.game.grid
    before = state(game)
    legal = game.legal_actions()
    known = set(legal)
    asked = every_code(grid, visit.choice)
    if len(known) != len(legal):
        twice = next(code for code in legal if legal.count(code) > 1)
        return f"iter_legal yields {game.name(twice)} twice"
    for code in legal:
        if notation.parse(_name(code, game), grid) != code:
            return f"iter_legal yields {code}, which is the code of no action of the notation on {grid.board}"
        if clause := game.why_not(code):
            return f"iter_legal yields {game.name(code)}, but why_not forbids it ({clause})"
    for code in asked:
        clause = game.why_not(code)
        if clause is None:
            if code not in known:
                return f"why_not allows {game.name(code)}, but iter_legal does not yield it"
        elif not isinstance(clause, str):
            return f"why_not returns {clause!r} for {game.name(code)} instead of a clause"
        elif clause not in visit.refusals:
            visit.refusals[clause] = Position.of(game)
    for code in no_codes(grid):
        if game.why_not(code) is None:
            return f"why_not allows {code}, which is no action on {grid.board}: return ACT-1 for it"
    if game.outcome is not None and (wrong := [code for code in asked if game.why_not(code) != "ACT-2"]):
        return f"why_not does not return ACT-2 for {game.name(wrong[0])} although the game is over"
    if changed := difference(before, state(game)):
        return f"Asking why_not or iter_legal changes the {changed}"
    return _refused(visit, known, asked)


def _refused(visit: Visit, legal: set[int], asked: list[int]) -> str | None:
    """Return what is wrong when illegal actions are played."""
    game = visit.game
    before = state(game)
    for code in visit.choice.sample(asked, 5):
        if code not in legal:
            try:
                game.push_text(game.name(code))
            except IllegalAction:
                pass
            else:
                return f"push_text plays {game.name(code)}, which is not legal"
            if changed := difference(before, state(game)):
                return f"Refusing {game.name(code)} changes the {changed}"
    return None


def _name(code: int, game: Game) -> str:
    try:
        return game.name(code)
    except (ValueError, IndexError):
        return ""


def undo_restores(visit: Visit) -> str | None:
    """``pop`` restores all that ``push`` changed, and ``changes`` is what it did to the board (ACT-4)."""
    game = visit.game
    before = state(game)
    for code in visit.choice.sample(before["legal actions"], min(3, len(before["legal actions"]))):
        name = game.name(code)
        game.push(code)
        wrong = _changes(game, before["board"])
        if wrong:
            return f"After {name}, {wrong}"
        if (popped := game.pop()) != code:
            return f"pop returns {popped} after {name}, whose code is {code}"
        if changed := difference(before, state(game)):
            return f"Taking back {name} does not restore the {changed}{_how(before, state(game), changed)}"
    return None


def _changes(game: Game, before: bytes) -> str:
    found = sorted(game.changes())
    changed = [(cell, old, game.board[cell]) for cell, old in enumerate(before) if old != game.board[cell]]
    if found == changed:
        return ""
    cell = next(one[0] for one in found + changed if one not in found or one not in changed)
    return f"changes() and the board differ about {game.grid.name(cell)}: set cells only with _put"


def _how(before: dict[str, Any], after: dict[str, Any], name: str) -> str:
    """Return how a small thing differs."""
    if name in ("board", "position()", "codes", "legal actions"):
        return ""
    return f" (it was {before[name]} and is {after[name]} now)"


def own_state_fits(visit: Visit) -> str | None:
    """``_save`` returns a tuple of whole numbers."""
    own = visit.game._save()
    if not isinstance(own, tuple):
        return "_save() returns no tuple of numbers"
    for number in own:
        if not isinstance(number, int):
            return f"_save() has {number!r}, which is no whole number"
    return None


def copy_is_equal(visit: Visit) -> str | None:
    """A game that follows another is like it, and taken back to the same start; the other does not change."""
    game = visit.game
    before = state(game)
    other = copy(game)
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


def search_may_be_interrupted(visit: Visit) -> str | None:
    """``iter_legal`` goes on rightly after an action was tried and taken back: the referee does that in between."""
    game = visit.game
    legal = game.legal_actions()
    if not legal:
        return None
    moment, tried = visit.choice.randrange(max(1, len(legal))), visit.choice.choice(legal)
    found = []
    for slices, code in enumerate(game.iter_legal()):
        if code != NOTHING:
            found.append(code)
        if slices == moment:
            game.push(tried)
            game.pop()
    if sorted(found) != sorted(legal):
        return f"iter_legal yields other actions when {game.name(tried)} is tried and taken back while it runs"
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
    try:
        same = json.loads(json.dumps(position)) == position
    except (TypeError, ValueError):
        same = False
    return None if same else "position() has values that JSON has not: hand() and prison() map texts to numbers"


def copy(game: Game) -> Game:
    """Return another game with the same position and past."""
    made = games.start(game.NAME, game.size, game.options)
    made.copy_from(game)
    return made


ALWAYS: tuple[Law, ...] = (running, own_state_fits, position_is_json)
"""Laws that are cheap."""
OFTEN: tuple[Law, ...] = (legal_is_accepted, undo_restores, copy_is_equal, search_may_be_interrupted, conclusion_ends)
"""Laws that are asked about at every start and end, and at some of the positions between."""
