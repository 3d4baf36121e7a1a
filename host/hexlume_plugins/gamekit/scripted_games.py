"""Whole games by scripted hands on a twin at virtual pace, logged over its serial port."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from hexlume_host.device.logger import Logger
from hexlume_host.device.simulated_board import VIRTUAL, SimulatedBoard, running_twin
from hexlume_host.errors import SimulatorError
from hexlume_host.store.repository import Store
from hexlume_record.game.events import UNDO
from hexlume_sim.client import TwinProcess

Hands = Literal["careful", "clumsy"]

_SILENCE_SECONDS = 240.0
"""How long the hands may do nothing, in real time, before they are given up."""


@dataclass(frozen=True, slots=True)
class ScriptedGame:
    """A game as the hands meant it.

    ``logged`` only if the store has the same actions, as often taken back, and the same result. ``mishaps`` counts by
    name what the hands did wrong, ``recovered`` after how many of these the lights were right again.
    """

    seed: int
    actions: list[str]
    result: str
    logged: bool
    mishaps: dict[str, int]
    recovered: int


def play_scripted(board: SimulatedBoard, hands: Hands, count: int, seed: int, store: Store) -> Iterator[ScriptedGame]:
    """Play games, the k-th (from 0) with the seed ``seed + k``, and yield each once the empty store has it.

    Raises ``SimulatorError`` when the hands or the twin fail, ``LinkError`` or ``StoreError`` when the logger does.
    """
    arguments = {
        "game": board.game.NAME,
        "size": board.game.size,
        "options": dict(board.game.options),
        "count": count,
        "seed": seed,
        "wait_for_host": True,
    }
    with running_twin(board, VIRTUAL, seed, f"hexlume_sim.hands.{hands}:play_games", arguments) as twin:
        logger = Logger(lambda: twin.port, store)
        logger.start()
        try:
            for played in islice(_reports(twin, logger), count):
                yield _compared(played, store)
        finally:
            logger.stop()


def _reports(twin: TwinProcess, logger: Logger) -> Iterator[dict[str, Any]]:
    """Yield the hands' report of each game when they clear the table: they wait for the store before."""
    played, restart = None, ""
    for event in twin.events(_SILENCE_SECONDS):
        if event["event"] == "game":
            played = event
        elif event["event"] == "table" and played is not None and not event["discs"]:
            yield played
            played = None
        elif event["event"] == "restart":
            restart = f"{event['message']} "
        if logger.error is not None:
            raise logger.error
    # What the hands waited for in vain follows from a restart.
    ended = twin.ended or f"The scripted hands did nothing for {_SILENCE_SECONDS:g} s."
    raise SimulatorError(f"{restart}{ended}")


def _compared(played: dict[str, Any], store: Store) -> ScriptedGame:
    """Compare the hands' report with the stored game."""
    # The board may have begun the next one.
    record = store.record(store.games()[played["number"]].id)
    undone = sum(event.kind == UNDO for event in record.events)
    stored = [action.action for action in record.actions], record.ending.result, undone
    meant = played["intended"], played["result"], played.get("undone", 0)
    mishaps, recovered = played.get("mishaps", {}), played.get("recovered", 0)
    return ScriptedGame(played["seed"], *meant[:2], stored == meant, mishaps, recovered)
