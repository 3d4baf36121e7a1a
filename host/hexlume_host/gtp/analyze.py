"""Commands that set the engine's strength and show its analysis."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS

from ..engine.level import level_of
from ..errors import HostError
from .arguments import colour, expect, whole_number
from .chooser import EngineChooser
from .error import SYNTAX_ERROR, GtpError
from .session import Session

if TYPE_CHECKING:
    from ..engine.thinker import Candidate, Engine

_EVERY_CS = 50
_SHOWN = 40
_NO_ENGINE = "no engine: start with --level"


def hexlume_level(session: Session, arguments: tuple[str, ...]) -> str:
    """Play at another level from now on."""
    expect(arguments, 1)
    number = whole_number(arguments[0])
    if not isinstance(session.chooser, EngineChooser):
        raise GtpError(_NO_ENGINE)
    try:
        session.chooser.set_level(level_of(number))
    except HostError as error:
        raise GtpError(str(error)) from None
    return ""


def hexlume_analyze(session: Session, arguments: tuple[str, ...]) -> Iterator[str]:
    """Think about the position and show the analysis, line by line, until the next request comes.

    Arguments are the colour that is to act, if it is to be checked, and the centiseconds between two lines.
    """
    words = list(arguments)
    if len(words) > 2:
        raise GtpError(SYNTAX_ERROR)
    every = _EVERY_CS
    if words and words[-1].isdecimal():
        every = max(1, whole_number(words.pop()))
    game = session.game
    if words and colour(words[0]) != game.to_move:
        raise GtpError(f"{COLOURS[game.to_move] or 'nobody'} is to act")
    if game.result is not None:
        raise GtpError(f"the game is over ({game.result})")
    if not isinstance(session.chooser, EngineChooser):
        raise GtpError(_NO_ENGINE)
    try:
        engine = session.chooser.engine
    except HostError as error:
        raise GtpError(str(error)) from None
    return _lines(session, engine, game, every / 100)


def _lines(session: Session, engine: "Engine", game: Game, every: float) -> Iterator[str]:
    """Yield what the engine thinks, once every so many seconds, until a request is waiting."""
    for analysis in engine.analysis(game, every=every, free=True, go_on=lambda: not session.waiting()):
        yield " ".join(_info(game, found, order) for order, found in enumerate(analysis.candidates[:_SHOWN]))
        if session.waiting():
            return


def _info(game: Game, found: "Candidate", order: int) -> str:
    """Return a candidate in words: its action, games, chance to win and rank, and how play goes on."""
    proven = f" proven {found.proven}" if found.proven else ""
    variation = " ".join(map(game.name, found.variation))
    return (
        f"info move {game.name(found.action)} visits {found.visits} winrate {found.chance:.4f}{proven} "
        f"order {order} pv {variation}"
    )
