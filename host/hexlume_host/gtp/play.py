"""The commands that change the game."""

from hexlume import games
from hexlume.games.game import IllegalAction, OptionError
from hexlume.games.pieces import COLOURS

from ..errors import HostError
from .arguments import colour, expect, real_number, whole_number
from .chooser import RESIGN
from .error import SYNTAX_ERROR, GtpError
from .new_game import start_game
from .session import Session, TimeLeft, TimeSettings

_ILLEGAL = "illegal move"


def hexlume_game(session: Session, arguments: tuple[str, ...]) -> str:
    """Start a game: its name, then words like ``size=5`` and ``pie=on``. The running game stays when that fails."""
    if not arguments:
        raise GtpError(SYNTAX_ERROR)
    try:
        session.game = start_game(arguments[0], arguments[1:])
    except OptionError as error:
        raise GtpError(str(error)) from None
    return ""


def boardsize(session: Session, arguments: tuple[str, ...]) -> str:
    """Start the same game with the same options at another size; the running game stays when that fails."""
    expect(arguments, 1)
    size, game = whole_number(arguments[0]), session.game
    if not game.MIN_SIZE <= size <= game.MAX_SIZE:
        raise GtpError("unacceptable size")
    session.game = games.start(game.NAME, size, game.options)
    return ""


def clear_board(session: Session, arguments: tuple[str, ...]) -> str:
    """Start the same game again, with the same size and options."""
    expect(arguments, 0)
    game = session.game
    session.game = games.start(game.NAME, game.size, game.options)
    return ""


def komi(session: Session, arguments: tuple[str, ...]) -> str:
    """Set the komi before the first action; a game without the option has a komi of 0."""
    expect(arguments, 1)
    asked, game = real_number(arguments[0]), session.game
    if "komi" not in game.options:
        if asked:
            raise GtpError(f"{game.NAME} has no komi: it can only be 0")
        return ""
    possible = game.CHOICES["komi"]
    if asked not in possible:
        raise GtpError(f"komi is a whole number from {possible[0]} to {possible[-1]} in {game.NAME}")
    if game.codes:
        raise GtpError("komi can only be set before the first action: begin again with clear_board")
    try:
        session.game = games.start(game.NAME, game.size, {**game.options, "komi": int(asked)})
    except OptionError as error:
        raise GtpError(str(error)) from None
    return ""


def play(session: Session, arguments: tuple[str, ...]) -> str:
    """Play one atomic action (rule ACT-1) of the colour that is to act."""
    expect(arguments, 2)
    if colour(arguments[0]) != session.game.to_move:
        raise GtpError(_ILLEGAL)
    try:
        session.game.push_text(arguments[1])
    except IllegalAction:
        raise GtpError(_ILLEGAL) from None
    return ""


def genmove(session: Session, arguments: tuple[str, ...]) -> str:
    """Choose an action of the colour that is to act, play it and answer it, or answer ``resign`` and play nothing."""
    expect(arguments, 1)
    asked, game = colour(arguments[0]), session.game
    if game.result is not None:
        raise GtpError(f"{_ILLEGAL}: the game is over ({game.result})")
    if asked != game.to_move:
        raise GtpError(f"{_ILLEGAL}: {COLOURS[game.to_move]} is to act, not {COLOURS[asked]}")
    try:
        action = session.chooser.choose(game, session.seconds())
    except HostError as error:
        raise GtpError(str(error)) from None
    if action != RESIGN:
        game.push_text(action)
    return action


def undo(session: Session, arguments: tuple[str, ...]) -> str:
    """Take back the last atomic action (rule ACT-4)."""
    expect(arguments, 0)
    try:
        session.game.pop()
    except IllegalAction:
        raise GtpError("cannot undo") from None
    return ""


def time_settings(session: Session, arguments: tuple[str, ...]) -> str:
    """Keep the time control: main time and byo-yomi period in seconds, stones a period."""
    expect(arguments, 3)
    session.time = TimeSettings(*map(whole_number, arguments))
    session.left.clear()
    return ""


def time_left(session: Session, arguments: tuple[str, ...]) -> str:
    """Keep what a colour has left: seconds, and the stones to play in them, 0 in main time."""
    expect(arguments, 3)
    session.left[colour(arguments[0])] = TimeLeft(whole_number(arguments[1]), whole_number(arguments[2]))
    return ""
