"""The check of a game's hints (``evaluation.py``), and of the board's own opponent, which uses them."""

from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType

from hexlume import engine, games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import BLACK, WHITE
from hexlume_host.external_games.trouble import TookTooLong, error_words, time_limit

from .contract import difference, state
from .random_games import play
from .report import Check, Position

_POSITIONS = 4
_SECONDS = 20.0
_MOST_LEAD = 45
_HINTED = 4
"""The games in every position of which the hints are asked, on the smallest board and on larger ones."""
_PASSES = 20_000
"""The most passes of the board's loop in which it has to choose an action."""


def check_opponent(name: str, folder: Path, seed: int) -> Check:
    """Ask the hints about every position of a random game, and let the opponent choose in some."""
    check = Check("opponent")
    hints: ModuleType | None = games.part(name, "evaluation")
    game = games.start(name, games.game_class(name).MIN_SIZE)
    sentence = ""

    def visit(at: Game) -> bool:
        nonlocal sentence
        sentence = "" if hints is None or at.outcome is not None else _hint_trouble(hints, at, Random(seed))
        return not sentence

    try:
        with time_limit(_SECONDS):
            for number in range(0 if hints is None else _HINTED):
                kind = games.game_class(name)
                game = games.start(name, kind.MIN_SIZE if number % 2 == 0 else kind.DEFAULT_SIZE)
                play(game, Random(f"{seed} hints {number}"), visit)
                if sentence:
                    break
            chosen = 0
            for number in range(0 if sentence else _POSITIONS):
                game = _middle(name, Random(f"{seed} opponent {number}"))
                sentence = sentence or _opponent_trouble(game, Random(number))
                chosen += 1
                if sentence:
                    break
    except TookTooLong:
        sentence = f"The board's opponent has not chosen after {_SECONDS:g} s"
    except Exception as error:
        sentence = f"The board's opponent comes to a stop: {error_words(error, folder)}"
    if sentence:
        check.fail(f"{sentence}, on {Position.of(game).words}.", game)
    else:
        check.summary = (
            f"the board's opponent chose in {chosen} positions, {'without' if hints is None else 'by'} hints"
        )
    return check


def _hint_trouble(hints: ModuleType, game: Game, choice: Random) -> str:
    """Return what is wrong with the hints about a position."""
    before = state(game)
    if hasattr(hints, "lead"):
        for colour in (WHITE, BLACK):
            lead = hints.lead(game, colour)
            if type(lead) is not int or abs(lead) > _MOST_LEAD:
                return (
                    f"lead(game, {colour}) in evaluation.py returns {lead!r}, which is no int "
                    f"from -{_MOST_LEAD} to {_MOST_LEAD}"
                )
        if lead != -hints.lead(game, WHITE):
            return (
                f"lead in evaluation.py returns {hints.lead(game, WHITE)} for white and {lead} for black: "
                "one must be the opposite of the other"
            )
    if hasattr(hints, "random_piece"):
        piece = hints.random_piece(game, choice.randrange)
        if piece not in (1, 2, 3, 4):
            return f"random_piece in evaluation.py returns {piece!r}, which is no piece"
    changed = difference(before, state(game))
    return f"Asking the hints in evaluation.py changes the {changed}" if changed else ""


def _middle(name: str, choice: Random) -> Game:
    """Return a random game that is not over: at its start, or after some actions."""
    game = games.start(name, games.game_class(name).MIN_SIZE)
    for _ in range(choice.randrange(game.grid.cells)):
        game.push(choice.choice(game.legal_actions()))
        if game.outcome is not None:
            game.pop()
            break
    return game


def _opponent_trouble(game: Game, choice: Random) -> str:
    """Return what is wrong when the board's opponent chooses, by a clock that goes on with each look at it."""
    before = state(game)
    ticks = count()
    thinking = engine.start(game, choice.randrange, lambda: next(ticks))
    for _ in range(_PASSES):
        if thinking.think():
            break
    if thinking.action == notation.NO_ACTION:
        return f"The board's opponent has not chosen an action after {_PASSES:,} passes of the loop"
    if not game.is_legal(thinking.action):
        return f"The board's opponent chooses {game.name(thinking.action)}, which is not legal"
    changed = difference(before, state(game))
    return f"While the board's opponent thinks, the game's {changed} changes" if changed else ""
