"""Firmware run under CircuitPython on the emulated board, until its power is cut."""

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..chip.flash import flash_in_file
from ..chip.power import PowerCut, ScriptFailed
from ..cpython.firmware_run import Ending
from . import circuitpython
from .console import Console
from .flash import CAPACITY, NVM_START
from .image import drive_files, flash_image
from .twin import ChipTwin


def run_chip(twin: ChipTwin, until: Callable[[], bool] = lambda: False) -> Ending:
    """Run until the power is cut or ``until`` returns true.

    Restarts are reported as in ``cpython.firmware_run``.
    """
    console = twin.chip.host.console.link
    if not isinstance(console, Console):
        console = twin.chip.host.console.link = Console()

    console.on_restart = lambda: twin.report_restart("The firmware starts again: supervisor.reload() was called.")
    twin.chip.on_reset = lambda expired: twin.report_restart(
        "The board starts again: " + ("the watchdog was not fed." if expired else "microcontroller.reset() was called.")
    )
    try:
        twin.chip.run(until)
        return Ending("The emulator was stopped.", False)
    except PowerCut as cut:
        return Ending(str(cut), False)
    except KeyboardInterrupt:
        return Ending("The twin was interrupted.", False)
    except ScriptFailed as failed:
        traceback.print_exception(failed.__cause__)
        return Ending(str(failed), True)


def when_lit(twin: ChipTwin, begin: Callable[[], None]) -> None:
    """Call ``begin`` when the firmware lights its first cell, so that hands wait for the board.

    A status LED does not count: one is lit while the journal's files are made.
    """
    waiting = True

    def check(_us: int, rgb: bytes) -> None:
        nonlocal waiting
        if waiting and any(rgb[: 3 * twin.grid.cells]):
            waiting = False
            begin()

    twin.leds.listeners.append(check)


def read_circuitpython(path: Path) -> bytes:
    """Return a UF2 file's contents. Raises ``ImageRefused``.

    Prints a warning if it is not the tested version.
    """
    contents = circuitpython.read(path)
    if not circuitpython.is_expected(contents):
        print(f"{path} is not CircuitPython {circuitpython.VERSION}, which the tests run.", file=sys.stderr)
    return contents


@contextmanager
def powered_twin(
    panel: str,
    seed: int,
    uf2: bytes,
    drive: Path,
    settings: bytes,
    flash: Path | None = None,
    nvm: bytes | None = None,
) -> Iterator[ChipTwin]:
    """Yield a board that is ready to start, with CircuitPython and a folder's files in its flash.

    ``flash`` is a file that stores the whole flash. If it exists, it is used instead of the folder
    and of ``nvm``, the content of ``microcontroller.nvm``.
    Raises ``ValueError`` for a file that is not an image of this flash.
    """

    def fresh() -> bytes:
        image = flash_image(uf2, drive_files(drive, settings))
        return image if nvm is None else image[:NVM_START] + nvm + image[NVM_START + len(nvm) :]

    if flash is None:
        yield ChipTwin(panel, fresh(), seed)
    else:
        with flash_in_file(flash, CAPACITY, fresh) as (contents, write_through):
            yield ChipTwin(panel, contents, seed, write_through)
