"""Which part of a clause a refused action breaks, so that its sentence says that one and not the whole clause.

A game's ``CLAUSES`` has a sentence for such a part by the clause and a condition, as in ``"SIB-2 taken"``. Of those
whose condition holds the first one is said, and the clause's own sentence where none does.
"""

from collections.abc import Callable, Mapping

from hexlume.games import notation
from hexlume.games.game import FILLING, MOVING, PLACING, REPLACING, SETTING_UP, Game
from hexlume.games.pieces import EMPTY, colour_of, is_leader

_PHASES = (PLACING, REPLACING, MOVING, FILLING, SETTING_UP)
_WITHOUT = "no "
"""Before the name of an option that is off."""


def _goes_to(action: int) -> int:
    """Return the cell to which an action takes a piece."""
    moves = notation.kind(action) in (notation.STEP, notation.CAPTURE)
    return notation.second(action) if moves else notation.first(action)


def _is_taken(game: Game, action: int) -> bool:
    return notation.kind(action) != notation.CAPTURE and game.board[_goes_to(action)] != EMPTY


def _is_beside(game: Game, start: int, end: int) -> bool:
    return end - start in game.grid.offsets[start]


def _is_after(game: Game, action: int, beside: bool) -> bool:
    """Return whether an action's cell is beside that of the last one, or is not; neither if that is not known."""
    # A position set up by hand counts words as played before it.
    if not game.codes or notation.is_word(game.codes[-1]):
        return False
    return _is_beside(game, _goes_to(game.codes[-1]), notation.first(action)) == beside


CONDITIONS: dict[str, Callable[[Game, int], bool]] = {
    "taken": _is_taken,
    "beside": lambda game, action: _is_after(game, action, True),
    "apart": lambda game, action: _is_after(game, action, False),
    "far": lambda game, action: not _is_beside(game, notation.first(action), notation.second(action)),
    "foreign": lambda game, action: colour_of(game.board[notation.first(action)]) != game.to_move,
    "leader": lambda game, action: is_leader(game.board[notation.first(action)]),
    "first": lambda game, action: not game.codes,
    "second": lambda game, action: len(game.codes) == 1,
}
"""Of the position and the action's code, besides the phases, kinds of actions, and ``no`` with an option's name."""


def is_condition(words: str) -> bool:
    """Return whether a game may state a sentence for these words."""
    return words in CONDITIONS or words in _PHASES or words in notation.TEXTS[1:] or words.startswith(_WITHOUT)


def broken_part(sentences: Mapping[str, str], game: Game, clause: str, action: int) -> str:
    """Return the sentence for what a refused action breaks of a clause; empty where the game has none."""
    for key, sentence in sentences.items():
        of, _, words = key.partition(" ")
        if of == clause and words and _holds(words, game, action):
            return sentence
    return sentences.get(clause, "")


def _holds(words: str, game: Game, action: int) -> bool:
    if words in CONDITIONS:
        return CONDITIONS[words](game, action)
    if words.startswith(_WITHOUT):
        return not game.options.get(words.removeprefix(_WITHOUT))
    return words in (game.phase, notation.TEXTS[notation.kind(action)])
