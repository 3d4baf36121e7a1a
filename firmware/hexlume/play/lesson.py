"""A lesson: leads the hands through a game's course, one step after another, and takes back what is not right.

A course is ``course.jsonl`` in a game's folder: a JSON object a line, a step each (docs/lessons.md). It knows no rules:
what is legal comes from the game. The lines are read one at a time. Loaded when a lesson begins.
"""

import json

from .. import games
from ..const import const
from ..games import catalogue, notation
from ..games.game import NOTHING
from ..games.game_clock import NONE
from ..journal.flash_log import PROGRESS
from ..output.sound import DISPUTED

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Iterator

    from ..games.game import Game
    from .session import GameSession

_ANY = "any"
_WIN = "win"
"""Instead of actions: any legal one; any that wins."""
_WIN_SLICES = const(6)
"""Slices of listing legal actions that one try of whether an action wins is worth."""


class Lesson:
    """One game's course, ``of`` steps, of which number ``step`` is asked for.

    ``wrong`` is whether its last hand was. While it is ``closed`` no hand is awaited: the step is being set up, or the
    other side plays.
    """

    def __init__(self, rules: str) -> None:
        """Take a game; raises ``ValueError`` if it has no course."""
        path = catalogue.course(rules) if rules in catalogue.GAMES else None
        if path is None:
            raise ValueError("there are no lessons for %s on this board" % rules[:40])
        self.rules = rules
        self.wrong = False
        self.closed = True
        self.of = 0
        self._path = path
        self._game: "Game | None" = None
        self._asked = self._checked = False
        self._replying = False
        self._rewind()
        with open(path, "rb") as file:
            # A line's length is not limited here: a chip allocates that many bytes in one piece.
            while file.readline():
                self.of += 1

    def go(self, session: "GameSession", step: int, pieces: bytearray, ms: int) -> str | None:
        """Ask for a step; return ``None``, or where the course cannot be used, one sentence why not.

        An ordinary game begins then.
        """
        try:
            self._go(session, step, pieces, ms)
        except (OSError, ValueError) as error:
            self.leave(session, str(error), pieces, ms)
            return str(error)
        return None

    def _go(self, session: "GameSession", step: int, pieces: bytearray, ms: int) -> None:
        """Ask for a step; its position is set up first unless it follows from the one on the table.

        One that can be reached by playing only gives way to the last before it that can be set up. Raises
        ``ValueError`` where the course cannot be used, or its board does not fit the panel.
        """
        played = self._asked and self.closed and step == self.step + 1
        actions: "list[str] | None" = session.game.actions() if played else []
        if not played:
            self._rewind()
        known = 1
        while True:
            self._read()
            if self._after is not None:
                actions = self._after.split()
            if actions is not None:
                known = self.step
            if self.step >= step:
                break
            if actions is not None:
                actions = None if self._hands[0] in (_ANY, _WIN) else actions + self._hands[:1] + self._reply
        if actions is None:
            self._go(session, known, pieces, ms)
            return
        self.wrong = self._asked = self._checked = False
        self.closed = True
        on = session.game
        options = catalogue.all_options(self.rules, self._options)
        same = played and options == on.options and self._size in (0, on.size)
        if not same or actions != on.actions():
            session.begin(games.start(self.rules, self._size, options), ms, NONE, self)
            session.take_up(actions)
        self._game = session.game
        self._actions = actions
        _note_step(session, self.rules, self.step)
        session.regather()
        session.follow(pieces, ms)

    def advance(self, session: "GameSession", pieces: bytearray, ms: int) -> None:
        """Go on to the next step, or the next that can be reached; after the last to an ordinary game."""
        before = self.step
        for step in range(before + 1, self.of + 1):
            if self.go(session, step, pieces, ms) is not None or self.step > before:
                return
        _note_step(session, self.rules, 1)
        self.leave(session, "", pieces, ms)

    def back(self, session: "GameSession", pieces: bytearray, ms: int) -> None:
        """Repeat the step; if nothing was done in it yet, the one before."""
        done = self.wrong or (self._asked and self.closed)
        self.go(session, self.step if done else max(1, self.step - 1), pieces, ms)

    def leave(self, session: "GameSession", why: str, pieces: bytearray, ms: int) -> None:
        """Begin the ordinary game that is preferred, if the lesson has begun; say why at the console, if it failed."""
        if why:
            print(why)
        if session.lesson is not None:
            session.restart(ms)
            session.follow(pieces, ms)

    def work(self, session: "GameSession", pieces: bytearray, ms: int) -> None:
        """Do this pass's share: ask for the step once it is set up, play the other side's reply, go on."""
        refusal = None
        if not self._checked:
            self._checked = True
            refusal = self._refused(session.game)
            self._actions = []
        elif session.referee.waiting or session.referee.disputed:
            return
        elif not self._asked:
            self._asked = True
            self.closed = False
            session.regather()
            session.show()
        elif self.closed and self._reply:
            self._replying = True
            refusal = session.play_for_hands(self._reply.pop(0), pieces, ms)
            self._replying = False
        elif self.closed and session.game.result is None:
            self.advance(session, pieces, ms)
        if refusal is not None:
            self.leave(session, "%s, step %d: %s" % (self._path, self.step, refusal), pieces, ms)

    def _refused(self, game: "Game") -> str | None:
        """Return one sentence why the step cannot be asked for, or ``None``."""
        if game.actions() != self._actions:
            return "its position cannot be reached"
        for name in self._hands:
            code = notation.parse(name, game.grid)
            if name not in (_ANY, _WIN) and (code == notation.NO_ACTION or not game.is_legal(code)):
                return "'%s' is not legal there" % name
        return None

    def judge(self, session: "GameSession", played: "list[tuple[int, int]]", pieces: bytearray, ms: int) -> None:
        """Judge what the hands played: take back what is not right, and what went beyond it."""
        if self._replying:
            return
        action, colour = played[0]
        kind, outcome = self._hands[0], session.game.outcome
        beyond = len(played) - 1
        if kind == _WIN:
            right, beyond = outcome is not None and outcome.winner == colour, 0
        else:
            right = kind == _ANY or session.game.name(action) in self._hands
        self.wrong = not right
        self.closed = right
        if not right:
            beyond = len(played)
        for _ in range(beyond):
            session.undo(ms)
        if beyond:
            session.buzzer.play(DISPUTED)
            session.referee.wait_for_agreement()
            session.follow(pieces, ms)

    def listed(self) -> "Iterator[int]":
        """Yield the actions that the step asks for, as ``Game.iter_legal`` does."""
        game = self._game
        if game is None or self.closed:
            return
        kind = self._hands[0]
        if kind != _ANY and kind != _WIN:
            for name in self._hands:
                yield notation.parse(name, game.grid)
            return
        for code in game.iter_legal():
            if code == NOTHING or kind == _ANY:
                yield code
                continue
            colour = game.to_move
            game.push(code)
            wins = game.outcome is not None and game.outcome.winner == colour
            game.pop()
            for _ in range(_WIN_SLICES):
                yield NOTHING
            if wins:
                yield code

    def report(self) -> "dict[str, Any]":
        """Return how it stands, for a host (docs/protocol.md)."""
        return {"step": self.step, "of": self.of, "wrong": self.wrong}

    def _rewind(self) -> None:
        self.step = self._at = self._size = 0
        self._options = ""
        self._after: str | None = None
        self._hands: list[str] = []
        self._reply: list[str] = []

    def _read(self) -> None:
        """Take in the next line; raises ``ValueError`` if there is none, or it is not a step."""
        try:
            with open(self._path, "rb") as file:
                file.seek(self._at)
                line = json.loads(file.readline())
                self._at = file.tell()
            self._size = line.get("size", self._size) + 0
            self._options = line.get("options", self._options) + ""
            self._after = line.get("after")
            self._hands = [name + "" for name in line["hands"]]
            self._reply = line.get("reply", "").split()
            if not self._hands or not isinstance(self._after or "", str):
                raise ValueError
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RuntimeError):
            raise ValueError("the lessons of %s cannot be used: step %d is damaged" % (self.rules, self.step + 1))
        self.step += 1


