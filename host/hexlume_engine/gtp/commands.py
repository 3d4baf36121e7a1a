"""The commands, and the table of all of them."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import hexlume
from hexlume import games
from hexlume.games import game_class
from hexlume.games.game import Game, IllegalAction, OptionError
from hexlume.games.grid import number
from hexlume.games.pieces import COLOURS
from hexlume_record.errors import HexlumeError, excerpt
from hexlume_record.game.diagram import position_text
from hexlume_record.game.options import read_options
from hexlume_record.game.perft import perft
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.words.text import due_words, outcome_words

from ..search.level import level_of
from .chooser import RESIGN, EngineChooser
from .protocol import SYNTAX_ERROR, GtpError, colour_of, real_number, whole_number
from .session import Session, TimeLeft, TimeSettings

if TYPE_CHECKING:
    from ..search.analysis import Candidate
    from ..search.engine import Engine

Handler = Callable[..., str | Iterator[str] | None]
"""Carries out a command: takes the session and the command's arguments, each a text; returns the answer's text if it
has one, or its lines as they come. Raises ``HexlumeError`` or ``OptionError``, whose words are the answer."""

_ILLEGAL = "illegal move"
_EVERY_CS = 50
_SHOWN = 40

# The game


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


# What shows the game and leaves it as it is


def showboard(session: Session) -> str:
    """Show the board for people, with what is off it, and who is to do what or how the game ended."""
    game = session.game
    due = due_words(game, game.legal_actions()) or outcome_words(game)
    return f"\n{position_text(game)}\n{due}"


def final_score(session: Session) -> str:
    """Return the result of a finished game: ``W+``, ``B+`` or ``0`` (rule ACT-2)."""
    if session.game.result is None:
        raise GtpError("cannot score: the game is not over")
    return session.game.result


def hexlume_legal(session: Session) -> str:
    """Return all legal actions, sorted by code point (rule ACT-6); nothing when the game is over."""
    return " ".join(legal_texts(session.game))


def hexlume_state(session: Session) -> str:
    """Return the position as JSON (rule ACT-5)."""
    return json.dumps(position_of(session.game), separators=(",", ":"))


def hexlume_perft(session: Session, depth: str) -> str:
    """Count the sequences of ``depth`` actions from here on."""
    return str(perft(session.game, whole_number(depth)))


# The engine's strength and analysis


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
    """Yield a line of analysis at an interval, until a request is waiting."""
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


# The protocol


def quit_engine(session: Session) -> None:
    """End the session after the answer."""
    session.ended = True


COMMANDS: dict[str, Handler] = {
    "protocol_version": lambda session: "2",
    "name": lambda session: "Hexlume",
    "version": lambda session: hexlume.VERSION,
    "known_command": lambda session, command: "true" if command in COMMANDS else "false",
    "list_commands": lambda session: "\n".join(COMMANDS),
    "quit": quit_engine,
    "boardsize": boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "play": play,
    "genmove": genmove,
    "undo": undo,
    "time_settings": time_settings,
    "time_left": time_left,
    "showboard": showboard,
    "final_score": final_score,
    "hexlume-game": hexlume_game,
    "hexlume-legal": hexlume_legal,
    "hexlume-state": hexlume_state,
    "hexlume-perft": hexlume_perft,
    "hexlume-level": hexlume_level,
    "hexlume-analyze": hexlume_analyze,
}
