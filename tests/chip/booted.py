"""Booted boards: each emulated board starts once a process, and each use is a forked copy."""

import functools
import os
import pickle
import traceback
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from hexlume_sim.chip_emulator import circuitpython, image
from hexlume_sim.chip_emulator.console import Console
from hexlume_sim.chip_emulator.firmware_run import run_chip, when_lit
from hexlume_sim.chip_emulator.twin import ChipTwin
from hexlume_sim.twin import Board
from tests.chip.chip_drive import compiled_files
from tests.vm.demo import HostLink

Script = Generator[float, None, None]
T = TypeVar("T")
SEED = 5
FIRST_LIGHT_S = 30.0


@functools.cache
def uf2() -> bytes:
    """Return CircuitPython; raises ``ImageRefused`` where it was not downloaded."""
    return circuitpython.read(circuitpython.find())


def flash_with(files: dict[str, bytes], settings: dict[str, str]) -> bytes:
    """Return a board's flash with the firmware's files, some of them replaced, and settings."""
    lines = "".join(f'{key} = "{value}"\n' for key, value in settings.items())
    return image.flash_image(uf2(), {**compiled_files(), "settings.toml": lines.encode(), **files})


def started(flash: bytes, panel: str = "hex4") -> ChipTwin:
    """Switch a board on and run it up to its first light."""
    twin = ChipTwin(panel, flash, SEED)
    lit: list[int] = []

    def note() -> None:
        lit.append(twin.clock.now)
        twin.chip.interrupt()

    when_lit(twin, note)
    twin.chip.host.console.link = console = Console()
    twin.clock.at(int(FIRST_LIGHT_S * 1e6), lambda: lit.append(0))
    twin.chip.run(lambda: bool(lit))
    assert lit[0], f"no light within {FIRST_LIGHT_S:g} s: {console.text}"
    return twin


@functools.cache
def booted(panel: str = "hex4", **settings: str) -> ChipTwin:
    """Return a board with settings at its first light. Use it in a copy only."""
    return started(flash_with({}, {"HEXLUME_PANEL": panel, **settings}), panel)


def in_copy(work: Callable[[], T]) -> T:
    """Do something in a copy of this process and return what it returns; fails with its traceback."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer: Any = work()
            failed = False
        except BaseException:
            answer, failed = traceback.format_exc(), True
        with os.fdopen(writing, "wb") as out:
            pickle.dump((failed, answer), out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as found:
        data = found.read()
    os.waitpid(child, 0)
    assert data, "the copy ended without an answer"
    failed, answer = pickle.loads(data)
    assert not failed, answer
    return answer  # type: ignore[no-any-return]


def visit(
    twin: ChipTwin,
    script: Callable[[Board, HostLink], Script],
    report: Callable[[ChipTwin, HostLink], T],
) -> T:
    """Let hands do something at a copy of a board that has a host, and return what ``report`` finds at the end."""

    def work() -> T:
        host = HostLink(twin)
        running = twin.clock.run_script(script(twin, host))
        ending = run_chip(twin, lambda: running.done)
        assert not ending.failed, ending.message
        return report(twin, host)

    return in_copy(work)