def command(session: "GameSession", message: "dict[str, Any]", pieces: bytearray, ms: int) -> str | None:
    """Go to a step of a game's course, 0 for where it was left, or leave it; return ``None``, or one sentence why not.

    The menu says what a host would (docs/protocol.md).
    """
    lesson, rules, step = session.lesson, message.get("rules"), message.get("step", 0)
    if rules is None and lesson is not None:
        lesson.leave(session, "", pieces, ms)
        return None
    if not isinstance(rules, str) or not isinstance(step, int):
        return "no lesson is running: one is begun by rules (text) and step (a number)"
    if lesson is None or lesson.rules != rules:
        try:
            lesson = Lesson(rules)
        except (OSError, ValueError) as error:
            return str(error)
    if not step:
        step = min(_progress(session).get(rules, 1), lesson.of)
    if not 1 <= step <= lesson.of:
        return "the lessons of %s have steps 1 to %d" % (rules, lesson.of)
    return lesson.go(session, step, pieces, ms)


def _progress(session: "GameSession") -> dict[str, int]:
    """Return the next step of each game's course, as far as the memory holds it."""
    progress: dict[str, int] = {}
    for line in (session.log.memory.read(PROGRESS) or b"").split(b"\n"):
        name, _, step = line.partition(b"=")
        for rules in catalogue.NAMES:
            if name == rules.encode() and step.isdigit() and int(step):
                progress[rules] = int(step)
    return progress


def _note_step(session: "GameSession", rules: str, step: int) -> None:
    """Keep which step of a game's course is next."""
    progress = _progress(session)
    progress[rules] = step
    session.log.memory.write(PROGRESS, "\n".join(["%s=%d" % pair for pair in progress.items()]).encode())
