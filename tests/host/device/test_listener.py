"""Several listeners on one link: each is told all of it, in order."""

import inspect
from typing import Any
from unittest.mock import Mock

from hexlume.link import wire
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.store.repository import Store

TOLD = {name for name, _ in inspect.getmembers(LinkListener, inspect.isfunction) if not name.startswith("_")}
HEALTH = {"type": "health", "first": 0, "counts": [1], "zeros": [1], "spans": [1], "noise": [1], "cells": {}}
RAW = {"type": "raw", "ticks": 1, "cells": [0], "counts": [2048], "leds": [], "cues": []}


def test_every_listener_of_a_logger_gets_every_report(make_board: Any, store: Store, wait_until: Any) -> None:
    first, second = (Mock(LinkListener, engine_ms=0) for _ in range(2))
    board = make_board()
    logger = Logger(lambda: board.port, store, first, second)
    logger.start()
    try:
        game = board.begin()
        board.wait_acked()
        logger.command("back")
        for message in (
            {"type": "table", "game": game, "differs": {}, "journal": "low"},
            HEALTH,
            RAW,
            {"type": "dropped", "before": game},
            {"type": "incident", "place": 0, "of": 0, "in_a_row": 0},
        ):
            board.send_raw(wire.encode(message))
        wait_until(lambda: {name for name, _, _ in second.method_calls} >= TOLD - {"lost", "closed"})
        board.unplug()
        wait_until(lambda: {name for name, _, _ in second.method_calls} == TOLD)
    finally:
        logger.stop()
    assert first.method_calls == second.method_calls
