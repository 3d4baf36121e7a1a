"""The laws of the table: every legal action with a place can be made by hand and is distinct from every other.

The firmware's own referee judges: an action's hand work is shown to it, step by step.
"""

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY, NAMES
from hexlume.table.layout import Layout
from hexlume.table.referee import Referee

from .contract import Law, Visit, difference, state

_PIECES = (1, 2, 3, 4)
_REFEREED = 30
"""The most actions of a position that are shown to the referee."""
Work = tuple[tuple[int, int], ...]


def hand_work_is_distinct(visit: Visit) -> str | None:
    """Hand work is on the board and changes it, ``codes_at`` has it, and no two actions have the same."""
    game = visit.game
    owners: dict[frozenset[tuple[int, int]], int] = {}
    leaving: dict[tuple[int, int], list[int]] = {}
    for code in game.legal_actions():
        name, work = game.name(code), game.hand_work(code)
        if notation.is_word(code) != (not work):
            return f"hand_work returns {work} for {name}: only words such as swap and pass are without hand work"
        for cell, piece in work:
            if not 0 <= cell < game.grid.cells or piece not in (EMPTY, *_PIECES):
                return f"hand_work returns {work} for {name}, which is no cell and piece"
            if game.board[cell] == piece:
                return f"By hand {name} leaves {game.grid.name(cell)} as it is: nobody could see the action"
            if piece != EMPTY:
                leaving.setdefault((cell, piece), []).append(code)
        same = owners.setdefault(frozenset(work), code) if work else code
        if same != code:
            return f"{game.name(same)} and {name} are the same work for the hands: the board cannot tell them apart"
    for cell in range(game.grid.cells):
        for piece in _PIECES:
            listed, expected = sorted(game.codes_at(cell, piece)), sorted(leaving.get((cell, piece), []))
            if listed != expected:
                listed_words, words = (", ".join(map(game.name, codes)) or "nothing" for codes in (listed, expected))
                where = f"codes_at({cell}, {piece}), {NAMES[piece]} on {game.grid.name(cell)},"
                return f"{where} has {listed_words} instead of {words}"
    return None


def referee_accepts(visit: Visit) -> str | None:
    """The referee plays an action when its hand work is done, and nothing before."""
    game = visit.game
    before = state(game)
    actions = [code for code in before["legal actions"] if not notation.is_word(code)]
    for code in visit.choice.sample(actions, min(_REFEREED, len(actions))):
        work = game.hand_work(code)
        # A board takes one piece from its cell at a time, and it may see each of them.
        referee = Referee(Layout(game.grid, game.grid), game)
        pieces = bytearray(game.board)
        referee.follow(pieces, 0)
        played: list[tuple[int, int]] = []
        for step, (cell, piece) in enumerate(work):
            pieces[cell] = piece
            # Once the hands rest, an action counts that could be the beginning of another.
            played = referee.follow(pieces, 0, settled=step == len(work) - 1)
            if played and step < len(work) - 1:
                names = " ".join(game.name(one) for one, _ in played)
                _take_back(game, len(played))
                return f"The hands cannot make {game.name(code)}: on the way the board understands {names}"
        seen = [one for one, _ in played]
        words = " ".join(game.name(one) for one in seen) or "nothing"
        wrong = [cell for cell, _, after in game.changes() if after not in (EMPTY, dict(work).get(cell))]
        _take_back(game, len(played))
        if seen != [code]:
            return f"When the hands have made {game.name(code)}, the board understands {words}"
        if wrong:
            where = f"{game.grid.name(wrong[0])} than hand_work says for {game.name(code)}"
            return f"_do leaves another piece on {where}: in consequence pieces may only come off"
    if changed := difference(before, state(game)):
        return f"After the referee has tried actions and taken them back, the {changed} is another"
    return None


def _take_back(game: Game, count: int) -> None:
    for _ in range(count):
        game.pop()


LAWS: tuple[Law, ...] = (hand_work_is_distinct, referee_accepts)
