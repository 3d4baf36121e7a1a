"""The host in the worker: at the ports of its boards, and for the page what the server is for the site's pages."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import uniform
from types import SimpleNamespace
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
from hexlume_hw.physics.sensor import NOISE_COUNTS
from hexlume_record.errors import HexlumeError, sentence
from hexlume_record.game.record import FROM_CONTINUED
from hexlume_record.validation import FieldError
from hexlume_sim.chip.usb import Link
from hexlume_sim.client import TwinProcess
from hexlume_sim.control import Control
from hexlume_sim.twin import Twin

from .answers import Answer, answer
from .hub import PageHub
from .port import BoardPort, HealthWatch
from .store import PageStore
from .workings import journal, readings

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
LASTING = ("cable", "noise", "magnets")
KNOBS = dict(zip(LASTING, (("unplug", 0, 1), ("noise", NOISE_COUNTS, 40.0), ("weak_magnet", 1.0, 0.6)), strict=True))
KNOBS |= {"write": ("nvm_cut", -1, 3)}
"""The knob of each fault in the drawer (``hexlume_sim.world.faults``), its value without the fault, and with it.

All but the last outlast a power cut. A power cut after three bytes leaves an event in pieces.
"""
BUMP_US = 400_000
"""Interval of bumps at the table, in us."""
BUMP_MM = 2.0
"""Max distance that a bump pushes a disc to each side, in mm: twice as far as its recess lets it."""


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
        self.store = PageStore(keep, games)
        self._hub = PageHub(self.store, say)
        self._players = StoredPlayers(cast("Store", self.store))
        self._past_us = 0
        self._faults = dict.fromkeys(("power", *KNOBS, "table"), False)
        self._own: BoardPort | None = None
        self._is_lit = False
        self._held: set[str] = set()
        self._early: list[str] = []
        self._health = HealthWatch()
        # What hands use of a twin in another process; its events come to this one as they happen.
        own = SimpleNamespace(
            device=twin.chip.cpu.uid.hex(),
            panel=twin.panel,
            cells=[{"name": twin.grid.name(cell)} for cell in range(twin.grid.cells)],
            status_leds=STATUS_LEDS,
            send=lambda message: self.control.receive(json.dumps(message).encode() + b"\n"),
        )
        self.hands = PageHands(self._hub, cast(TwinProcess, own), self._command)
        self._players.hands = self.hands
        self._steps = self.hands.setter.steps()
        self.attach(twin)

    def attach(self, twin: Twin) -> None:
        """Take the board, which is about to be switched on."""
        self._twin, self._clock = twin, twin.clock
        self.control = Control(twin, Link(), self._take_event, every_frame=False)
        self._plug(True)
        twin.cable.listeners.append(self._plug)
        for name in LASTING:
            self._break(name, self._faults[name])
        self._faults["write"] = False
        for step in (self._look, self._set_table, self._bump):
            step()

    def wait_for_power(self, serve: Callable[[int], None]) -> bool:
        """Wait while a visitor has cut the board's power; return whether that was so. ``serve`` takes messages."""
        self._faults["power"] |= self._twin.chip.flash.supply.gone
        is_cut = self._faults["power"]
        if is_cut:
            self._twin.cable.plug(False)
            self._twin.cable.listeners.remove(self._plug)
            self.hands.take({"event": "leds", "rgb": bytes(len(self._twin.leds.rgb)).hex()})
            self.hands.take({"event": "buzzer", "hz": 0})
        while self._faults["power"]:
            serve(LOOK_US // 1000)
            self._past_us += LOOK_US
            self._serve_ports()
        self._past_us += self._clock.now
        return is_cut

    def _break(self, name: str, is_on: bool) -> None:
        """Bring a fault about, or end it."""
        self._faults[name] = is_on
        if name in KNOBS:
            knob, *values = KNOBS[name]
            self._twin.faults.set(knob, values[is_on])
        elif self._faults["power"]:
            self._clock.after(0, self._twin.stop)

    def _bump(self) -> None:
        """Push every disc about while the table is bumped."""
        table = self._twin.table
        for cell in table.discs() if self._faults["table"] else ():
            table.nudge(cell, uniform(-BUMP_MM, BUMP_MM), uniform(-BUMP_MM, BUMP_MM))
        self._clock.after(BUMP_US, self._bump)

    def _command(self, do: str, **arguments: object) -> int | None:
        return self._here.command(do, **arguments)

    def _plug(self, is_plugged: bool) -> None:
        """Open the simulated board's port, or close it."""
        if is_plugged:
            self._here = BoardPort(self._now, self.store, BoardLink(self._hub), self._players)
            self._twin.data.link = self._here
        else:
            self._here.close("The simulated board was unplugged or switched off.")

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
            if self._own is not None:
                self._own.send(message["serial"].encode("latin-1"))
        elif "fault" in message:
            self._break(message["fault"], message["on"])
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
        if self._own is not None:
            self._own.close(lost)
        self._own = None if lost else BoardPort(self._now, self.store, BoardLink(self._hub), self._health)

    def _now(self) -> float:
        return (self._past_us + self._clock.now) / 1e6

    def _look(self) -> None:
        """Do what is due at the ports, and what pages have asked for before the board was there."""
        self._serve_ports()
        if self.hands.board.live is not None:
            early, self._early = self._early, []
            for text in early:
                self.receive(text)
        self._clock.after(LOOK_US, self._look)

    def _serve_ports(self) -> None:
        self._here.look()
        if self._own is not None:
            self._own.look()
            if out := self._own.receive(MOST_BYTES):
                self._say(json.dumps({"serial": out.decode("latin-1")}))

    def _set_table(self) -> None:
        pause = next(self._steps)
        self._clock.after(LOOK_US if pause is None else round(1e6 * pause), self._set_table)

    def own_board(self) -> dict[str, Any]:
        """Return what the page shows of the board that it has connected, nothing without one."""
        panel = self._health.panel
        if self._own is None:
            return {}
        return {
            "refusal": self._own.refusal,
            "notices": [*self._health.notices],
            "health": "" if panel is None else panel.summary(),
            "faults": {} if panel is None else {cell.cell: ADVICE[cell.state] for cell in panel.faults()},
        }

    def workings(self) -> dict[str, Any]:
        """Return what the page shows of the simulated board's inside."""
        said = {sender: data.decode("latin-1") for sender, data in self._here.passed.items()}
        about = {"journal": journal(self._twin, self.store), "readings": readings(self._twin)}
        return {"faults": self._faults, "serial": said, **about}
