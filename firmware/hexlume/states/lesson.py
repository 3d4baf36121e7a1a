"""A lesson: leads the hands through a game's course, one step after another, and takes back what is not right.

A course is ``course.jsonl`` in a game's folder: a JSON object a line, a step each (docs/lessons.md). It knows no rules:
what is legal comes from the game. The lines are read one at a time, from the first to the step's. Loaded when a lesson
begins.
"""

import json

from .. import games
from ..const import const
from ..games import catalogue, notation
from ..games.game import NOTHING
from ..games.grid import number
from ..games.outcome import RESULTS
from ..hardware import panel, sound
from ..journal.flash_log import PROGRESS
from ..match.game_clock import NONE
from .playing import Playing

if False:  # for type checkers only
    from typing import Any, Iterator

    from ..games.game import Game
    from ..play.session import GameSession
    from ..play.state import State

_SKIP = const("skip")
"""What the act button offers in addition to the game's own: the next step."""
_ANY = const("any")
_WIN = const("win")
"""Instead of actions: any legal one; any that wins."""
_WIN_SLICES = const(6)
"""Slices of listing legal actions that one try of whether an action wins is worth."""


class LessonState(Playing):
    """One game's course, ``of`` steps, of which number ``at`` is asked for, or at first the next.

    It is ``closed`` to the hands while the step is being set up, and once it was done, while the other side plays.
    ``wrong`` is whether its last hand was. While it ``hides`` no light shows what is right: a hand that is right at the
    first try gets the step's star, a bit of ``stars``.
    """

    asks = True
    words = [_SKIP]

    def __init__(self, session: "GameSession", rules: str) -> None:
        """Take the session and a game; raises ``ValueError`` if it has no course."""
        path = catalogue.course(rules) if rules in catalogue.GAMES else None
        if path is None:
            raise ValueError("there are no lessons for %s on this board" % rules[:40])
        super().__init__(session)
        self.rules = rules
        self.wrong = self.hides = self._done = False
        self.closed = True
        self.at, self.stars = _progress(session).get(rules, (1, 0))
        self._path = path
        with open(path, "rb") as file:
            # A line's length is not limited here: a chip allocates that many bytes in one piece.
            self.of = sum([1 for _ in file])

    def press(self, button: int, held: bool, ms: int) -> "State":
        """Go back, or on to the next step; else as in any game, but for resigning."""
        if button == panel.BACK_BUTTON:
            # The step again; if nothing was done in it yet, the one before.
            done = self.wrong or self._done
            self.go(self.at if done else max(1, self.at - 1), ms)
        elif button == panel.ACT_BUTTON and held and self._session.act_button.chosen == _SKIP:
            self._advance(ms)
        else:
            return super().press(button, held, ms)
        return self._session.state

    def command(self, message: "dict[str, Any]", ms: int) -> "tuple[State, str | None]":
        """Carry out a host's command, if the lesson asks for that."""
        what = message.get("do")
        if what == "back":
            return self.press(panel.BACK_BUTTON, False, ms), None
        if what in ("actions", "conclude") or (self.closed and what in ("act", "play")):
            return self, "the lesson does not ask for that now"
        return super().command(message, ms)

    def report(self) -> "dict[str, Any]":
        """Return where in its course it is."""
        stars = [step for step in range(1, self.of + 1) if self.stars >> step & 1]
        return {"lesson": {"step": self.at, "of": self.of, "wrong": self.wrong, "hides": self.hides, "stars": stars}}

    def go(self, step: int, ms: int) -> str | None:
        """Ask for a step; return ``None``, or where the course cannot be used, one sentence why not.

        An ordinary game begins then.
        """
        try:
            self._go(step, ms)
        except (OSError, ValueError) as error:
            print(error)
            if self._session.state is not self._session.playing:
                self._session.restart(ms)
            return str(error)
        return None

    def _go(self, step: int, ms: int) -> None:
        """Ask for a step; its position is set up first unless it follows from the one on the table.

        One that can be reached by playing only gives way to the last before it that can be set up. Raises
        ``ValueError`` where the course cannot be used, or its board does not fit the panel.
        """
        session = self._session
        game = session.game
        played = self._done and step == self.at + 1
        self.at, size, words, before, self._hands, self._reply, asks = self._find(
            step, game.actions() if played else None
        )
        options = catalogue.all_options(self.rules, words)
        goes_on = played and options == game.options and size in (0, game.size) and before == game.actions()
        if not goes_on:
            game = games.start(self.rules, size, options)
            for action in before:
                game.push_text(action)
        for name in self._hands:
            if name not in (_ANY, _WIN) and not game.is_legal(notation.parse(name, game.grid)):
                raise ValueError("'%s' is not legal there" % name)
        self.wrong = self._done = False
        self.closed = True
        # Only a host shows the question: without one the lights do.
        self.hides = asks and session.link.host
        if not goes_on:
            while game.codes:
                game.pop()
            session.begin(game, ms, NONE, self, self.at)
            session.queue_actions(before)
        self._keep_progress(self.at)
        session.regather()
        session.follow(ms)

    def _find(
        self, step: int, played: "list[str] | None"
    ) -> "tuple[int, int, str, list[str], list[str], list[str], bool]":
        """Return a step, or the last before it that can be set up: number, size, options, actions before, hands, reply,
        and whether it asks.

        ``played`` are the actions on the table, if the step may go on from there.
        """
        size = 0
        words = ""
        actions: "list[str] | None" = []
        with open(self._path, "rb") as file:
            for at in range(1, step + 1):
                try:
                    line = json.loads(file.readline())
                    size = line.get("size", size) + 0
                    words = line.get("options", words) + ""
                    hands = [name + "" for name in line["hands"]]
                    reply = line.get("reply", "").split()
                    if "after" in line:
                        actions = line["after"].split()
                    elif played is not None and at == step:
                        actions = played
                    if actions is not None:
                        found = at, size, words, actions, hands, reply, line.get("ask") is True
                        actions = None if hands[0] in (_ANY, _WIN) else actions + hands[:1] + reply
                except (ValueError, LookupError, TypeError, AttributeError, RuntimeError):
                    raise ValueError("the lessons of %s cannot be used: step %d is damaged" % (self.rules, at))
        return found

    def _advance(self, ms: int) -> None:
        """Go on to the next step, or the next that can be reached; after the last to an ordinary game."""
        before = self.at
        for step in range(before + 1, self.of + 1):
            if self.go(step, ms) is not None or self.at > before:
                return
        self._keep_progress(1)
        self._session.restart(ms)

    def _play(self, ms: int) -> None:
        """Ask for the step that is set up, play the other side's reply, or go on to the next step."""
        session = self._session
        if self.hides and not self.closed and session.referee.wrong:
            # That was the first try, which the rules forbid.
            self.hides = False
            session.regather()
        if session.referee.waiting or session.referee.disputed:
            return
        if self.closed and not self._done:
            self.closed = False
            session.regather()
            session.show()
        elif self._done and self._reply:
            # One that is not legal is left out.
            session.play_for_hands(self._reply.pop(0), ms)
        elif self._done and session.game.result is None:
            self._advance(ms)

    def judge(self, played: "list[tuple[int, int]]", ms: int) -> None:
        """Judge what the hands played: take back what is not right, and what went beyond it."""
        if self.closed:
            # That was the other side's reply.
            return
        session, kind = self._session, self._hands[0]
        action, colour = played[0]
        right = int(kind == _ANY or session.game.name(action) in self._hands)
        if kind == _WIN and session.game.result == RESULTS[colour]:
            right = len(played)
        self.wrong = not right
        if right:
            self.closed = self._done = True
            if self.hides:
                self.stars |= 1 << self.at
                self._keep_progress(self.at)
        self.hides = False
        for _ in played[right:]:
            session.undo(ms)
        if right < len(played):
            session.buzzer.play(sound.DISPUTED)
            session.referee.wait_for_agreement()
            session.follow(ms)

    def listed(self, game: "Game") -> "Iterator[int]":
        """Yield the actions that the step asks for, as ``Game.iter_legal`` does."""
        if self.closed or self.hides:
            return
        kind = self._hands[0]
        if kind not in (_ANY, _WIN):
            yield from [notation.parse(name, game.grid) for name in self._hands]
            return
        for code in game.iter_legal():
            if code != NOTHING and kind == _WIN:
                colour = game.to_move
                game.push(code)
                wins = game.result == RESULTS[colour]
                game.pop()
                yield from [NOTHING] * _WIN_SLICES
                if not wins:
                    continue
            yield code

    def _keep_progress(self, step: int) -> None:
        """Keep which step of the course is next."""
        progress = _progress(self._session)
        progress[self.rules] = step, self.stars
        lines = ["%s=%d,%d" % (rules, at, stars) for rules, (at, stars) in progress.items()]
        self._session.memory.write(PROGRESS, "\n".join(lines).encode())


def command(session: "GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Go to a step of a game's course, 0 for where it was left, or leave it; return ``None``, or one sentence why not.

    The menu says what a host would (docs/protocol.md).
    """
    rules, step = message.get("rules"), message.get("step", 0)
    if rules is None and session.state.asks:
        session.restart(ms)
        return None
    if not isinstance(rules, str) or not isinstance(step, int):
        return "no lesson is running: one is begun by rules (text) and step (a number)"
    try:
        lesson = LessonState(session, rules)
    except (OSError, ValueError) as error:
        return str(error)
    step = step or min(lesson.at, lesson.of)
    if not 1 <= step <= lesson.of:
        return "the lessons of %s have steps 1 to %d" % (rules, lesson.of)
    return lesson.go(step, ms)


def _progress(session: "GameSession") -> dict[str, tuple[int, int]]:
    """Return the next step of each game's course and its stars, as far as the memory holds them."""
    found = {}
    for line in (session.memory.read(PROGRESS) or b"").decode().split("\n"):
        rules, _, rest = line.partition("=")
        step, _, stars = rest.partition(",")
        if rules in catalogue.GAMES:
            found[rules] = max(1, number(step)), max(0, number(stars, 80))
    return found
