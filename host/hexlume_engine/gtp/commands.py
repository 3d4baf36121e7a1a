"""The table of all commands, and the commands about the engine itself."""

from collections.abc import Callable, Iterator

import hexlume

from . import analyze, play, state
from .session import Session

Handler = Callable[..., str | Iterator[str] | None]
"""Carries out a command: takes the session and the command's arguments, each a text; returns the answer's text if it
has one, or its lines as they come. Raises ``HexlumeError`` or ``OptionError``, whose words are the answer."""


def list_commands(session: Session) -> str:
    """Return the names of all commands, a line for each."""
    return "\n".join(COMMANDS)


def known_command(session: Session, command: str) -> str:
    """Return whether there is a command of a name."""
    return "true" if command in COMMANDS else "false"


def name(session: Session) -> str:
    """Return the engine's name."""
    return "Hexlume"


def version(session: Session) -> str:
    """Return the engine's version."""
    return hexlume.VERSION


def protocol_version(session: Session) -> str:
    """Return the protocol's version."""
    return "2"


def quit_engine(session: Session) -> None:
    """End the session after the answer."""
    session.ended = True


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
