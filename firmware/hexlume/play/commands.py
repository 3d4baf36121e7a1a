"""What a host may have the running game do (docs/protocol.md): commands checked and carried out."""

from ..const import const
from ..games import notation, outcome
from ..games.grid import NO_CELL
from ..games.pieces import COLOURS, EMPTY, other
from ..table import layout
from .opponent import ADVISED

if False:  # for type checkers only
    from typing import Any, Callable

    from .session import GameSession

_MOST_EVENTS = const(2000)
"""Events of one game after which a host may do nothing more to it; hands may."""


def carry_out(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Carry out a host's command on the running game; return ``None``, or one sentence why not."""
    what = str(message.get("do"))
    command = _COMMANDS.get(what)
    if command is None:
        return "this board does not know that command"
    if what not in _AT_ANY_TIME:
        if session.queue and what != "actions":
            return "the actions that were sent are still being played"
        if session.log.record.count >= _MOST_EVENTS:
            return "this game has too many events: begin a new one"
        asked = (session.opponent.asks, session.log.record.count - 1, session.log.record.identity)
        if "seq" in message and asked != (what, message["seq"], message.get("game")):
            return "the board asks for something else by now"
    return command(session, message, ms)


def _settings(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    refusal = session.preferences.accept(message)
    session.preferences.keep(session.memory)
    session.follow(ms)
    # What is still due to the host is older than this command, and its answer goes first.
    session.report()
    return refusal


def _act(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Play an action without a place."""
    name = str(message.get("action"))
    code = notation.parse(name, session.game.grid)
    if not session.game.is_legal(code):
        return "'%s' is not legal here" % name[:40]
    if session.game.hand_work(code) and name not in session.act_button.words():
        return "'%s' is played with discs: put them on the board" % name[:40]
    return session.play_for_hands(name, ms)


def _conclude(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """End the game as somebody elsewhere decided; ``colour`` is who has resigned or has no time left."""
    reason, colour = message.get("reason"), message.get("colour")
    if session.game.result is not None:
        return "the game is over"
    if reason == outcome.DRAW_AGREED:
        session.conclude(EMPTY, outcome.DRAW_AGREED, ms)
    elif reason in (outcome.RESIGNED, outcome.TIME) and colour in COLOURS[1:]:
        session.conclude(other(COLOURS.index(str(colour))), str(reason), ms)
    else:
        return "a game is concluded because white or black resigned or has no time, or because a draw was agreed"
    return None


def _begin(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    rules, size, options = message.get("rules"), message.get("size", 0), message.get("options", {})
    control = message.get("clock")
    if not isinstance(rules, str) or not isinstance(size, int) or not isinstance(options, dict):
        return "a new game needs rules (text), size (a number) and options"
    actions = message.get("actions") or []
    # What cannot be taken up is refused before the running game is given up for it.
    refusal = _refused(actions)
    if refusal is None:
        try:
            game = layout.start_on(session.grid, rules, size, options)
            session.begin(game, ms, None if control is None else str(control))
        except ValueError as error:
            return str(error)
        refusal = session.queue_actions(actions)
        session.follow(ms)
    return refusal


def _refused(actions: "Any") -> str | None:
    """Return one sentence why what a host sent is no list of actions to take up, or ``None`` if it is one."""
    if isinstance(actions, list) and all([isinstance(action, str) and len(action) <= 10 for action in actions]):
        return None
    return "actions are a list of action strings"


def _suggest(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Point at the cells of legal actions, the best first, until the position changes."""
    actions = message.get("actions")
    codes = []
    for name in actions if isinstance(actions, list) else [""]:
        codes.append(notation.parse(str(name), session.game.grid))
        if not session.game.is_legal(codes[-1]):
            return "'%s' is not legal here" % str(name)[:40]
    session.opponent.advice = codes[:ADVISED]
    session.show()
    return None


def _point(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Light panel cells by their ranks (1 to 3) until the position changes."""
    cells = message.get("cells")
    found = []
    for name, rank in cells.items() if isinstance(cells, dict) else (("", 0),):
        cell = session.grid.cell(name)
        if cell == NO_CELL or not isinstance(rank, int) or rank not in (1, 2, 3):
            return "lights need panel cells with ranks from 1 to 3, such as d4: 1"
        found.append((cell, rank - 1))
    session.opponent.pointed = found
    session.show()
    return None


_AT_ANY_TIME = ("new", "settings", "lesson")
"""The commands that need no position."""
_COMMANDS: "dict[str, Callable[[GameSession, dict[str, Any], int], str | None]]" = {
    "new": _begin,
    "settings": _settings,
    "lesson": lambda session, message, ms: session.teach(session, message, ms),
    "back": lambda session, message, ms: session.take_back(ms),
    "conclude": _conclude,
    "actions": lambda session, message, ms: (
        _refused(message.get("actions")) or session.queue_actions(message["actions"])
    ),
    "suggest": _suggest,
    "lights": _point,
    "act": _act,
    "play": lambda session, message, ms: session.play_for_hands(str(message.get("action")), ms),
}
"""Each command with what carries it out and returns ``None``, or one sentence why not."""
