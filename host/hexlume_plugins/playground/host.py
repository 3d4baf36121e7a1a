"""The host in the worker: at the ports of its boards, and for the page what the server is for the site's pages."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from hexlume.games.game import Game
from hexlume.hardware.panel import STATUS_LEDS
from hexlume_host.device.health import ADVICE
from hexlume_host.device.resume import commands
from hexlume_host.device.smallest_panel import smallest_panel
from hexlume_host.web.live.board import PROMPT
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.messages import read_message
from hexlume_host.web.live.prompt import offered
from hexlume_host.web.live.twin_hands import TwinHands
from hexlume_host.web.live.watch_request import read_watch_request
from hexlume_host.web.play.seats import Seats, StoredPlayers, check_seats, take_seats
from hexlume_record.errors import HexlumeError, sentence
from hexlume_record.game.record import FROM_CONTINUED
from hexlume_record.validation import FieldError
from hexlume_sim.client import Event, TwinProcess
from hexlume_sim.control import Control
from hexlume_sim.twin import Twin

from .answers import Answer, answer
from .hub import PageHub
from .port import BoardPort, HealthWatch
from .store import PageStore

if TYPE_CHECKING:
    from hexlume_host.store.repository import Store

LOOK_US = 20_000
"""Interval of looks at the ports and at the table, in us of the simulated board's time."""
MOST_BYTES = 65_536
"""Bytes that a real board gets at once at most."""
HERE = "here"
"""What pages call the simulated board."""
SIMULATOR = ("wait", "fault", "stop")
"""The page's messages that are not about a game: they go to the simulator as they are."""


class OwnTwin:
    """The twin of this very program, with what ``TwinHands`` uses of one in another process."""

    ended = None

    def __init__(self, twin: Twin, control: Callable[[], Control]) -> None:
        self.device = twin.chip.cpu.uid.hex()
        self.panel = twin.panel
        self.cells = [{"name": twin.grid.name(cell)} for cell in range(twin.grid.cells)]
        self.status_leds = STATUS_LEDS
        self._control = control

    def send(self, message: Mapping[str, Any]) -> None:
        """Make a gesture."""
        self._control().receive(json.dumps(message).encode() + b"\n")

    def events(self) -> Iterator[Event]:
        """Return no events: ``PageHost`` takes them as they come."""
        return iter(())


class PageHands(TwinHands):
    """Hands that have no threads, and begin games."""

    def run_aside(self, work: Callable[[], None]) -> None:
        """Run nothing: ``PageHost`` does it, step by step."""

    def begin(self, game: Game, clock: str, seats: Seats) -> None:
        """Begin a game after all its actions; raises ``HexlumeError``."""
        check_seats(self, seats)
        live = self.board.live
        before = "" if live is None else live.id
        if None in [self._do(do, **arguments) for do, arguments in commands(game, clock)]:
            raise HexlumeError("The board cannot begin a game now: try again.")
        self.names, self.named_after = seats.players, before
        take_seats(self, game, seats)
        self.set_up_table(before)


