"""A board at the end of a serial port, spoken to by the protocol alone, as any host does."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hexlume import games
from hexlume.games.game import Game
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import usual_size
from hexlume_host.device.messages import Answer, Health, Hello, Raw, Table
from hexlume_host.device.protocol import HostProtocol
from hexlume_host.device.serial_port import Port
from hexlume_record.game.events import BoardEvent
from hexlume_sim.client import TwinProcess

SWITCH = "HEXLUME_DEVICE"
"""The environment variable that names the port of a real board; without it the tests run on a twin."""
PATIENCE_S = 20.0


@contextmanager
def board_port() -> Iterator[str]:
    """Yield the serial port of the board to test."""
    named = os.environ.get(SWITCH)
    if named:
        yield named
        return
    with TwinProcess("hex4", seed=11) as twin:
        yield twin.port


class Device:
    """One connection to a board.

    Games of earlier starts of the board, which its journal offers, are not acknowledged: they are left for the host
    that keeps them. Those of this start must be, and the running one, since a board tells one after the other.
    """

    def __init__(self, port: str) -> None:
        self._name = port
        self.connect()

    def connect(self) -> None:
        """Begin anew, as a host does that knows nothing of this board."""
        self.events: dict[str, list[BoardEvent]] = {}
        self.tables: list[Table] = []
        self.health: list[Health] = []
        self.raw: list[Raw] = []
        self._answers: dict[int, Answer] = {}
        self._port = Port(self._name)
        self._protocol = HostProtocol(first_command=time.time_ns() // 1_000_000)
        self._protocol.connect({}, time.monotonic())
        self._here = ""
        self.wait(lambda: self._protocol.board is not None)
        # Game ids: <board>-<boot>-<number>; the running game's may be of an earlier boot.
        self._here = f"{self.hello.device}-{self.hello.boot}-"
        running = self.hello.game
        self._games = int(running.removeprefix(self._here)) if running.startswith(self._here) else 0

    @property
    def hello(self) -> Hello:
        """What the board said of itself last."""
        assert self._protocol.board is not None
        return self._protocol.board

    def close(self) -> None:
        """Leave the board alone."""
        self._port.close()

    def wait(self, condition: Callable[[], bool]) -> None:
        """Talk with the board until something holds; fails when it does not come."""
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < deadline, "what was waited for did not come"
            self._talk()

    def command(self, do: str, **arguments: object) -> Answer:
        """Have a command carried out, or refused; return the answer."""
        identity = self._protocol.command(do, arguments, time.monotonic())
        assert identity is not None
        self.wait(lambda: identity in self._answers)
        return self._answers.pop(identity)

    def new(self, **arguments: object) -> str:
        """Begin a game of the board's own kind; return its id once its first event is here."""
        answer = self.command("new", **{"rules": self.game().NAME, "size": self.game().size, "options": {}} | arguments)
        assert answer.ok, answer.error
        self._games += 1
        game = f"{self._here}{self._games}"
        self.wait(lambda: game in self.events)
        return game

    def game(self) -> Game:
        """Return a game that can be played on the board's panel, at its beginning."""
        panel = panel_grid(self.hello.panel)
        rules = "orochi" if panel.kind == "hex" else "orcoon"
        return games.start(rules, usual_size(panel, rules))

    def event_names(self, game: str) -> list[tuple[str, str]]:
        """Return the kinds of a game's events in their order, each with its action, if it has one."""
        return [(event.kind, str(event.data.get("action", ""))) for event in self.events.get(game, [])]

    def differs(self, game: str) -> dict[str, str] | None:
        """Return how the table was last said to differ from a game."""
        said = [table for table in self.tables if table.game == game]
        return dict(said[-1].differs) if said else None

    def _talk(self) -> None:
        now = time.monotonic()
        self._port.write(self._protocol.outgoing(now))
        for heard in self._protocol.receive(self._port.read(), time.monotonic()):
            if isinstance(heard, Hello):
                self._protocol.greet({}, time.monotonic())
            elif isinstance(heard, BoardEvent):
                self._take(heard)
            elif isinstance(heard, Table):
                self.tables.append(heard)
            elif isinstance(heard, Health):
                self.health.append(heard)
            elif isinstance(heard, Raw):
                self.raw.append(heard)
            elif isinstance(heard, Answer):
                self._answers[heard.id] = heard
        self._protocol.acknowledge(
            {
                game: events[-1].seq
                for game, events in self.events.items()
                if self._here and (game.startswith(self._here) or game == self.hello.game)
            }
        )

    def _take(self, event: BoardEvent) -> None:
        """Take the next event of a game; one that came before, or comes too early, is told again or not needed."""
        kept = self.events.setdefault(event.game, [])
        if event.seq == len(kept):
            kept.append(event)
        elif event.seq < len(kept):
            assert kept[event.seq] == event, "an event was told twice, and differently"
        if not kept:
            del self.events[event.game]
