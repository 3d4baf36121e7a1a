"""Session: one side of a game; what host and guest have in common."""

import asyncio
import contextlib
import json
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import Any

from hexlume.match.match import Match
from hexlume_host.web.live.hub import NETWORK_GAME, LiveHub
from hexlume_record.errors import HexlumeError
from hexlume_record.game.events import COLOURS, UNDO, BoardEvent, StoredEvent
from hexlume_record.game.record import Players
from hexlume_record.game.state import GameState
from hexlume_record.table.clock import ClockView

from .board_seat import BoardSeat
from .errors import NetplayError
from .link import Link
from .messages import GUEST, HOST, NO, OFFERS, YES, Offer, Wish, opposite
from .saved_games import SavedGame
from .view import session_view

_log = logging.getLogger(__name__)


class Session(ABC):
    """One side of a game, which ``start`` plays; its person sits at a page, and at a board if they like.

    Any thread may call any method; ``lock`` guards what they use. ``game`` is the list of events folded, ``None``
    before both sides know the game. ``clock`` is the clock as pages show it, by the host's watch.
    """

    role = ""
    link: Link

    def __init__(self, saved: SavedGame, hub: LiveHub) -> None:
        """Begin, or resume what was saved; raises ``HexlumeError``. ``hub`` has the pages and the boards."""
        self.lock = threading.RLock()
        self.saved, self._hub = saved, hub
        self.board = BoardSeat(self)
        self.sentences: deque[str] = deque(maxlen=40)
        """What was said to the person lately."""
        self.offer: Offer | None = None
        self.clock: dict[str, Any] | None = None
        self.connected = False
        self.pending = False
        """Whether the answer to a wish is still to come."""
        self.problem = ""
        """One sentence once the game cannot go on here."""
        self.ended = False
        self.clock_view = ClockView()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hexlume-netplay", daemon=True)
        record = self.saved.record()
        self.events: list[BoardEvent | StoredEvent] = [] if record is None else list(record.events)
        self._fold()
        if self.game is not None and self.game.problem:
            raise NetplayError("What was saved of this game is damaged: begin a new one.")

    def _fold(self) -> None:
        """Make the game of the events that are stored."""
        game = GameState(self.saved.game, self.events[0].data) if self.events else None
        for event in self.events[1:]:
            assert game is not None
            game.take(event)
        self.game = game

    def start(self) -> None:
        """Play until ``close`` or ``fail``, also after the game's end: it may be taken back.

        Does so in a thread of its own, whose end shows in ``ended`` and ``problem``.
        """
        self.show()
        self._thread.start()

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except HexlumeError as error:
            self.problem = error.public
            if str(error) != error.public:
                # The page refers to this log.
                _log.warning("A game with another host stopped: %s", error)
        finally:
            self.ended = True
            self.show()

    async def _play(self) -> None:
        link = asyncio.create_task(self.link.run())
        while not (self._stopped.is_set() or link.done()):
            with self.lock:
                self.work(time.monotonic())
            await asyncio.sleep(0.05)
        link.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await link

    def work(self, seconds: float) -> None:
        """Do what is due, at ``time.monotonic``."""
        shown = self._hub.board(self.board.device)
        if self.game is not None and shown is not None:
            self.board.work(shown, seconds)

    def close(self) -> None:
        """Leave a game that was started; it may be resumed."""
        self._stopped.set()
        self._thread.join(10)

    def fail(self, sentence: str) -> None:
        """End the game here: it cannot go on."""
        self.problem = self.problem or sentence
        self._stopped.set()

    @abstractmethod
    def ask(self, wish: Wish) -> None:
        """Carry out a wish of this side's person, or ask the host to do it; the seat hears why it is not done."""

    def ask_for(self, do: str, action: str = "") -> None:
        """Ask for what the page's person wants."""
        with self.lock:
            if self.ended:
                self.refuse(self.problem or "This game is not being played just now.")
            else:
                self.ask(self.wish(do, action))

    def wish(self, do: str, action: str = "") -> Wish:
        """Return a wish about the game as it stands. ``yes`` agrees to what is asked."""
        if do == YES:
            do = NO if self.offer is None else self.offer.do
        return Wish(do, action, len(self.events))

    # What the link calls

    @abstractmethod
    def receive(self, text: str | bytes) -> None:
        """Take a message; raises ``WireError`` for one that ends the connection."""

    def set_connected(self, connected: bool) -> None:
        """Note that the other side is there, or is not any more."""
        with self.lock:
            self.connected = connected
            if self.game is not None:
                self.say(f"{self.other_name} is {'connected' if connected else 'away: the game waits'}.")
            self.show()

    def say(self, sentence: str) -> None:
        """Say something to this side's person."""
        self.sentences.append(sentence)
        self.show()

    def refuse(self, sentence: str) -> None:
        """Say on the page, once, why what its person wanted is not done."""
        self._hub.notify((NETWORK_GAME, self.saved.key), json.dumps({"event": "refused", "sentence": sentence}))

    def show(self) -> None:
        """Show pages the session anew: something that is shown may have changed."""
        with self.lock:
            text = json.dumps(session_view(self), ensure_ascii=False, separators=(",", ":"))
            self._hub.publish((NETWORK_GAME, self.saved.key), text)

    # The game

    @property
    def other_name(self) -> str:
        """What the other side's person is called."""
        return self.saved.notes.get("other") or "The other side"

    @property
    def names(self) -> dict[str, str]:
        """The players' names by role, empty where not known."""
        notes = self.saved.notes
        return {self.role: notes.get("name", ""), opposite(self.role): notes.get("other", "")}

    @property
    def match(self) -> Match:
        """The game's match, where there is a game."""
        assert self.game is not None and self.game.match is not None
        return self.game.match

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.game is not None and self.game.ending.result is not None

    @property
    def turn(self) -> str:
        """The role to act, empty when the game is over or has not begun."""
        colour = None if self.game is None or self.over else self.game.to_move
        return next((role for role in (HOST, GUEST) if self.colour_of(role) == colour), "")

    def colour_of(self, role: str) -> str:
        """Return the colour that a side plays at this point (rule ACT-3: a swap exchanges them)."""
        swapped = self.game is not None and self.game.seats_swapped
        colours = COLOURS if self.saved.notes.get("colour") == "white" else COLOURS[::-1]
        return colours[(role == HOST) == swapped]

    def _begin(self, event: BoardEvent) -> None:
        """Begin a round with its first event, which is not in the store yet."""
        self.game, self.events = GameState(event.game, event.data), []
        self.offer, self.clock = None, None

    def _keep(self, new: Sequence[BoardEvent]) -> None:
        """Store events that ``game`` has taken, and tell the person; raises ``StoreError``: the game is as before."""
        assert self.game is not None
        white = HOST if self.saved.notes["colour"] == "white" else GUEST
        players = Players(self.names[white], self.names[opposite(white)])
        try:
            self.saved.commit(self.game.board, new, players)
        except HexlumeError:
            self._fold()
            raise
        self.events = [*self.events, *new]
        self.offer = None
        if new[-1].kind == UNDO:
            self.say("The last action is taken back.")

    def _answered(self, refusal: str) -> None:
        """Take what became of a wish: empty when it was carried out, else one sentence why not."""
        self.pending = False
        if refusal:
            self.refuse(refusal)

    def _offered(self, offer: Offer | None) -> None:
        """Take what is asked now."""
        last, self.offer = self.offer, offer
        if offer is None and last is not None:
            self.say("The game goes on as it is.")
        if offer is not None and offer != last:
            mine = offer.by == self.role
            self.say(
                f"{'You ask' if mine else f'{self.other_name} asks'} {OFFERS[offer.do]}.{'' if mine else ' Yes or no?'}"
            )