class PageHost:
    """Everything between the boards and their page.

    ``say`` sends the page a message, ``keep`` gives it a game to keep (``PageStore``), ``games`` are those it keeps.
    """

    def __init__(
        self, twin: Twin, say: Callable[[str], None], keep: Callable[[str, str, int], None], games: Sequence[str] = ()
    ) -> None:
        self._say = say
        self._clock = twin.clock
        self.store = PageStore(keep, games)
        self._hub = PageHub(self.store, say)
        self._players = StoredPlayers(cast("Store", self.store))
        port = BoardPort(self._now, self.store, BoardLink(self._hub), self._players)
        twin.data.link = port
        self._ports = [port]
        self._is_lit = False
        self.control = Control(twin, port, self._take_event, every_frame=False)
        own = cast(TwinProcess, OwnTwin(twin, lambda: self.control))
        self.hands = PageHands(self._hub, own, port.command)
        self._players.hands = self.hands
        self._steps = self.hands.setter.steps()
        self._held: set[str] = set()
        self._early: list[str] = []
        self._health = HealthWatch()
        self._look()
        self._set_table()

    def receive(self, text: str) -> None:
        """Do what a message of the page asks for."""
        message = json.loads(text)
        if "kept" in message:
            self.store.kept(message["kept"], message["count"])
        elif "request" in message:
            if self.hands.board.live is None:
                self._early.append(text)
            else:
                self._say(json.dumps({"answer": message["request"], **self._answer(message)}))
        elif "port" in message:
            self._change_port(message["port"])
        elif "serial" in message:
            for own in self._ports[1:]:
                own.send(message["serial"].encode("latin-1"))
        elif message.get("do") in SIMULATOR:
            self.control.receive(text.encode() + b"\n")
        elif "do" in message:
            self._make(text)
        elif (request := read_watch_request(text.replace(f'"{HERE}"', f'"{self.hands.board.device}"'))) is not None:
            # Another page has come, which holds no button down.
            for button in self._held:
                self.hands.gesture({"do": "release", "button": button})
            self._held.clear()
            self._hub.follow(request)

    def begin(self, game: Game, clock: str, seats: Seats, continued: str = "") -> Answer:
        """Begin a game after all its actions, or answer which panel it needs; raises ``HexlumeError``.

        ``continued`` is the id of the stored game that has these actions.
        """
        panel = smallest_panel(game.grid)
        if panel != self.hands.board.panel:
            return {"panel": panel}
        self.hands.begin(game, clock, seats)
        if continued:
            self.store.mark(continued, FROM_CONTINUED)
        return {"body": {"device": HERE}}

    def _answer(self, message: Mapping[str, Any]) -> Answer:
        """Answer a request as the site's server does."""
        try:
            return answer(self, message["method"], message["path"], message["body"])
        except (HexlumeError, FieldError) as error:
            words = sentence(error) if isinstance(error, FieldError) else str(error)
            return {"status": 404 if message["method"] == "GET" else 400, "body": {"error": words}}

    def _make(self, text: str) -> None:
        """Do what hands do at the simulated board, or send the page one sentence that says why not."""
        hands = self.hands
        try:
            checked = read_message(text, hands.cells, offered(hands.board.message(PROMPT)), len(hands.level_names))
        except FieldError as error:
            # Between two steps of a lesson a tap is only late.
            if error.member != "action" or hands.board.table_report.lesson is None:
                hands.refuse(sentence(error))
        else:
            hands.make(checked, self._held)

    def _take_event(self, line: bytes) -> None:
        """Take what the simulator reports; the page hears when the board is lit, and keeps the discs from then on."""
        event = json.loads(line)
        self.hands.take(event)
        if event["event"] == "leds" and not self._is_lit and event["rgb"].strip("0"):
            self._is_lit = True
            self._say('{"lit":true}')
        elif event["event"] == "table" and self._is_lit:
            self._say(json.dumps({"discs": event["discs"]}))

    def _change_port(self, lost: str) -> None:
        """Open the port of a board that the page has connected, or close it because it is ``lost``."""
        for own in self._ports[1:]:
            own.close(lost)
        del self._ports[1:]
        if not lost:
            self._ports.append(BoardPort(self._now, self.store, BoardLink(self._hub), self._health))

    def _now(self) -> float:
        return self._clock.now / 1e6

    def _look(self) -> None:
        """Do what is due at the ports, and what pages have asked for before the board was there."""
        for port in self._ports:
            port.look()
        for own in self._ports[1:]:
            if out := own.receive(MOST_BYTES):
                self._say(json.dumps({"serial": out.decode("latin-1")}))
        if self.hands.board.live is not None:
            early, self._early = self._early, []
            for text in early:
                self.receive(text)
        self._clock.after(LOOK_US, self._look)

    def _set_table(self) -> None:
        pause = next(self._steps)
        self._clock.after(LOOK_US if pause is None else round(1e6 * pause), self._set_table)

    def own_board(self) -> dict[str, Any]:
        """Return what the page shows of the board that it has connected, nothing without one."""
        panel = self._health.panel
        if not self._ports[1:]:
            return {}
        return {
            "refusal": self._ports[1].refusal,
            "notices": [*self._health.notices],
            "health": "" if panel is None else panel.summary(),
            "faults": {} if panel is None else {cell.cell: ADVICE[cell.state] for cell in panel.faults()},
        }
