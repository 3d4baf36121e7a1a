"""Scripted games on a twin at virtual pace, logged over its serial port and checked out of the store."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexlume_record.game.events import RESULT, START, UNDO, BoardEvent
from hexlume_record.game.record import FINISHED, FROM_DEMO
from hexlume_record.game.state import GameState
from hexlume_sim.client import TwinProcess

from ..errors import SimulatorError, StoreUnavailableError
from ..store.repository import Players, Store
from .listener import LinkListener
from .logger import Logger
from .simulated_board import VIRTUAL, SimulatedBoard, running_twin

CAREFUL = "careful"
CLUMSY = "clumsy"
SCRIPTS = {CAREFUL: "hexlume_sim.hands.careful:play_games", CLUMSY: "hexlume_sim.hands.clumsy:play_games"}
"""The scripted hands, by what they are called."""
HANDS = Players("script", "script")

_SILENCE_SECONDS = 240.0
"""How long the hands may take for the next game, in real time, before the demo is given up."""
_COMMIT_SECONDS = 15.0
"""How long the store may take to have a game's result after the hands have seen it."""
_CHIP_PATIENCE = 20
"""How many times longer both may be on an emulated chip."""


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A scripted game as it came back out of the store.

    ``logged`` only if the stored actions are the ones the hands intended, as often taken back as they did, replay
    legally and lead to the stored result. ``mishaps`` counts by name what the hands did wrong, ``recovered`` after how
    many of these the lights were right again. ``virtual_s`` is how long it took on the board's clock, ``wall_s`` on
    this computer's.
    """

    id: int | None
    game: str
    size: int
    options: dict[str, Any]
    seed: int
    actions: list[str]
    result: str | None
    logged: bool
    mishaps: dict[str, int]
    recovered: int
    virtual_s: float
    wall_s: float


def play_demo(
    board: SimulatedBoard, count: int, seed: int, store: Store, hands: str = CAREFUL, chip: Path | None = None
) -> Iterator[DemoGame]:
    """Play ``count`` games by scripted hands, the k-th (from 0) with the seed ``seed + k``, and yield each when logged.

    ``hands`` is one of ``SCRIPTS``; ``chip`` is what ``running_twin`` takes.
    Raises ``SimulatorError`` when the hands or the twin fail, ``LinkError`` or ``StoreError`` when the logger does.
    """
    script_args = {
        "game": board.game.NAME,
        "size": board.game.size,
        "options": dict(board.game.options),
        "count": count,
        "seed": seed,
        "wait_for_host": True,
    }
    progress = _GameProgress(store)
    patience = 1 if chip is None else _CHIP_PATIENCE
    with running_twin(board, VIRTUAL, seed, SCRIPTS[hands], script_args, chip) as twin:
        logger = Logger(lambda: twin.port, store, progress, players=HANDS)
        logger.start()
        try:
            began = time.perf_counter()
            for number in range(count):
                played = _next_game(twin, logger, patience * _SILENCE_SECONDS)
                game = progress.wait_finished(number, patience * _COMMIT_SECONDS)
                now = time.perf_counter()
                yield _checked(board, played, game, store, now - began)
                began = now
        finally:
            logger.stop()


class _GameProgress(LinkListener):
    """Games that began since the demo did, in order, and which of them have ended; marks them as a demo's."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed = threading.Condition()
        self._games: list[str] = []
        self._ended: set[str] = set()

    def committed(self, events: Sequence[BoardEvent]) -> None:
        for event in events:
            if event.kind == START:
                # Of a store that is away the mark is not worth the game.
                with suppress(StoreUnavailableError):
                    self._store.mark(event.game, FROM_DEMO)
        with self._changed:
            for event in events:
                if event.kind == START:
                    self._games.append(event.game)
                elif event.kind == RESULT:
                    self._ended.add(event.game)
            self._changed.notify_all()

    def wait_finished(self, number: int, seconds: float) -> str | None:
        """Return the id of the game of a number (from 0) once the store has its result, ``None`` if it never comes."""
        with self._changed:
            ended = self._changed.wait_for(
                lambda: len(self._games) > number and self._games[number] in self._ended, seconds
            )
            return self._games[number] if ended else None


def _next_game(twin: TwinProcess, logger: Logger, silence_seconds: float) -> dict[str, Any]:
    """Return the hands' report of their next finished game."""
    restart = ""
    for event in twin.events(silence_seconds):
        if event.get("event") == "game":
            return event
        if event.get("event") == "restart":
            restart = str(event.get("message"))
        if logger.error is not None:
            raise logger.error
    ended = twin.ended or f"The scripted hands finished no game in {silence_seconds:g} s."
    # What the hands waited for in vain follows from it.
    raise SimulatorError(f"{restart} {ended}" if restart else ended)


def _checked(board: SimulatedBoard, played: dict[str, Any], game: str | None, store: Store, wall_s: float) -> DemoGame:
    """Compare the hands' report with the stored game."""
    number, actions, result, logged = None, [], None, False
    if game is not None:
        record = store.record(game)
        live = GameState.replay(record)
        number, result = record.id, record.ending.result
        actions = [action.action for action in record.actions]
        logged = (
            actions == played["intended"]
            and sum(event.kind == UNDO for event in record.events) == played.get("undone", 0)
            and record.ending.status == FINISHED
            and live.legal
            and live.game is not None
            and live.game.result == result
        )
    return DemoGame(
        number,
        board.game.NAME,
        board.game.size,
        dict(board.game.options),
        played["seed"],
        actions,
        result,
        logged,
        played.get("mishaps", {}),
        played.get("recovered", 0),
        played["virtual_s"],
        round(wall_s, 3),
    )
