"""Calibration requested by a host: the lights guide it, and its results survive power-off."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer, Health, Hello
from hexlume_host.store.repository import Store
from hexlume_sim.client import TwinProcess
from tests.host.conftest import wait_until

MEASURED = ("d4", "a1")


class Answers(LinkListener):
    """Asks for a take-back as soon as the board is there, and hears what it says to that."""

    def __init__(self) -> None:
        self.logger: Logger | None = None
        self.met: queue.Queue[Hello] = queue.Queue()
        self.heard: queue.Queue[Answer] = queue.Queue()

    def hello(self, board: Hello) -> None:
        self.met.put(board)

    def answer(self, answer: Answer) -> None:
        self.heard.put(answer)

    def error(self) -> str:
        """Return why a take-back is refused now."""
        assert self.logger is not None and self.logger.command("back") is not None
        return self.heard.get(timeout=60).error


class Spans(LinkListener):
    """Hears the spans of the panel's first sixteen cells and of those from the seventeenth on, a queue for each."""

    def __init__(self) -> None:
        self.logger: Logger | None = None
        self.heard: queue.Queue[dict[int, int]] = queue.Queue()

    def hello(self, board: Hello) -> None:
        assert self.logger is not None
        self.logger.command("health", on=True)

    def health(self, health: Health) -> None:
        self.heard.put({health.first + at: span for at, span in enumerate(health.spans)})


def spans(listener: Spans, wanted: set[int], measured: bool) -> dict[int, int]:
    """Return the spans of some cells once they are known (or have been heard at all)."""
    found: dict[int, int] = {}
    for _ in range(2000):
        found.update(listener.heard.get(timeout=60))
        if all(cell in found and (found[cell] or not measured) for cell in wanted):
            return {cell: found[cell] for cell in wanted}
    raise AssertionError(f"no spans of {wanted}: {found}")


@pytest.mark.soak
def test_calibration_follows_the_lights_and_survives_power_off(tmp_path: Path) -> None:
    cells = {18, 0}
    with TwinProcess("hex4", "real", 3, flash=tmp_path / "flash") as twin, Store(tmp_path / "s") as store:
        listener = Spans()
        listener.logger = Logger(lambda: twin.port, store, listener)
        listener.logger.start()
        try:
            assert set(spans(listener, cells, False).values()) == {0}, "nothing is measured yet"
            listener.logger.command("learn")
            # The table is clear; a second later the zeros are learned, and every cell glows.
            for _ in range(40):
                listener.heard.get(timeout=60)
            for name in MEASURED:
                cell = {"d4": 18, "a1": 0}[name]
                known: dict[int, int] = {}
                for _ in range(20):
                    twin.send({"do": "put", "cell": name, "piece": "black"})
                    for _ in range(30):
                        known.update(listener.heard.get(timeout=60))
                    twin.send({"do": "lift", "cell": name})
                    if known.get(cell):
                        break
                assert known[cell] > NOMINAL_SPAN // 2
            twin.send({"do": "press", "button": "back"})
            for _ in range(4):
                listener.heard.get(timeout=60)
            twin.send({"do": "release", "button": "back"})
            learned = spans(listener, cells, True)
        finally:
            listener.logger.stop()
    with TwinProcess("hex4", "real", 3, flash=tmp_path / "flash") as twin, Store(tmp_path / "s") as store:
        again = Spans()
        again.logger = Logger(lambda: twin.port, store, again)
        again.logger.start()
        try:
            assert spans(again, cells, True) == learned
        finally:
            again.logger.stop()


@contextmanager
def started(folder: Path) -> Iterator[tuple[TwinProcess, Answers]]:
    """Switch a board on that learns at its first start, and meet it."""
    settings = {"HEXLUME_PANEL": "hex4", "HEXLUME_LEARN": "first start"}
    with (
        TwinProcess("hex4", "real", 3, flash=folder / "flash", settings=settings) as twin,
        Store(folder / "s") as store,
    ):
        listener = Answers()
        listener.logger = Logger(lambda: twin.port, store, listener)
        listener.logger.start()
        try:
            listener.met.get(timeout=60)
            yield twin, listener
        finally:
            listener.logger.stop()


def test_new_board_can_start_with_calibration_and_any_button_skips_it(tmp_path: Path) -> None:
    with started(tmp_path) as (twin, listener):
        assert "being calibrated" in listener.error()
        for do in ("press", "release"):
            twin.send({"do": do, "button": "menu"})
        wait_until(lambda: "no action to take back" in listener.error())
    with started(tmp_path) as (_, listener):
        assert "no action to take back" in listener.error(), "only at the first start"
