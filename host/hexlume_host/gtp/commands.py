"""The table of all commands, and the commands about the engine itself."""

from collections.abc import Callable, Iterator

import hexlume

from . import analyze, play, state
from .arguments import expect
from .session import Session

Handler = Callable[[Session, tuple[str, ...]], str | Iterator[str]]
"""Carries out a command: returns the answer's text, or its lines as they come, or raises ``GtpError``."""


def list_commands(session: Session, arguments: tuple[str, ...]) -> str:
    """Return the names of all commands, a line for each."""
    expect(arguments, 0)
    return "\n".join(COMMANDS)


def known_command(session: Session, arguments: tuple[str, ...]) -> str:
    """Return whether there is a command of a name."""
    expect(arguments, 1)
    return "true" if arguments[0] in COMMANDS else "false"


def name(session: Session, arguments: tuple[str, ...]) -> str:
    """Return the engine's name."""
    expect(arguments, 0)
    return "Hexlume"


def version(session: Session, arguments: tuple[str, ...]) -> str:
    """Return the engine's version."""
    expect(arguments, 0)
    return hexlume.VERSION


def protocol_version(session: Session, arguments: tuple[str, ...]) -> str:
    """Return the protocol's version."""
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
    "boardsize": play.boardsize,
    "clear_board": play.clear_board,
    "komi": play.komi,
    "play": play.play,
    "genmove": play.genmove,
    "undo": play.undo,
    "time_settings": play.time_settings,
    "time_left": play.time_left,
    "showboard": state.showboard,
    "final_score": state.final_score,
    "hexlume-game": play.hexlume_game,
    "hexlume-legal": state.hexlume_legal,
    "hexlume-state": state.hexlume_state,
    "hexlume-perft": state.hexlume_perft,
    "hexlume-level": analyze.hexlume_level,
    "hexlume-analyze": analyze.hexlume_analyze,
}
