"""Droched's positions for hosts: what is in prison, and whether the game can go on from one set up by hand."""

from ..game import PLACING, SETTING_UP
from ..pieces import BLACK, COLOURS, WHITE, other
from .rules import GAME

if False:  # for type checkers only
    from typing import Any, Iterator

    from .rules import Droched

MOST_KOMI = GAME.CHOICES["komi"][-1]
FIRST_ACTION = "DRO-1"
PHASES = (SETTING_UP, PLACING)
TURN: "dict[str, Any]" = {
    "acted": {
        "kind": "choice",
        "text": "Komi and seats",
        "option": "pie",
        "choices": ((0, "komi is due"), (1, "a seat is due"), (2, "both chosen")),
    },
}


def prison(game: "Droched") -> dict[str, int]:
    """Return the stones in prison, by colour (DRO-5)."""
    return {COLOURS[colour]: game.in_prison[colour] for colour in (WHITE, BLACK)}


def begin(game: "Droched", position: "dict[str, Any]") -> None:
    """Set the prison, and the phase if the position names none.

    The board is noted: who acted last has left it, and may not leave it again (DRO-8).
    """
    for colour in (WHITE, BLACK):
        game.in_prison[colour] = position["prison"][COLOURS[colour]]
    turn = position["turn"]
    if not position["phase"]:
        game.phase = _phase(game, turn)
    game.reach.settled = False
    if game.phase == PLACING and any(game.board):
        game._remember(other(game.to_move), acted(game, turn))


def acted(game: "Droched", turn: "dict[str, Any]") -> int:
    """Return how many of the two seats' choices have been made (DRO-11)."""
    if not game.options["pie"]:
        return 0
    if game.phase != SETTING_UP or game._count(BLACK):
        return 2
    if game.to_move == WHITE:
        return int(turn.get("acted", 1))
    return int(turn.get("acted", 2 if game.in_prison[BLACK] and _handicap(game) else 0))


def refusals(game: "Droched", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield why the game cannot go on: the clause, the sentence, the cells, and values for the sentence if any."""
    found = list(_wrong_stones(game, turn))
    yield from found
    # Broken bridges may stand: the next placement takes them off, as it does those of handicap stones (DRO-12).
    if not found and not game._can_act():
        yield "DRO-10", "The game is over: {colour} has no legal action", [], {"colour": COLOURS[game.to_move]}


def _handicap(game: "Droched") -> int:
    return int(game.options["handicap"])


def _phase(game: "Droched", turn: "dict[str, Any]") -> str:
    """Return that seats, komi or handicap stones are due while none of the game's stones can stand yet."""
    handicap = _handicap(game)
    if game._count(WHITE) or game.in_prison[WHITE]:
        return PLACING
    if game._count(BLACK) < handicap and game.to_move == BLACK:
        return SETTING_UP
    if game.options["pie"] and not game._count(BLACK):
        return PLACING if turn.get("acted") == 2 and not handicap else SETTING_UP
    return PLACING


def _wrong_stones(game: "Droched", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield what is wrong with the stones on the board and in prison, in the phase that the game is in."""
    prison, white, black = game.in_prison, game._count(WHITE), game._count(BLACK)
    if prison[WHITE] and prison[BLACK]:
        yield "DRO-5", "Stones of both colours are in prison: they leave it in pairs", []
    elif game.phase == SETTING_UP:
        yield from _wrong_start(game, turn)
    elif not any(game.board):
        if _handicap(game):
            yield "DRO-12", "The handicap stones come first", []
        elif prison[WHITE]:
            yield "DRO-11", "White has no stone in prison before the start", []
        else:
            yield from _wrong_komi(game, prison[BLACK])
    elif not black or (not white and prison[WHITE]):
        side = {"colour": COLOURS[WHITE if black else BLACK]}
        yield "DRO-9", "The game is over: {colour} has no stone left on the board", [], side
    else:
        # A turn adds one black stone or takes one white stone away, or the other way round, and stones leave the
        # prison in pairs: black's stones less white's are the komi, the handicap, and one after black's turn.
        more = black + prison[BLACK] - white - prison[WHITE]
        yield from _wrong_komi(game, more - max(_handicap(game) - 1, 0) - (game.to_move == WHITE))


def _wrong_start(game: "Droched", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield what is wrong before the first turn is over (DRO-11, DRO-12)."""
    handicap, stones = _handicap(game), game._count(BLACK)
    chosen = acted(game, turn) if game.options["pie"] else 2
    if game._count(WHITE):
        cells = [cell for cell in range(game.grid.cells) if game.board[cell] == WHITE]
        yield "DRO-12", "White has no stone before black's first turn is over", cells
    elif game.in_prison[WHITE]:
        yield "DRO-11", "White has no stone in prison before the start", []
    elif chosen < 2:
        if chosen and game.to_move != WHITE:
            yield "DRO-11", "White takes a seat now", []
        elif not chosen and game.to_move != BLACK:
            yield "DRO-11", "Black names the komi now", []
        elif chosen and game.in_prison[BLACK] > MOST_KOMI:
            yield "DRO-11", "At this time at most {most} black stones are in prison", [], {"most": MOST_KOMI}
        elif not chosen and game.in_prison[BLACK]:
            yield "DRO-11", "At this time no stone is in prison", []
    elif game.to_move != BLACK:
        yield "DRO-12", "Black places the handicap stones", []
    elif stones >= handicap:
        values = {"handicap": handicap, "count": stones}
        yield "DRO-12", "Black's first turn places {handicap} stones, and {count} stand", [], values
    else:
        yield from _wrong_komi(game, game.in_prison[BLACK])


def _wrong_komi(game: "Droched", komi: int) -> "Iterator[tuple[Any, ...]]":
    if game.options["pie"]:
        if not 0 <= komi <= MOST_KOMI:
            yield (
                "DRO-11",
                "The stones on the board and in prison come of a komi of {counted}, and it is 0 to {most}",
                [],
                {"counted": komi, "most": MOST_KOMI},
            )
    elif komi != game.options["komi"]:
        yield (
            "DRO-11",
            "The stones on the board and in prison come of a komi of {counted}, and it is {komi}",
            [],
            {"counted": komi, "komi": game.options["komi"]},
        )
