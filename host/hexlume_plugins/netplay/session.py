"""Session: plays one side of a game; ties replica, transport and player together, in one thread."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable

from hexlume.link.wire import WireError

from .announcer import Announcer
from .entries import ACTION, AGREE, BACK, DECLINE, DRAW, GUEST, HOST, RESIGN, TIME, Entry
from .errors import NetplayError
from .invitation import Invitation
from .mac import Authenticator
from .player import Player
from .replica import GuestReplica, HostReplica
from .saved_games import SavedGame
from .transport import Transport

HEARTBEAT_SECONDS = 1.0
REPEAT_SECONDS = 0.4
"""The interval of messages while something is unconfirmed."""
AWAY_SECONDS = 6.0
"""A side that is silent for so long counts as away."""
_SAVE_SECONDS = 2.0
"""The interval at which the time a player has taken so far is saved."""
_PASS_SECONDS = 0.05
_MAX_INBOX = 500


class Session:
    """One side's game, which ``run`` plays."""

    player: Player
    say: Callable[[str], None]
    """Takes sentences for the person, on the session's thread."""

    def __init__(self, saved: SavedGame, transport: Transport) -> None:
        self.saved, self.invitation = saved, Invitation.read(saved.code)
        self.replica = HostReplica(saved) if saved.role == HOST else GuestReplica(saved)
        self.connected = False
        """Whether the other side has sent something lately."""
        self._authenticator = Authenticator(self.invitation.secret, saved.role)
        self._transport = transport
        self._inbox: queue.Queue[Callable[[], object]] = queue.Queue(_MAX_INBOX)
        self._stopped = threading.Event()
        self._announcer: Announcer | None = None
        self._step = -1
        self._received_at = self._sent_at = float("-inf")
        self._ticked_at = self._saved_at = time.monotonic()
        self._over_at: float | None = None
        self._shown: object = None
        self._misunderstood = self._asked_again = False

    # From any thread

    def post(self, what: Callable[[], object]) -> None:
        """Call something on the session's thread; it is dropped when far too much waits."""
        with contextlib.suppress(queue.Full):
            self._inbox.put_nowait(what)

    def stop(self) -> None:
        """End ``run``."""
        self._stopped.set()
        self.post(lambda: None)

    # The session's thread

    def run(self, player: Player, say: Callable[[str], None], linger: float = 2 * HEARTBEAT_SECONDS) -> None:
        """Play until ``stop``, or so many seconds after the game's end.

        Raises ``NetplayError`` when the game cannot go on, or another program of this computer plays it.
        """
        self.player, self.say = player, say
        with contextlib.closing(self._transport), self.saved.locked(), contextlib.closing(player):
            self._transport.start(self._receive, lambda sentence: self.post(lambda: self.say(sentence)))
            try:
                while not self._stopped.is_set() and not self._finished(linger):
                    self._pass()
            finally:
                self._save_time()

    def act(self, action: str) -> str | None:
        """Play an action, with the time its player took."""
        game = self.replica.predicted
        return self._propose(ACTION, action=action, ms=self.replica.spent_ms, step=game.steps if game else 0)

    def resign(self) -> str | None:
        """Resign the game."""
        return self._propose(RESIGN)

    def offer_draw(self) -> str | None:
        """Offer a draw, or agree to the other side's."""
        asked = self._asked()
        return self.answer(True) if asked is not None and asked.kind == DRAW else self._propose(DRAW)

    def ask_back(self, to: int) -> str | None:
        """Ask the other side to go back to the first ``to`` actions, or agree when it asks for the same."""
        asked = self._asked()
        if asked is not None and asked.kind == BACK and asked.to == to:
            return self.answer(True)
        return self._propose(BACK, to=to)

    def ask_last_back(self) -> str | None:
        """Ask to take back the last action, or what concluded the game."""
        game = self.replica.predicted
        return self.ask_back(len(game.actions) - (not game.game.concluded) if game else 0)

    def answer(self, yes: bool) -> str | None:
        """Answer the other side's offer."""
        game = self.replica.predicted
        if game is None or game.offer is None:
            return "Nothing is asked."
        return self._propose(AGREE if yes else DECLINE, to=game.offer[0])

    def ask_rematch(self) -> str | None:
        """Ask for a rematch once the game is over, or agree to the other side's wish."""
        game = self.replica.confirmed
        if game is None or not game.over:
            return "The game is not over yet."
        self.replica.again = self.replica.due = True
        return None

    def _propose(self, kind: str, *, action: str = "", ms: int = 0, step: int = 0, to: int = 0) -> str | None:
        if self.replica.predicted is None:
            return "The other side has not joined yet."
        return self.replica.propose(Entry(kind, self.replica.ROLE, action=action, ms=ms, step=step, to=to))

    def _asked(self) -> Entry | None:
        """Return the other side's open offer."""
        game = self.replica.predicted
        if game is None or game.offer is None or game.offer[1].by == self.replica.ROLE:
            return None
        return game.offer[1]

    def _receive(self, data: bytes) -> bool:
        """Take a message on the transport's thread."""
        authentic = self._authenticator.is_authentic(data)
        if authentic:
            self.post(lambda: self._take(data))
        return authentic

    def _take(self, data: bytes) -> None:
        body = self._authenticator.verify(data)
        sentence = ""
        if body is not None:
            try:
                self.replica.receive(body)
                self._received_at = time.monotonic()
            except WireError:
                sentence = "The other side sends something that this hexlume does not understand: it is left out."
        elif self._authenticator.other_version:
            sentence = "The other side has another version of hexlume: install the same one on both computers."
        if sentence and not self._misunderstood:
            self._misunderstood = True
            self.say(sentence)

    def _pass(self) -> None:
        with contextlib.suppress(queue.Empty):
            self._inbox.get(timeout=_PASS_SECONDS)()
            while True:
                self._inbox.get_nowait()()
        now, replica = time.monotonic(), self.replica
        self._keep_time(now)
        if replica.joined:
            self._follow(now)
        self._look_for_other(now)
        if replica.other_again and not self._asked_again:
            self.say(f"{replica.other_name or 'The other side'} asks for a rematch with colours exchanged.")
        self._asked_again = replica.other_again
        while replica.refused:
            self.say(replica.refused.pop(0))
        interval = HEARTBEAT_SECONDS if replica.settled else REPEAT_SECONDS
        if replica.problem or replica.due or self._authenticator.greeting_due or now - self._sent_at >= interval:
            self._sent_at = now
            self._transport.send(self._authenticator.sign(replica.message()))
        if replica.problem:
            raise NetplayError(replica.problem)
        self._show()

    def _follow(self, now: float) -> None:
        """Begin the game once it has both sides; then announce what is new, and let the player work."""
        replica, game = self.replica, self.replica.confirmed
        assert game is not None
        if self._announcer is None:
            self._announcer = Announcer(game, replica.ROLE, replica.other_name, self.player.how_to_answer)
            name = replica.other_name
            if game.entries:
                self.say(f"The game with {name or 'the other side'} goes on.")
            elif replica.ROLE == GUEST:
                self.say(f"You have joined {name}'s game." if name else "You have joined the game.")
            else:
                self.say(f"{name or 'The other side'} has joined.")
            you = f"You play {game.colour_of(replica.ROLE)}."
            self.say(f"{you} {self._announcer.position_words()}")
            self.player.begin(self, game)
        for sentence in self._announcer.sentences(game.entries):
            self.say(sentence)
        self.player.work(now)

    def _keep_time(self, now: float) -> None:
        """Charge this side's player with the time that has passed, while they can act; see whether it is over."""
        passed, self._ticked_at = now - self._ticked_at, now
        replica, game = self.replica, self.replica.predicted
        if game is None or self._announcer is None:
            return
        if game.steps != self._step:
            notes = self.saved.notes
            # A time that was saved is that of an earlier run.
            resumed = self._step < 0 and notes.get("step") == game.steps
            self._step, replica.spent_ms = game.steps, int(notes["spent"]) if resumed else 0
        if game.to_move != replica.ROLE or not self.player.ready or not game.timed:
            return
        replica.spent_ms += round(1000 * passed)
        if not game.has_time(replica.spent_ms):
            self._propose(TIME)
        elif now - self._saved_at >= _SAVE_SECONDS:
            self._saved_at = now
            self._save_time()

    def _save_time(self) -> None:
        self.saved.note(spent=self.replica.spent_ms, step=self._step)

    def _look_for_other(self, now: float) -> None:
        before, self.connected = self.connected, now - self._received_at < AWAY_SECONDS
        if self.connected != before and self._announcer is not None:
            name = self.replica.other_name or "The other side"
            if self.connected:
                self.say(f"{name} is connected.")
            else:
                self.say(f"{name} is away. The game waits; what you do is sent when they are back.")

    def _finished(self, linger: float) -> bool:
        """Return whether the game has been over for so long, for both sides and the player; it can be taken back."""
        replica, game = self.replica, self.replica.confirmed
        if game is None or not game.over or not replica.settled or not self.player.finished:
            self._over_at = None
            return False
        if self._over_at is None:
            self._over_at = time.monotonic()
        return time.monotonic() - self._over_at > linger

    def _show(self) -> None:
        replica = self.replica
        shown = (
            self._announcer is None,
            self.connected,
            replica.again,
            replica.other_again,
            *(game and len(game.entries) for game in (replica.predicted, replica.confirmed)),
            replica.spent_ms // 1000,
            replica.other_spent[1] // 1000,
        )
        if shown != self._shown:
            self._shown = shown
            self.player.show()


COMMANDS: dict[str, Callable[[Session], str | None]] = {
    "resign": Session.resign,
    "draw": Session.offer_draw,
    "back": Session.ask_last_back,
    "yes": lambda session: session.answer(True),
    "no": lambda session: session.answer(False),
}
"""What a person can do without a disc, by the word they type."""
