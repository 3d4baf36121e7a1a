"""The table in words: what is to be done on each cell that differs from the game, and why a disc is refused.

A board reports only what brings a cell back to the game ("take off"). What the hands meant follows from that and from
the rules: which action would have left such a disc there, and which clause forbids it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.grid import NO_CELL
from hexlume.games.pieces import BLACK, BLACK_LEADER, COLOURS, EMPTY, NAMES, WHITE, colour_of, is_leader, leader, turned
from hexlume.table.referee import PUT_ON, TAKE_OFF, TURN_OVER, difference

from ..game.position import hand_of
from ..game.state import GameState
from ..game.view import cells_of
from ..words.text import clause_sentence, piece_words
from .table_report import TableReport

_MESS = 4
"""Differing cells from which on no reasons are given: the board then asks for one kind of disc at a time, too."""
_FIXES = {"take off": "Take it off.", "turn over": "Turn it back over."}
_WORDS = {TAKE_OFF: "take off", PUT_ON: "put on", TURN_OVER: "turn over"}
DIFFERENCES = {"take off": "take off", "turn over": "turn over"} | {
    f"{what} {piece}": f"{what} a {piece_words(piece)}" for what in ("put on", "exchange for") for piece in NAMES[1:]
}
"""What a board asks for on a cell, and its words for people."""


def difference_words(what: str) -> str:
    """Return what a board asks for on a cell for people: ``put on a white disc`` for ``put on white``."""
    return DIFFERENCES.get(what, what)


class Refusal(NamedTuple):
    """Why the rules refuse a hand, in one sentence; ``clause`` is the one that says so, empty if none does."""

    sentence: str
    clause: str = ""


@dataclass
class TableWords:
    """How a table differs from its game; cells are the panel's, and sentences call them as the game does."""

    held: str = ""
    """The cell of the only disc that is missing: it is in a hand, which is no mistake."""
    due: dict[str, str] = field(default_factory=dict)
    """What is left to do of the last action, or until the position stands: words such as ``put on white``."""
    wrong: dict[str, str] = field(default_factory=dict)
    """What the hands did that the game does not accept: why not and what to do, in sentences."""
    clauses: dict[str, str] = field(default_factory=dict)
    """The clauses of the rules that say so, empty where none does."""


def table_words(live: GameState, report: TableReport, panel: str, seen: Mapping[str, str] | None = None) -> TableWords:
    """Return how the table differs from a live game, by the board's report.

    ``seen`` are the pieces on the panel's cells where they are known, as on a simulated board. Without them a refused
    disc is taken for the one that is likeliest.
    """
    game, names = live.game, live.cells_on(panel)
    if game is None or not report.differs or not names:
        return TableWords(due=dict(report.differs))
    cells = {cell: game.grid.cell(name) for cell, name in names.items()}
    undone = _undone(game)
    words = TableWords()
    for cell, what in report.differs.items():
        if undone.get(cells.get(cell, NO_CELL)) == what or (what.startswith("put on") and not game.codes):
            words.due[cell] = what
    rest = {cell: what for cell, what in report.differs.items() if cell not in words.due}
    missing = [cell for cell, what in rest.items() if what.startswith("put on")]
    odd = [cell for cell in rest if cell not in missing]
    if len(report.differs) == 1 and missing:
        words.held = missing[0]
        return words
    if len(report.differs) >= _MESS or len(missing) > 1 or not odd:
        words.due.update(rest)
        return words
    start = cells.get(missing[0], NO_CELL) if missing and len(odd) == 1 else NO_CELL
    for cell in odd:
        piece = NAMES.index(seen[cell]) if seen and seen.get(cell) in NAMES else EMPTY
        refusal = _wrong_words(game, cells.get(cell, NO_CELL), rest[cell], piece, start, report.thinks(live))
        if refusal is not None:
            words.wrong[cell], words.clauses[cell] = refusal
    if start == NO_CELL:
        words.due.update({cell: rest[cell] for cell in missing})
    return words


