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

    def __init__(self, session: "GameSession", rules: str) -> None:
        """Take the session and a game; raises ``ValueError`` if it has no course."""
        path = catalogue.course(rules) if rules in catalogue.GAMES else None
        if path is None:
            raise ValueError("there are no lessons for %s on this board" % rules[:40])
        self.rules = rules
        self.wrong = False
        self.closed = True
        self.of = 0
        self._session = session
        self._path = path
        self._asked = self._checked = False
        self._rewind()
        with open(path, "rb") as file:
            # A line's length is not limited here: a chip allocates that many bytes in one piece.
            while file.readline():
                self.of += 1

    def go(self, step: int, ms: int) -> str | None:
        """Ask for a step; return ``None``, or where the course cannot be used, one sentence why not.

        An ordinary game begins then.
        """
        try:
            self._go(step, ms)
        except (OSError, ValueError) as error:
            self.leave(str(error), ms)
            return str(error)
        return None

    def _go(self, step: int, ms: int) -> None:
        """Ask for a step; its position is set up first unless it follows from the one on the table.

        One that can be reached by playing only gives way to the last before it that can be set up. Raises
        ``ValueError`` where the course cannot be used, or its board does not fit the panel.
        """
        session = self._session
        on = session.game
        played = self._asked and self.closed and step == self.step + 1
        actions: "list[str] | None" = on.actions() if played else []
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
            self._go(known, ms)
            return
        self.wrong = self._asked = self._checked = False
        self.closed = True
        options = catalogue.all_options(self.rules, self._options)
        same = played and options == on.options and self._size in (0, on.size)
        if not same or actions != on.actions():
            session.begin(games.start(self.rules, self._size, options), ms, NONE, self)
            session.take_up(actions)
        self._actions = actions
        self._note_step(self.step)
        session.regather()
        session.follow(ms)

    def advance(self, ms: int) -> None:
        """Go on to the next step, or the next that can be reached; after the last to an ordinary game."""
        before = self.step
        for step in range(before + 1, self.of + 1):
            if self.go(step, ms) is not None or self.step > before:
                return
        self._note_step(1)
        self.leave("", ms)

    def back(self, ms: int) -> None:
        """Repeat the step; if nothing was done in it yet, the one before."""
        done = self.wrong or (self._asked and self.closed)
        self.go(self.step if done else max(1, self.step - 1), ms)

    def leave(self, why: str, ms: int) -> None:
        """Begin the ordinary game that is preferred, if the lesson has begun; say why at the console, if it failed."""
        if why:
            print(why)
        if self._session.lesson is not None:
            self._session.restart(ms)

    def work(self, ms: int) -> None:
        """Do this pass's share: ask for the step once it is set up, play the other side's reply, go on."""
        session, refusal = self._session, None
        if not self._checked:
            self._checked = True
            refusal = self._refused()
            self._actions = []
        elif session.referee.waiting or session.referee.disputed:
            return
        elif not self._asked:
            self._asked = True
            self.closed = False
            session.regather()
            session.show()
        elif self.closed and self._reply:
            refusal = session.play_for_hands(self._reply.pop(0), ms)
        elif self.closed and session.game.result is None:
            self.advance(ms)
        if refusal is not None:
            self.leave("%s, step %d: %s" % (self._path, self.step, refusal), ms)

    def _refused(self) -> str | None:
        """Return one sentence why the step cannot be asked for, or ``None``."""
        game = self._session.game
        if game.actions() != self._actions:
            return "its position cannot be reached"
        for name in self._hands:
            if name not in (_ANY, _WIN) and not game.is_legal(notation.parse(name, game.grid)):
                return "'%s' is not legal there" % name
        return None

    def judge(self, played: "list[tuple[int, int]]", ms: int) -> None:
        """Judge what the hands played: take back what is not right, and what went beyond it."""
        if self.closed:
            # That was the other side's reply.
            return
        session, kind = self._session, self._hands[0]
        action, colour = played[0]
        beyond = len(played) - 1
        if kind == _WIN:
            self.closed, beyond = _has_won(session.game, colour), 0
        else:
            self.closed = kind == _ANY or session.game.name(action) in self._hands
        self.wrong = not self.closed
        if self.wrong:
            beyond = len(played)
        for _ in range(beyond):
            session.undo(ms)
        if beyond:
            session.buzzer.play(DISPUTED)
            session.referee.wait_for_agreement()
            session.follow(ms)

    def listed(self) -> "Iterator[int]":
        """Yield the actions that the step asks for, as ``Game.iter_legal`` does."""
        if self.closed:
            return
        game, kind = self._session.game, self._hands[0]
        if kind not in (_ANY, _WIN):
            for name in self._hands:
                yield notation.parse(name, game.grid)
            return
        for code in game.iter_legal():
            if code != NOTHING and kind == _WIN:
                colour = game.to_move
                game.push(code)
                wins = _has_won(game, colour)
                game.pop()
                for _ in range(_WIN_SLICES):
                    yield NOTHING
                if not wins:
                    continue
            yield code

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

    def _note_step(self, step: int) -> None:
        """Keep which step of the course is next."""
        progress = _progress(self._session)
        progress[self.rules] = step
        lines = ["%s=%d" % pair for pair in progress.items()]
        self._session.log.journal.memory.write(PROGRESS, "\n".join(lines).encode())


def command(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Go to a step of a game's course, 0 for where it was left, or leave it; return ``None``, or one sentence why not.

    The menu says what a host would (docs/protocol.md).
    """
    lesson, rules, step = session.lesson, message.get("rules"), message.get("step", 0)
    if rules is None and lesson is not None:
        lesson.leave("", ms)
        return None
    if not isinstance(rules, str) or not isinstance(step, int):
        return "no lesson is running: one is begun by rules (text) and step (a number)"
    if lesson is None or lesson.rules != rules:
        try:
            lesson = Lesson(session, rules)
        except (OSError, ValueError) as error:
            return str(error)
    if not step:
        step = min(_progress(session).get(rules, 1), lesson.of)
    if not 1 <= step <= lesson.of:
        return "the lessons of %s have steps 1 to %d" % (rules, lesson.of)
    return lesson.go(step, ms)


def _has_won(game: "Game", colour: int) -> bool:
    return game.outcome is not None and game.outcome.winner == colour


def _progress(session: "GameSession") -> dict[str, int]:
    """Return the next step of each game's course, as far as the memory holds it."""
    progress: dict[str, int] = {}
    for line in (session.log.journal.memory.read(PROGRESS) or b"").split(b"\n"):
        name, _, step = line.partition(b"=")
        for rules in catalogue.NAMES:
            if name == rules.encode() and step.isdigit() and int(step):
                progress[rules] = int(step)
    return progress
