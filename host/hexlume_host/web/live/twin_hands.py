"""The hands at a simulated board: pages' gestures reach its twin, and its table, lights and buzzer reach the pages."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from hexlume_sim.client import Event, TwinError, TwinProcess

from .board import BUZZER, CONNECTED, ENGINE, LEDS, LOST, TABLE, LiveBoard


class TwinHands:
    """Publishes a running twin's parts on its live board, and does there what pages ask for.

    The twin must have been started without ``on_event``: its events are taken on a thread of their own, until it ends.
    The game is shown by whoever follows it on the twin's serial port. ``act_on_board`` sends an action without a place
    over the same port (docs/protocol.md) and returns whether a board received it. Any thread may call any method.
    """

    def __init__(
        self, board: LiveBoard, twin: TwinProcess, act_on_board: Callable[[str], bool] = lambda action: False
    ) -> None:
        """Follow a started twin from now on."""
        self.board = board
        self.levels = 0
        """How many levels the engine has that may be chosen."""
        self.ended = threading.Event()
        """Set once the twin has ended; ``board.reason`` says why."""
        self._twin = twin
        self._act_on_board = act_on_board
        self._choose_level: Callable[[int], None] = lambda level: None
        with board.lock:
            board.hands = self
            board.become(CONNECTED)
            board.show()
        board.publish(TABLE, {"discs": {}})
        board.publish(LEDS, {"rgb": "000000" * (len(twin.cells) + twin.status_leds)})
        board.publish(BUZZER, {"hz": 0})
        threading.Thread(target=self._follow, name="hexlume-twin-hands", daemon=True).start()

    @property
    def cells(self) -> frozenset[str]:
        """The names of the panel's cells."""
        return frozenset(cell["name"] for cell in self._twin.cells)

    def gesture(self, message: Mapping[str, Any]) -> None:
        """Make a checked gesture on the twin's table (docs/simulator.md); a twin that ended refuses it."""
        try:
            self._twin.send(message)
        except TwinError as error:
            self.refuse(str(error))

    def act(self, action: str) -> None:
        """Play an action without a place."""
        if not self._act_on_board(action):
            self.refuse("No host is connected to the board to play that for you: use the board's act button.")

    def offer_levels(self, level: int, levels: int, choose: Callable[[int], None]) -> None:
        """Let pages choose at which level the engine plays; it begins at ``level``."""
        self.levels, self._choose_level = levels, choose
        self.board.publish(ENGINE, {"level": level, "levels": levels})

    def choose_level(self, level: int) -> None:
        """Let the engine play at one of the offered levels."""
        self._choose_level(level)
        self.board.publish(ENGINE, {"level": level, "levels": self.levels})

    def refuse(self, sentence: str) -> None:
        """Send every page at the board one sentence, such as why a gesture was refused."""
        self.board.send(TABLE, "error", {"message": sentence})

    def _follow(self) -> None:
        for event in self._twin.events():
            self._take(event)
        self._sound(0)
        why = f": {self._twin.ended}" if self._twin.ended else "."
        with self.board.lock:
            self.board.become(LOST, f"The simulated board has stopped{why}")
            self.board.show()
        self.ended.set()

    def _take(self, event: Event) -> None:
        match event.get("event"):
            case "leds":
                self.board.publish(LEDS, {"rgb": event["rgb"]})
            case "table":
                self.board.publish(TABLE, {"discs": event["discs"]})
            case "buzzer":
                self._sound(event["hz"])
            case "error":
                self.refuse(event["message"])

    def _sound(self, hz: float) -> None:
        """Sound the buzzer. A short beep must not vanish between two looks of a page, so every tone is sent."""
        if self.board.publish(BUZZER, {"hz": hz}):
            self.board.send(BUZZER, BUZZER, {"hz": hz})
