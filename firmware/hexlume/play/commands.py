"""What a host may have the running game do (docs/protocol.md): commands checked and carried out."""

from .. import games
from ..const import const
from ..games import notation, outcome
from ..games.grid import NO_CELL
from ..games.pieces import COLOURS, EMPTY, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .session import GameSession

_MOST_EVENTS = const(2000)
"""Events of one game after which a host may do nothing more to it; hands may."""


def carry_out(running: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Carry out a host's command on the running game; return ``None``, or one sentence why not."""
    what = message.get("do")
    if what == "new":
        return _begin(running, message, ms)
    if what == "lesson":
        try:
            # Loaded when it is first needed, as the engine is.
            from .lesson import command
        except MemoryError:
            return "the board has too little memory left for lessons: switch it off and on"
        return command(running, message, ms)
    lesson = running.lesson
    if lesson is not None and (what in ("actions", "conclude") or (lesson.closed and what in ("act", "play"))):
        return "the lesson does not ask for that now"
    if running.log.record.count >= _MOST_EVENTS:
        return "this game has too many events: begin a new one"
    if "seq" in message:
        asked = (running.report.asks, running.log.record.count - 1, running.link.records[-1].identity)
        if asked != (what, message["seq"], message.get("game")):
            return "the board asks for something else by now"
    if what == "back":
        return running.take_back(ms)
    if what == "conclude":
        return _conclude(running, message.get("reason"), message.get("colour"), ms)
    if what == "actions":
        actions: "Any" = message.get("actions")
        return _refused(actions) or running.take_up(actions)
    if what == "suggest":
        return _suggest(running, message.get("actions"))
    if what == "lights":
        return _point(running, message.get("cells"))
    action = message.get("action")
    if not isinstance(action, str):
        action = ""
    if what == "act":
        return _act(running, action, ms)
    if what == "play":
        return running.play_for_hands(action, ms)
    return "this board does not know that command"


def _act(running: "GameSession", name: str, ms: int) -> str | None:
    """Play an action without a place; return ``None``, or one sentence why not."""
    code = notation.parse(name, running.game.grid)
    if not running.game.is_legal(code):
        return "'%s' is not legal here" % name[:40]
    if running.game.hand_work(code) and name not in running.act_button.words():
        return "'%s' is played with discs: put them on the board" % name[:40]
    return running.play_for_hands(name, ms)


def _conclude(running: "GameSession", reason: object, colour: object, ms: int) -> str | None:
    """End the game as somebody elsewhere decided; ``colour`` is who has resigned or has no time left.

    Return ``None``, or one sentence why not.
    """
    if running.game.result is not None:
        return "the game is over"
    if reason == outcome.DRAW_AGREED:
        running.conclude(EMPTY, outcome.DRAW_AGREED, ms)
    elif reason in (outcome.RESIGNED, outcome.TIME) and colour in COLOURS[1:]:
        running.conclude(other(COLOURS.index(str(colour))), str(reason), ms)
    else:
        return "a game is concluded because white or black resigned or has no time, or because a draw was agreed"
    return None


def _begin(running: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    rules, size, options = message.get("rules"), message.get("size", 0), message.get("options", {})
    control = message.get("clock")
    if not isinstance(rules, str) or not isinstance(size, int) or not isinstance(options, dict):
        return "a new game needs rules (text), size (a number) and options"
    if control is not None and not isinstance(control, str):
        return "a clock is a time control's text, such as fischer 300+5"
    actions = message.get("actions") or []
    try:
        # What cannot be taken up is refused before the running game is given up for it.
        refusal = _refused(actions)
        if refusal is None:
            running.begin(games.start(rules, size, options), ms, control)
            refusal = running.take_up(actions)
    except ValueError as error:
        return str(error)
    if not actions:
        running.follow(ms)
    return refusal


def _refused(actions: "Any") -> str | None:
    """Return one sentence why what a host sent is no list of actions to take up, or ``None`` if it is one."""
    if not isinstance(actions, list):
        return "actions are a list of action strings"
    for action in actions:
        if not isinstance(action, str) or len(action) > 10:
            return "'%s' is no action" % str(action)[:40]
    return None


def _suggest(running: "GameSession", actions: object) -> str | None:
    """Point at the cells of legal actions, the best first, until the position changes; ``None``, or why not."""
    codes = []
    for name in actions if isinstance(actions, list) else [""]:
        codes.append(notation.parse(str(name), running.game.grid))
        if not running.game.is_legal(codes[-1]):
            return "'%s' is not legal here" % str(name)[:40]
    running.opponent.advise(codes)
    running.show()
    return None


def _point(running: "GameSession", cells: object) -> str | None:
    """Light panel cells by their ranks (1 to 3) until the position changes; ``None``, or why not."""
    found = []
    for name, rank in cells.items() if isinstance(cells, dict) else (("", 0),):
        cell = running.grid.cell(name)
        if cell == NO_CELL or not isinstance(rank, int) or rank not in (1, 2, 3):
            return "lights need panel cells with ranks from 1 to 3, such as d4: 1"
        found.append((cell, rank - 1))
    running.opponent.point(found)
    running.show()
    return None
