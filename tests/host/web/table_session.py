"""A simulated board in memory for pages' tests: a table that keeps the discs, without firmware or lights of its own."""

import queue
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexlume.games.grid import grid_of
from hexlume.games.pieces import LETTERS, turned
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import STATUS_LEDS
from hexlume_host.feed import Feed
from hexlume_host.store.repository import Store
from hexlume_host.web.live.board import CLOCK, FULL, LEDS, LOST, PROMPT, TABLE
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.twin_hands import TwinHands
from hexlume_record.errors import RecordError
from hexlume_record.game.record import GameRecord
from hexlume_record.game.state import GameState
from hexlume_record.words.engine_names import LEVEL_NAMES

CODES = {"white": 1, "black": 2, "white leader": 3, "black leader": 4}
NAMES = {code: name for name, code in CODES.items()}
assert len(NAMES) == len(LETTERS) - 1
ID = "b0"


class TableTwin:
    """A twin's client that carries out gestures as docs/simulator.md says and remembers every message it was given."""

    def __init__(self, panel: str) -> None:
        grid = grid_of(panel)
        self.device, self.panel, self.status_leds, self.ended = ID, panel, STATUS_LEDS, None
        self.cells = [{"name": grid.name(cell), "led": cell_site(grid, cell).led} for cell in range(grid.cells)]
        self.discs: dict[str, str] = {}
        self.gestures: list[dict[str, Any]] = []
        self._events: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def events(self) -> Iterator[dict[str, Any]]:
        while True:
            yield self._events.get()

    def send(self, message: dict[str, Any]) -> None:
        self.gestures.append(message)
        if refusal := self._refusal(message):
            self._events.put({"event": "error", "message": refusal})
            return
        verb = message["do"]
        if verb == "put":
            self.discs[message["cell"]] = message["piece"]
        elif verb == "lift":
            del self.discs[message["cell"]]
        elif verb == "flip":
            self.discs[message["cell"]] = NAMES[turned(CODES[self.discs[message["cell"]]])]
        elif verb == "clear":
            self.discs.clear()
        self._events.put({"event": "table", "discs": dict(self.discs)})

    def _refusal(self, message: dict[str, Any]) -> str:
        verb = message["do"]
        if verb == "put" and message["cell"] in self.discs:
            return f"{message['cell']} already holds a disc."
        if verb in ("lift", "flip") and message["cell"] not in self.discs:
            return f"There is no disc on {message['cell']}."
        return ""


class NoStore:
    """What a hub needs of a store while no board's game is committed."""

    feed = Feed()

    def record(self, game: str) -> GameRecord:
        raise RecordError(f"There is no game {game}.")


class TableSession:
    """A hub with one simulated board, whose parts a test publishes as the link and the twin would."""

    def __init__(self, panel: str = "hex4", store: Store | None = None) -> None:
        self.twin = TableTwin(panel)
        self.acted: list[str] = []
        self.commands: list[dict[str, Any]] = []
        self.chosen: list[int] = []
        self.hub = LiveHub(store or NoStore())  # type: ignore[arg-type]
        self.hands = TwinHands(self.hub, self.twin, self._command)  # type: ignore[arg-type]
        self.board = self.hands.board

    @property
    def gestures(self) -> list[dict[str, Any]]:
        return self.twin.gestures

    @property
    def discs(self) -> dict[str, str]:
        return self.twin.discs

    @discs.setter
    def discs(self, discs: dict[str, str]) -> None:
        self.twin.discs = discs

    def offer_levels(self, level: int) -> None:
        self.hands.offer_levels(level, LEVEL_NAMES, self.chosen.append)

    def show_table(self, discs: Mapping[str, str]) -> None:
        self.board.publish(TABLE, {"discs": dict(discs)})

    def show_buzzer(self, hz: float) -> None:
        self.hands.take({"event": "buzzer", "hz": hz})

    def show_clock(self, clock: dict[str, Any] | None) -> None:
        self.board.publish(CLOCK, {"clock": clock})

    def light(self, cells: dict[str, str], status: tuple[str, ...] = ("000000",) * STATUS_LEDS) -> None:
        """Write the LED chain: six hexadecimal digits for each cell named, dark elsewhere."""
        chain = ["000000"] * len(self.twin.cells) + list(status)
        for cell in self.twin.cells:
            chain[cell["led"]] = cells.get(cell["name"], "000000")
        self.board.publish(LEDS, {"rgb": "".join(chain)})

    def begin(self, rules: str = "orochi", board: str = "hex4") -> None:
        """Begin a game under its rules, without actions."""
        with self.board.lock:
            self.board.live = GameState(f"{ID}-1-1", {"rules": rules, "board": board, "options": {}})
            self.board.update()

    def show_game(
        self,
        text: str,
        *,
        turn: str | None = None,
        actions: tuple[tuple[str, str], ...] = (),
        result: str | None = None,
        players: Mapping[str, str] | None = None,
        prison: Mapping[str, int] | None = None,
        hand: Mapping[str, Mapping[str, int]] | None = None,
        won: tuple[str, ...] = (),
        pieces: Mapping[str, str] | None = None,
        last: Sequence[str] = (),
        played: str = "",
        actions_offered: Mapping[str, Any] | None = None,
        **prompt: Any,
    ) -> None:
        """Show a game; ``actions`` are pairs (action, colour), ``prompt`` what else is to be said to the hands."""
        position = {
            "board": self.twin.panel,
            "pieces": pieces or {},
            "to_move": turn,
            "result": result,
            "prison": prison or {},
            "hand": hand or {},
            "last": last,
            "captured": [],
            "forced": [],
            "won": won,
            "actions": {},
            "choices": [],
            "result_words": text if result else "",
        }
        board = {
            "position": position,
            "actions": actions,
            "players": players or {},
            "rules": "orochi",
            "text": text,
            "played": played,
            "count": len(actions),
        }
        self.board.publish(FULL, {**self.board.message(FULL), **board})
        self.board.publish(PROMPT, {"text": text, "count": len(actions), "actions": actions_offered or {}, **prompt})

    def end(self, reason: str) -> None:
        self.hands.take({"event": "buzzer", "hz": 0})
        with self.board.lock:
            self.board.become(LOST, reason)
            self.board.update()

    def _command(self, do: str, **members: Any) -> int:
        self.commands.append({"do": do, **members})
        if do == "play":
            self.acted.append(members["action"])
        return len(self.commands)


def words(*actions: str) -> list[dict[str, str]]:
    """Return the offer of actions without a place, as a prompt has it."""
    return [{"action": action, "words": action, "ends": ""} for action in actions]


def placing(cell: str, *pieces: str) -> dict[str, list[dict[str, str]]]:
    """Return the offer to place pieces on a cell, as a prompt has it."""
    return {
        cell: [
            {"action": f"{piece[0].upper()}{cell}", "words": f"place a {piece} disc", "to": cell, "piece": piece[0]}
            for piece in pieces
        ]
    }


LEADERS = {"white": {"pawn": 0, "leader": 1}, "black": {"pawn": 0, "leader": 1}}
"""What the sides of a game with leaders have in hand."""
