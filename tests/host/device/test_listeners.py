"""Several listeners on one link: each is told all of it, in order."""

import inspect
from collections.abc import Callable
from typing import Any

from hexlume_host.device.listener import LinkListener
from hexlume_host.device.listeners import Listeners
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer, Hello
from hexlume_host.store.repository import Store
from tests.host.device.ears import Ears

TOLD = [name for name, _ in inspect.getmembers(LinkListener, inspect.isfunction) if not name.startswith("_")]


def test_whatever_a_listener_may_be_told_reaches_all() -> None:
    heard: list[tuple[int, str, object]] = []

    class One(LinkListener):
        def __init__(self, number: int) -> None:
            self.number = number

        def __getattribute__(self, name: str) -> object:
            if name in TOLD:
                return lambda what: heard.append((self.number, name, what))
            return super().__getattribute__(name)

    several = Listeners(One(1), One(2))
    for name in TOLD:
        what = object()
        getattr(several, name)(what)
        assert heard == [(1, name, what), (2, name, what)]
        heard.clear()
    assert len(TOLD) >= 10


def test_a_logger_gives_its_listener_what_sends_commands(make_board: Any, store: Store, wait_until: Any) -> None:
    class Commanding(Ears):
        def linked(self, command: Callable[..., int | None]) -> None:
            self.command = command

        def hello(self, board: Hello) -> None:
            self.sent = self.command("back")

    board, ears = make_board(), Commanding()
    logger = Logger(lambda: board.port, store, ears)
    assert ears.command("back") is None
    logger.start()
    try:
        wait_until(lambda: bool(ears.heard("answer")))
        assert ears.heard("answer") == [Answer(ears.sent or 0, "")]
    finally:
        logger.stop()
