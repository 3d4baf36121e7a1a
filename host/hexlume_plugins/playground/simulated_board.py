"""The simulated board in a browser's worker: a twin at the wall clock's pace, its host, and its memory."""

from collections.abc import Callable, Sequence
from pathlib import Path

from hexlume_sim.boot_count import nvm_after
from hexlume_sim.cpython.firmware_run import default_drive, flash_file, run_firmware
from hexlume_sim.pace import Pace
from hexlume_sim.twin import Twin

from .host import PageHost

LOOK_US = 250_000
"""Interval of looks for changes of the drive that no change of the chip's own memory follows, in us of board time."""


def run(
    panel: str,
    seed: int,
    flash: str,
    wait: Callable[[int], str],
    send: Callable[[str], None],
    keep: Callable[[str], None],
    keep_game: Callable[[str, str, int], None],
    games: Sequence[str] = (),
) -> str:
    """Run a board at the wall clock's pace until it ends, and return why.

    Where a visitor cuts its power, it waits until that is back. ``flash`` is the file of the chip's own memory; those
    of the drive are beside it. ``keep`` is called with the path of each of these files after it has changed, in the
    order in which a board writes them, and ``keep_game`` as ``PageStore`` says; ``games`` are those that are kept.
    ``wait`` waits at most that many ms and returns the page's messages, a line each, and ``send`` gets those for the
    page. Raises ``ValueError`` for an unknown panel.
    """
    twin = Twin(panel, seed, nvm_after(0))
    host = PageHost(twin, send, keep_game, games)
    kept = KeptFiles(Path(flash), keep)

    def serve(ms: int) -> None:
        for message in wait(ms).splitlines():
            host.receive(message)

    end = _run_until_end(twin, Path(flash), kept, serve)
    while host.wait_for_power(serve):
        discs, twin = twin.table.discs(), Twin(panel, seed, nvm_after(0))
        for cell, piece in discs.items():
            twin.table.put(cell, piece)
        host.attach(twin)
        end = _run_until_end(twin, Path(flash), kept, serve)
    return end


def _run_until_end(twin: Twin, flash: Path, kept: "KeptFiles", serve: Callable[[int], None]) -> str:
    """Run a board until its power is cut, and return why it ended."""

    def look() -> None:
        kept.look()
        twin.clock.after(LOOK_US, look)

    with flash_file(twin, flash):
        write_through = twin.chip.flash.on_change
        assert write_through is not None

        def changed(start: int, data: bytes) -> None:
            # The firmware empties a sector once its copy is on the drive: that comes first.
            kept.look()
            write_through(start, data)
            kept.look()

        twin.chip.flash.on_change = changed
        look()
        overrides = {"HEXLUME_PANEL": twin.panel}
        return run_firmware(twin, default_drive(), overrides, Pace(twin, serve, real=True).start).message


class KeptFiles:
    """The files of a board's memory: the chip's own in ``flash``, the drive's in the folder beside it."""

    def __init__(self, flash: Path, keep: Callable[[str], None]) -> None:
        self._flash = flash
        self._keep = keep
        self._known: dict[Path, bytes] = {}

    def look(self) -> None:
        """Call ``keep`` with the path of each file that differs from the last look."""
        for path in (*Path(f"{self._flash}-drive").rglob("*"), self._flash):
            if path.is_file() and (contents := path.read_bytes()) != self._known.get(path):
                self._known[path] = contents
                self._keep(str(path))
