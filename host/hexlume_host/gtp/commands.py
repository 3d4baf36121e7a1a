"""The table of all commands, and the commands that tell about the engine itself."""

from collections.abc import Callable, Iterator

import hexlume

from . import playing, telling, thinking
from .arguments import expect
from .session import Session

Handler = Callable[[Session, tuple[str, ...]], str | Iterator[str]]
"""Carries out a command: returns the answer's text, or its lines as they come, or raises ``GtpError``."""


def list_commands(session: Session, arguments: tuple[str, ...]) -> str:
    """Tell the names of all commands, a line for each."""
    expect(arguments, 0)
    return "\n".join(COMMANDS)


def known_command(session: Session, arguments: tuple[str, ...]) -> str:
    """Tell whether there is a command of a name."""
    expect(arguments, 1)
    return "true" if arguments[0] in COMMANDS else "false"


def name(session: Session, arguments: tuple[str, ...]) -> str:
    """Tell the engine's name."""
    expect(arguments, 0)
    return "Hexlume"


def version(session: Session, arguments: tuple[str, ...]) -> str:
    """Tell the engine's version."""
    expect(arguments, 0)
    return hexlume.VERSION


def protocol_version(session: Session, arguments: tuple[str, ...]) -> str:
    """Tell the protocol's version."""
    expect(arguments, 0)
    return "2"


def quit_engine(session: Session, arguments: tuple[str, ...]) -> str:
    """End the session after the answer."""
    expect(arguments, 0)
    session.ended = True
    return ""


COMMANDS: dict[str, Handler] = {
    "protocol_version": protocol_version,
    "name": name,
    "version": version,
    "known_command": known_command,
    "list_commands": list_commands,
    "quit": quit_engine,
    "boardsize": playing.boardsize,
    "clear_board": playing.clear_board,
    "komi": playing.komi,
    "play": playing.play,
    "genmove": playing.genmove,
    "undo": playing.undo,
    "time_settings": playing.time_settings,
    "time_left": playing.time_left,
    "showboard": telling.showboard,
    "final_score": telling.final_score,
    "hexlume-game": playing.hexlume_game,
    "hexlume-legal": telling.hexlume_legal,
    "hexlume-state": telling.hexlume_state,
    "hexlume-perft": telling.hexlume_perft,
    "hexlume-level": thinking.hexlume_level,
    "hexlume-analyze": thinking.hexlume_analyze,
}
