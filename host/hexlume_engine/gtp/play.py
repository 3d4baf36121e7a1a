"""The commands that change the game."""

from hexlume import games
from hexlume.games import game_class
from hexlume.games.game import IllegalAction, OptionError
from hexlume.games.grid import number
from hexlume.games.pieces import COLOURS
from hexlume_record.errors import excerpt
from hexlume_record.game.options import read_options

from .arguments import colour_of, real_number, whole_number
from .chooser import RESIGN
from .error import GtpError
from .session import Session, TimeLeft, TimeSettings

_ILLEGAL = "illegal move"


def hexlume_game(session: Session, name: str, *words: str) -> None:
    """Start a game: its name, then words like ``size=5`` and ``pie=on``. The running game stays when that fails."""
    options = read_options(words)
    written = options.pop("size", None)
    size = 0 if written is None else number(written)
    if written is not None and size < 1:
        game_class(name)
        raise OptionError(f"the size is a number of cells a side, not '{excerpt(written, 40)}'")
    session.game = games.start(name, size, options)


def boardsize(session: Session, size: str) -> None:
    """Start the same game with the same options at another size; the running game stays when that fails."""
    wanted, game = whole_number(size), session.game
    if not game.MIN_SIZE <= wanted <= game.MAX_SIZE:
        raise GtpError("unacceptable size")
    session.game = games.start(game.NAME, wanted, game.options)


def clear_board(session: Session) -> None:
    """Start the same game again, with the same size and options."""
    game = session.game
    session.game = games.start(game.NAME, game.size, game.options)


def komi(session: Session, value: str) -> None:
    """Set the komi before the first action; a game without the option has a komi of 0."""
    wanted, game = real_number(value), session.game
    if "komi" not in game.options:
        if wanted:
            raise GtpError(f"{game.NAME} has no komi: it can only be 0")
        return
    possible = game.CHOICES["komi"]
    if wanted not in possible:
        raise GtpError(f"komi is a whole number from {possible[0]} to {possible[-1]} in {game.NAME}")
    if game.codes:
        raise GtpError("komi can only be set before the first action: begin again with clear_board")
    session.game = games.start(game.NAME, game.size, {**game.options, "komi": int(wanted)})


def play(session: Session, colour: str, action: str) -> None:
    """Play one atomic action (rule ACT-1) of the colour that is to act."""
    if colour_of(colour) != session.game.to_move:
        raise GtpError(_ILLEGAL)
    try:
        session.game.push_text(action)
    except IllegalAction:
        raise GtpError(_ILLEGAL) from None


def genmove(session: Session, colour: str) -> str:
    """Choose an action of the colour that is to act, play it and answer it, or answer ``resign`` and play nothing."""
    wanted, game = colour_of(colour), session.game
    if game.result is not None:
        raise GtpError(f"{_ILLEGAL}: the game is over ({game.result})")
    if wanted != game.to_move:
        raise GtpError(f"{_ILLEGAL}: {COLOURS[game.to_move]} is to act, not {COLOURS[wanted]}")
    action = session.chooser.choose(game, session.seconds())
    if action != RESIGN:
        game.push_text(action)
    return action


def undo(session: Session) -> None:
    """Take back the last atomic action (rule ACT-4)."""
    try:
        session.game.pop()
    except IllegalAction:
        raise GtpError("cannot undo") from None


def time_settings(session: Session, main: str, byo_yomi: str, stones: str) -> None:
    """Store the time control: main time and byo-yomi period in seconds, stones a period."""
    session.time = TimeSettings(whole_number(main), whole_number(byo_yomi), whole_number(stones))
    session.left.clear()


def time_left(session: Session, colour: str, seconds: str, stones: str) -> None:
    """Store what a colour has left: seconds, and the stones to play in them, 0 in main time."""
    session.left[colour_of(colour)] = TimeLeft(whole_number(seconds), whole_number(stones))
