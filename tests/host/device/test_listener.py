"""Several listeners on one link: each is told all of it, in order."""

import inspect
from collections.abc import Callable
from typing import Any

from hexlume.link import wire
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer, Hello
from hexlume_host.store.repository import Store
from tests.host.device.recording_listener import RecordingListener

TOLD = {name for name, _ in inspect.getmembers(LinkListener, inspect.isfunction) if not name.startswith("_")}
HEALTH = {"type": "health", "first": 0, "counts": [1], "zeros": [1], "spans": [1], "noise": [1], "cells": {}}
RAW = {"type": "raw", "ticks": 1, "cells": [0], "counts": [2048], "leds": [], "cues": []}


class Numbered(LinkListener):
    """Notes by its number what it is told."""

    def __init__(self, number: int, heard: list[tuple[int, str, object]]) -> None:
        self.number, self.heard = number, heard

    def __getattribute__(self, name: str) -> object:
        if name in TOLD:
            return lambda *what: self.heard.append((self.number, name, what))
        return super().__getattribute__(name)


def test_every_listener_of_a_logger_gets_every_report(make_board: Any, store: Store, wait_until: Any) -> None:
    heard: list[tuple[int, str, object]] = []
    board = make_board()
    logger = Logger(lambda: board.port, store, Numbered(1, heard), Numbered(2, heard))
    logger.start()
    try:
        game = board.begin()
        board.wait_acked()
        logger.command("back")
        board.send_raw(wire.encode({"type": "table", "game": game, "differs": {}, "journal": "low"}))
        board.send_raw(wire.encode(HEALTH))
        board.send_raw(wire.encode(RAW))
        board.send_raw(wire.encode({"type": "dropped", "before": game}))
        board.send_raw(wire.encode({"type": "incident", "place": 0, "of": 0, "in_a_row": 0}))
        wait_until(lambda: {name for _, name, _ in heard} >= TOLD - {"lost", "closed"})
        board.unplug()
        wait_until(lambda: {name for _, name, _ in heard} == TOLD)
    finally:
        logger.stop()
    by_number = [[(name, what) for number, name, what in heard if number == one] for one in (1, 2)]
    assert by_number[0] == by_number[1]
    assert [number for number, _, _ in heard] == [1, 2] * (len(heard) // 2)


def test_a_logger_gives_its_listener_what_sends_commands(make_board: Any, store: Store, wait_until: Any) -> None:
    class Commanding(RecordingListener):
        def linked(self, command: Callable[..., int | None]) -> None:
            self.command = command

        def hello(self, board: Hello) -> None:
            self.sent = self.command("back")

    board, recorder = make_board(), Commanding()
    logger = Logger(lambda: board.port, store, recorder)
    assert recorder.command("back") is None
    logger.start()
    try:
        wait_until(lambda: bool(recorder.received("answer")))
        assert recorder.received("answer") == [Answer(recorder.sent or 0, "")]
    finally:
        logger.stop()
