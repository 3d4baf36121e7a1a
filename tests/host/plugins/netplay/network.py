"""Two sides of a game without a network: a test carries their messages, cuts the connection and restarts programs."""

import json
import random
from http import HTTPStatus
from typing import Any

from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import LiveHub, Topic
from hexlume_plugins.netplay.guest_session import GuestSession
from hexlume_plugins.netplay.host_session import HostSession
from hexlume_plugins.netplay.messages import ACT, GUEST, HOST, Wish, opposite
from hexlume_plugins.netplay.session import Session
from hexlume_plugins.netplay.sessions import NewGame, find_game, resume
from hexlume_record.errors import HexlumeError
from hexlume_record.game.position import legal_texts, position_of


class Pipe:
    """A session's end of the connection; ``sent`` was not carried yet."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, message: dict[str, Any]) -> None:
        self.sent.append(json.dumps(message))


class Pages(LiveHub):
    """The pages of a side, on which a person sees why what they wanted is not done."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.refused: list[str] = []

    def notify(self, topic: Topic, once: str = "") -> None:
        super().notify(topic, once)
        if once:
            self.refused.append(json.loads(once)["sentence"])


class Network:
    """Two sides, each with a store, and the connection between them."""

    def __init__(self, stores: dict[str, Store], rules: str, size: int, clock: str = "", **options: Any) -> None:
        self._stores = stores
        asked = NewGame("Ann", rules=rules, size=size, options=options, clock=clock, colour="white")
        saved = asked.saved(stores[HOST])
        self.saved = {HOST: saved, GUEST: NewGame("Ben", code=saved.invitation.code).saved(stores[GUEST])}
        self.pages = {role: Pages(store) for role, store in stores.items()}
        self.sides: dict[str, Session] = {}
        self.pipes: dict[str, Pipe] = {}
        self._connected = False
        self._now = 0.0
        for role in (HOST, GUEST):
            self.restart(role)

    @property
    def host(self) -> HostSession:
        host = self.sides[HOST]
        assert isinstance(host, HostSession)
        return host

    @property
    def guest(self) -> GuestSession:
        guest = self.sides[GUEST]
        assert isinstance(guest, GuestSession)
        return guest

    def restart(self, role: str) -> None:
        """Begin a side's program again with nothing but what it has stored."""
        self.cut()
        saved = find_game(self._stores[role], self.saved[role].key)
        assert saved is not None
        side = resume(saved, self.pages[role])
        self.saved[role], self.sides[role], self.pipes[role] = saved, side, Pipe()
        side.link = self.pipes[role]  # type: ignore[assignment]

    def connect(self) -> None:
        if not self._connected:
            self._connected = True
            assert self.host.admit(self.saved[GUEST].notes["guest"]) == HTTPStatus.OK
            for side in self.sides.values():
                side.set_connected(True)

    def cut(self) -> None:
        """Lose the connection, and what is under way."""
        if self._connected:
            self._connected = False
            for role, side in self.sides.items():
                side.set_connected(False)
                self.pipes[role].sent.clear()

    def deliver(self, role: str) -> None:
        """Let the next message that a side has sent arrive."""
        receiver = self.sides[opposite(role)]
        if self._connected and self.pipes[role].sent:
            try:
                receiver.receive(self.pipes[role].sent.pop(0))
            except HexlumeError as error:
                # As the link does.
                receiver.say(error.public)
                self.cut()

    def settle(self) -> None:
        """Let everything arrive."""
        self.connect()
        while any(pipe.sent for pipe in self.pipes.values()):
            for role in self.pipes:
                self.deliver(role)

    def do(self, role: str, do: str, action: str = "") -> str:
        """Let a person want something, and everything arrive; return why it is not done, empty if it is."""
        return self.ask(role, self.sides[role].wish(do, action))

    def ask(self, role: str, wish: Wish) -> str:
        """Ask for a wish, and let everything arrive; return why it is not carried out."""
        refused = self.pages[role].refused
        before = len(refused)
        self.sides[role].ask(wish)
        self.settle()
        return " ".join(refused[before:])

    def play(self, choice: random.Random) -> str:
        """Let whose turn it is play any legal action, and everything arrive; return it."""
        assert self.host.game is not None and self.host.game.game is not None
        action = choice.choice(sorted(legal_texts(self.host.game.game)))
        assert self.do(self.host.turn, ACT, action) == ""
        return action

    def pass_time(self, seconds: int) -> None:
        """Let so much time pass for the host, in the steps of its work."""
        for _ in range(10 * seconds):
            self._now += 0.1
            self.host.work(self._now)
            for pipe in self.pipes.values():
                # What is under way arrives, unless the connection is cut.
                if self._connected and pipe.sent:
                    self.settle()

    def check_alike(self) -> None:
        """Check that both sides have the same game, and have stored it."""
        host, guest = self.host, self.guest
        assert host.problem == guest.problem == ""
        assert host.game is not None and guest.game is not None
        assert host.game.game is not None and guest.game.game is not None
        assert [(one.kind, one.data) for one in host.events] == [(one.kind, one.data) for one in guest.events]
        assert position_of(host.game.game) == position_of(guest.game.game)
        assert host.game.ending == guest.game.ending and host.offer == guest.offer
        assert {host.colour_of(role) for role in (HOST, GUEST)} == {guest.colour_of(role) for role in (HOST, GUEST)}
        assert host.colour_of(HOST) == guest.colour_of(HOST)
        for role, side in self.sides.items():
            record = self.saved[role].record()
            assert record is not None
            assert [(one.kind, one.data) for one in record.events] == [(one.kind, one.data) for one in side.events]
            assert {record.white, record.black} == {"Ann", "Ben"}
