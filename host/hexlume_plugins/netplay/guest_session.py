"""Guest's session: it follows the host's list of events, checks it, and sends wishes."""

from dataclasses import asdict
from typing import Any

from hexlume.link.wire import WireError
from hexlume_host.web.live.hub import LiveHub
from hexlume_record.game.read_event import read_event
from hexlume_record.validation import FieldError, checked_json

from .errors import NetplayError
from .link import GuestLink
from .messages import GUEST, MAX_EVENTS, HostMessage, Wish
from .saved_games import SavedGame
from .session import Session


class GuestSession(Session):
    """The side that has joined. Its notes have ``guest``, its own random name for the host."""

    role = GUEST

    def __init__(self, saved: SavedGame, hub: LiveHub) -> None:
        """Begin without knowing the game, or resume what was saved."""
        super().__init__(saved, hub)
        self.link = GuestLink(self)
        self._said_ready = True

    def ask(self, wish: Wish) -> None:
        """Send the host a wish; one at a time."""
        with self.lock:
            if not self.connected:
                self.refuse("The other side is not connected: try again when it is back.")
            elif self.pending:
                self.refuse("The other side has not answered yet: wait a moment.")
            else:
                self.pending = True
                self._send(wish=asdict(wish))

    def work(self, seconds: float) -> None:
        """Say when this side's person can act, or cannot."""
        super().work(seconds)
        if self._said_ready != self.board.ready:
            self._send()

    def set_connected(self, connected: bool) -> None:
        """Say what this side has, and what its person is called."""
        with self.lock:
            super().set_connected(connected)
            if connected:
                notes = self.saved.notes
                self._send(name=notes.get("name", ""), round=notes.get("round", 0), have=len(self.events))
            elif self.pending:
                self._answered(
                    "The connection broke before the answer: see what became of it when the other side is back."
                )

    def receive(self, text: str | bytes) -> None:
        """Take the host's new events, and how the game stands."""
        with self.lock:
            try:
                self._follow(checked_json(HostMessage, text))
            except WireError:
                self.fail(
                    "The other side sends what this hexlume does not understand: install the same one on both "
                    "computers."
                )
            except NetplayError as error:
                self.fail(error.public)
            self.show()

    def _send(self, **members: Any) -> None:
        self._said_ready = self.board.ready
        self.link.send({"ready": self._said_ready, **members})

    def _follow(self, message: HostMessage) -> None:
        """Take a message. Raises ``FieldError``, ``NetplayError`` when the game cannot go on, ``StoreError``."""
        if message.first + len(message.events) > MAX_EVENTS:
            raise FieldError("events", "must be fewer")
        if self.game is None or message.round != self.saved.notes["round"]:
            if message.first or not message.events:
                raise FieldError("first", "must be the start of the game")
            self.saved.note(round=message.round, colour=message.colour, other=message.name)
            self.game, self.events = None, []
        if message.first != len(self.events):
            raise NetplayError("The other side has lost a part of this game, so it cannot go on: begin a new one.")
        new = []
        for number, (kind, data) in enumerate(message.events, message.first):
            members = {**data, "game": self.saved.game, "seq": number, "kind": kind, "ticks": 0}
            new.append(self.saved.event(number, kind, read_event(members).data))
            if self.game is None:
                self._begin(new[0])
            else:
                self.game.take(new[-1])
        if self.game is not None and self.game.problem:
            raise NetplayError(
                f"The other side did what the rules do not allow, so this cannot go on: {self.game.problem}"
            )
        if new:
            self._keep(new)
        self._offered(message.offer)
        self.clock = self.clock_view.update(message.clock)
        if message.answer is not None:
            self._answered(message.answer)