def why_refused(game: Game, cell: int, piece: int, start: int = NO_CELL) -> Refusal | None:
    """Return why no legal action leaves a piece on a cell; ``None`` if one does.

    ``start`` is the cell that the piece came from, where it was on the board before.
    """
    if game.result is not None:
        return _refusal(game, "ACT-2", notation.NO_ACTION)
    before, own, fallback = game.board[cell], game.to_move, ""
    if start != NO_CELL:
        codes = [notation.code(notation.STEP if before == EMPTY else notation.CAPTURE, start, cell)]
        fallback = "Discs are not moved in this game."
    elif before != EMPTY and piece == turned(before):
        codes = [notation.code(notation.REPLACE, cell)]
        fallback = "Discs are not turned over in this game."
    else:
        kinds = {WHITE: [notation.PLACE_WHITE], BLACK: [notation.PLACE_BLACK], leader(own): [notation.PLACE_LEADER]}
        if piece == own:
            kinds[own] += [notation.PLACE, notation.PLACE_PAWN]
        codes = [notation.code(kind, cell) for kind in kinds.get(piece, [])]
        if is_leader(piece) and not hand_of(game):
            fallback = "This game has no leaders."
    clauses = [game.why_not(code) for code in codes]
    if None in clauses:
        return None
    of_the_game = [(clause, code) for clause, code in zip(clauses, codes, strict=True) if clause and clause != "ACT-1"]
    moves_others = bool(of_the_game) and start != NO_CELL and colour_of(piece) != own
    if of_the_game and not moves_others:
        return _refusal(game, *of_the_game[0])
    if fallback and not moves_others:
        return Refusal(fallback)
    if colour_of(piece) != own:
        return Refusal(f"It is {COLOURS[own]}'s turn.")
    return _refusal(game, "ACT-1", notation.NO_ACTION)


def _refusal(game: Game, clause: str, code: int) -> Refusal:
    return Refusal(clause_sentence(game, clause, code), clause)


def closed_cells(game: Game, open_cells: Collection[int]) -> dict[str, Refusal]:
    """Return why the player to move may place nothing on an empty cell, by its name; ``open_cells`` are left out."""
    out = {*open_cells, *game.grid.blocked}
    empty = [cell for cell in range(game.grid.cells) if game.board[cell] == EMPTY and cell not in out]
    refusals = [(cell, why_refused(game, cell, game.to_move)) for cell in empty]
    return {game.grid.name(cell): refusal for cell, refusal in refusals if refusal is not None}


def _undone(game: Game) -> dict[int, str]:
    """Return what a table asks for that is as it was before the last action, by cell."""
    found = {cell: _asked(before, after) for cell, before, after in game.changes()}
    for cell in cells_of(game.codes[-1])[-1:] if game.codes else []:
        if game.board[cell] == EMPTY:
            # The piece that was placed left the game at once, such as a surrounded leader (ORG-12).
            found[cell] = _WORDS[TAKE_OFF]
    return found


def _wrong_words(game: Game, cell: int, what: str, piece: int, start: int, thinks: bool) -> Refusal | None:
    """Return why a disc is refused on a cell, and what to do with it; ``None`` if the rules do not refuse it.

    ``piece`` is ``EMPTY`` where it is not known. ``thinks``: an engine's action is due.
    """
    if cell == NO_CELL:
        return Refusal("This cell is outside the game's board. Take the disc off.")
    if start != NO_CELL and what == _asked(game.board[start], game.board[cell]) and piece in (EMPTY, game.board[start]):
        pieces, fix = [game.board[start]], f"Put it back on {game.grid.name(start)}."
    else:
        pieces, start = [piece] if piece else _likeliest(game, cell, what), NO_CELL
        fix = _FIXES.get(what) or f"Exchange it for a {piece_words(NAMES[game.board[cell]])}."
    why = next(filter(None, (why_refused(game, cell, one, start) for one in pieces)), None)
    if thinks:
        why = Refusal("It is Hexlume's turn.")
    return Refusal(f"{why.sentence} {fix}", why.clause) if why else None


def _asked(piece: int, expected: int) -> str:
    """Return what a board asks for where a piece stands instead of the expected one."""
    what = difference(piece, expected)
    words = _WORDS.get(what, "exchange for")
    return words if what in (TAKE_OFF, TURN_OVER) else f"{words} {NAMES[expected]}"


def _likeliest(game: Game, cell: int, what: str) -> list[int]:
    """Return the pieces that may stand where the board asks for something: the mover's own in front."""
    kinds = range(WHITE, BLACK_LEADER + 1 if hand_of(game) else BLACK + 1)
    pieces = [piece for piece in kinds if _asked(piece, game.board[cell]) == what]
    return sorted(pieces, key=lambda piece: colour_of(piece) != game.to_move)
