"""Plays one side of a game with another host: ties the side, its line and its seat together, in one thread."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable

from hexlume.games.pieces import COLOURS, EMPTY
from hexlume.link.wire import WireError

from .announcer import Announcer
from .entries import ACTION, AGREE, BACK, DECLINE, DRAW, GUEST, RESIGN, TIME, Entry
from .errors import ApartError
from .mac import Sealer
from .player import Seat
from .replica import Side
from .saved_games import KeptSide
from .transport import Line

HEARTBEAT_SECONDS = 1.0
REPEAT_SECONDS = 0.4
"""What the other side has not confirmed is said again so often."""
AWAY_SECONDS = 6.0
"""A side that says nothing for so long is away."""
_NOTE_SECONDS = 2.0
"""The time a player has taken so far is kept so often."""
_PASS_SECONDS = 0.05
_MOST_WAITING = 500


class Playing:
    """One side's game, from ``run`` until ``stop``, ``problem``, or ``linger`` seconds after its end if it ``ends``.

    ``say`` is told sentences for the person, on the game's thread.
    """

    def __init__(
        self,
        side: Side,
        secret: bytes,
        line: Line,
        seat: Seat,
        kept: KeptSide,
        say: Callable[[str], None],
        *,
        ends: bool = True,
        linger: float = 2 * HEARTBEAT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.side = side
        self.seat = seat
        self.changed: Callable[[], None] = lambda: None
        """Called on the game's thread when something that is shown may have changed."""
        self._sealer = Sealer(secret, side.NAME)
        self._line, self._kept, self._say, self._ends, self._clock = line, kept, say, ends, clock
        self._linger = linger
        self._inbox: queue.Queue[Callable[[], None]] = queue.Queue(_MOST_WAITING)
        self._stopped = threading.Event()
        self._announcer: Announcer | None = None
        self._began = False
        self._step = -1
        self._heard_at: float | None = None
        self._here = False
        self._sent_at = float("-inf")
        self._ticked_at = clock()
        self._noted_at = clock()
        self._over_at: float | None = None
        self._shown: object = None
        self._misunderstood = False

    # From any thread

    def post(self, what: Callable[[], None]) -> None:
        """Have something done on the game's thread; it is dropped when far too much waits already."""
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(what)

    def stop(self) -> None:
        """End ``run``."""
        self._stopped.set()
        self.post(lambda: None)

    def touch(self) -> None:
        """Have ``changed`` called with the next pass."""
        self._shown = None

    @property
    def here(self) -> bool:
        """Return whether the other side has been heard of lately."""
        return self._here

    # The game's thread

    def run(self) -> None:
        """Play; raises ``ApartError`` when the game cannot go on."""
        self._line.start(self._receive, lambda sentence: self.post(lambda: self._say(sentence)))
        try:
            while not self._stopped.is_set() and not self._finished():
                self._pass()
        finally:
            self.note(spent=self.side.spent_ms, step=self._step)
            self._line.close()
            self.seat.close()

    def act(self, action: str) -> str | None:
        """Play an action; the time its player took is told with it."""
        game = self.side.ahead
        if game is None:
            return "The other side has not joined yet."
        entry = Entry(ACTION, self.side.NAME, action=action, ms=self.side.spent_ms, step=game.steps)
        return self.side.propose(entry)

    def resign(self) -> str | None:
        """Resign the game."""
        return self.side.propose(Entry(RESIGN, self.side.NAME))

    def offer_draw(self) -> str | None:
        """Offer a draw, or agree to the other side's."""
        asked = self._asked()
        if asked is not None and asked.kind == DRAW:
            return self.answer(True)
        return self.side.propose(Entry(DRAW, self.side.NAME))

    def ask_back(self, to: int) -> str | None:
        """Ask the other side to go back to the first ``to`` actions, or agree when it asks for the same."""
        asked = self._asked()
        if asked is not None and asked.kind == BACK and asked.to == to:
            return self.answer(True)
        return self.side.propose(Entry(BACK, self.side.NAME, to=to))

    def ask_last_back(self) -> str | None:
        """Ask to take back the last action, or what concluded the game."""
        game = self.side.ahead
        if game is None:
            return "The other side has not joined yet."
        return self.ask_back(len(game.actions) - (not game.game.concluded))

    def answer(self, yes: bool) -> str | None:
        """Answer what the other side asks."""
        game = self.side.ahead
        if game is None or game.offer is None:
            return "Nothing is asked."
        return self.side.propose(Entry(AGREE if yes else DECLINE, self.side.NAME, to=game.offer[0]))

    def say(self, sentence: str) -> None:
        """Tell the person something."""
        self._say(sentence)

    def note(self, **values: object) -> None:
        """Keep something of the seat for after a restart."""
        self._kept.note(**values)

    def noted(self, name: str) -> object:
        """Return what was kept under a name, ``None`` for nothing."""
        return self._kept.seat().get(name)

    def _asked(self) -> Entry | None:
        """Return what the other side asks just now."""
        game = self.side.ahead
        if game is None or game.offer is None or game.offer[1].by == self.side.NAME:
            return None
        return game.offer[1]

    def _receive(self, data: bytes) -> bool:
        """Take a message on the line's thread."""
        if not self._sealer.authentic(data):
            return False
        self.post(lambda: self._take(data))
        return True

    def _take(self, data: bytes) -> None:
        body = self._sealer.open(data)
        if body is None:
            if self._sealer.foreign and not self._misunderstood:
                self._misunderstood = True
                self._say("The other side has another version of hexlume: install the same one on both computers.")
            return
        try:
            self.side.receive(body)
        except WireError:
            if not self._misunderstood:
                self._misunderstood = True
                self._say("The other side says something this hexlume does not understand: it is left out.")
            return
        self._heard_at = self._clock()

    def _pass(self) -> None:
        with contextlib.suppress(queue.Empty):
            self._inbox.get(timeout=_PASS_SECONDS)()
            while True:
                self._inbox.get_nowait()()
        now = self._clock()
        self._keep_time(now)
        if self.side.joined and self.side.agreed is not None:
            self._follow(now)
        self._look_for_other(now)
        for sentence in self.side.refused:
            self._say(sentence)
        self.side.refused.clear()
        if self.side.problem:
            self._send(now)
            raise ApartError(self.side.problem)
        if self.side.due or self._sealer.stranger or now - self._sent_at >= self._pause():
            self._send(now)
        self._show()

    def _follow(self, now: float) -> None:
        """Take the game up once it has both sides; then tell what is new, and let the seat do its work."""
        game = self.side.agreed
        assert game is not None and self.side.terms is not None
        if not self._began:
            self._began = True
            self._announcer = Announcer(self.side.terms, self.side.NAME, self.side.other_name, self.seat.how_to_answer)
            self._announcer.skip(game.entries)
            name = self.side.other_name
            if game.entries:
                self._say(f"The game with {name or 'the other side'} goes on.")
            elif self.side.NAME == GUEST:
                self._say(f"You have joined {name}'s game." if name else "You have joined the game.")
            else:
                self._say(f"{name or 'The other side'} has joined.")
            self._say(f"You play {game.colour_of(self.side.NAME)}. {self._announcer.position_words()}")
            self.seat.begin(self, game)
        assert self._announcer is not None
        for sentence in self._announcer.sentences(game.entries):
            self._say(sentence)
        self.seat.work(now)

    def _keep_time(self, now: float) -> None:
        """Charge this side's player with the time that has passed, while they can act; see whether it is over."""
        passed, self._ticked_at = now - self._ticked_at, now
        game = self.side.ahead
        if game is None or not self._began:
            return
        if game.steps != self._step:
            kept = self._kept.seat() if self._step < 0 else {}
            self._step = game.steps
            self.side.spent_ms = int(kept.get("spent", 0)) if kept.get("step") == game.steps else 0
        if game.to_move != self.side.NAME or not self.seat.ready or game.clock is None:
            return
        self.side.spent_ms += round(1000 * passed)
        clock = game.clock_after(self.side.spent_ms)
        if clock is not None and clock.flagged != EMPTY and COLOURS[clock.flagged] == game.colour_of(self.side.NAME):
            self.side.propose(Entry(TIME, self.side.NAME))
        elif now - self._noted_at >= _NOTE_SECONDS:
            self._noted_at = now
            self.note(spent=self.side.spent_ms, step=self._step)

    def _look_for_other(self, now: float) -> None:
        here = self._heard_at is not None and now - self._heard_at < AWAY_SECONDS
        if here == self._here:
            return
        self._here = here
        if self._began:
            name = self.side.other_name or "The other side"
            if here:
                self._say(f"{name} is connected.")
            else:
                self._say(f"{name} is away. The game waits; what you do is told when they are back.")

    def _pause(self) -> float:
        return HEARTBEAT_SECONDS if self.side.settled else REPEAT_SECONDS

    def _send(self, now: float) -> None:
        self._sent_at = now
        self._line.send(self._sealer.seal(self.side.message()))

    def _finished(self) -> bool:
        """Return whether the game is over here and there, and the seat shows it; a moment is left to take it back."""
        game = self.side.agreed
        over = game is not None and game.over and game is self.side.ahead and self.side.settled and self.seat.finished
        if not self._ends or not over:
            self._over_at = None
            return False
        if self._over_at is None:
            self._over_at = self._clock()
        return self._clock() - self._over_at > self._linger

    def _show(self) -> None:
        game = self.side.ahead
        shown = (
            self._began,
            self._here,
            None if game is None else (len(game.entries), game.steps),
            None if self.side.agreed is None else len(self.side.agreed.entries),
            self.side.spent_ms // 1000,
            self.side.other_spent[1] // 1000,
        )
        if shown != self._shown:
            self._shown = shown
            self.changed()
