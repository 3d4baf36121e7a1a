"""Commands that set the engine's strength and show its analysis."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS
from hexlume_record.errors import HexlumeError

from ..search.level import level_of
from .arguments import colour_of, whole_number
from .chooser import EngineChooser
from .error import SYNTAX_ERROR, GtpError
from .session import Session

if TYPE_CHECKING:
    from ..search.analysis import Candidate
    from ..search.engine import Engine

_EVERY_CS = 50
_SHOWN = 40


def hexlume_level(session: Session, level: str) -> None:
    """Play at another level from now on."""
    number = whole_number(level)
    _engine_chooser(session).set_level(level_of(number))


def hexlume_analyze(session: Session, *arguments: str) -> Iterator[str]:
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
    if words and colour_of(words[0]) != game.to_move:
        raise GtpError(f"{COLOURS[game.to_move] or 'nobody'} is to act")
    if game.result is not None:
        raise GtpError(f"the game is over ({game.result})")
    return _lines(session, _engine_chooser(session).engine, game, every / 100)


def _engine_chooser(session: Session) -> EngineChooser:
    if not isinstance(session.chooser, EngineChooser):
        raise GtpError("no engine: start with --level")
    return session.chooser


def _lines(session: Session, engine: "Engine", game: Game, every: float) -> Iterator[str]:
    """Yield a line of analysis every so many seconds, until a request is waiting."""
    # A game whose code fails ends the lines: an answer that has begun cannot become an error.
    with suppress(HexlumeError):
        for analysis in engine.analysis(game, every=every, free=True, go_on=lambda: not session.waiting()):
            yield " ".join(_info(game, found, order) for order, found in enumerate(analysis.candidates[:_SHOWN]))
            if session.waiting():
                return


def _info(game: Game, found: "Candidate", order: int) -> str:
    """Return a candidate as text: its action, playouts, win rate, rank and principal variation."""
    proven = f" proven {found.proven}" if found.proven else ""
    variation = " ".join(map(game.name, found.variation))
    return (
        f"info move {game.name(found.action)} visits {found.visits} winrate {found.chance:.4f}{proven} "
        f"order {order} pv {variation}"
    )
