"""So many hostile lines into one end of the link: python -m tests.fuzz.campaign board|host LINES SEED.

The same arguments give the same lines. An ``AssertionError`` names a promise that was broken; otherwise the last line
printed is the report.
"""

import random
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz import board_end, host_end, recorded
from tests.fuzz.board_end import BoardEnd
from tests.fuzz.host_end import HostEnd
from tests.fuzz.hostile import Hostile

CHUNK_LINES = 30
"""Lines that a host reads at a time, about."""
STORE_LINES = 100_000
"""Lines after which a host begins with an empty store: games that are never finished make every hello slower."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of hostile lines; ``growth_kib`` is by how much the process's memory grew after the first tenth."""

    end: str
    lines: int
    accepted: int
    dropped: int
    seconds: float
    growth_kib: int
    more: str = ""

    def __str__(self) -> str:
        return (
            f"fuzzing the {self.end}: lines {self.lines}, accepted {self.accepted}, dropped {self.dropped}, "
            f"seconds {self.seconds:.0f}, memory growth {self.growth_kib} KiB{self.more}"
        )


class Meter:
    """Measures one campaign: its time, and by how much memory has grown since ``warm`` was called."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._warm_kib = 0

    def warm(self) -> None:
        """Take the memory that is used now for what is needed."""
        self._warm_kib = _memory_kib("VmRSS")

    def report(self, end: str, lines: int, accepted: int, dropped: int, more: str = "") -> Report:
        """Return the report at the end."""
        growth = _memory_kib("VmHWM") - self._warm_kib
        return Report(end, lines, accepted, dropped, time.monotonic() - self._began, growth, more)


def _memory_kib(what: str) -> int:
    """Return the memory this process has now (``VmRSS``) or had at most (``VmHWM``), as Linux counts it."""
    found = re.search(rf"^{what}:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def attack_board(lines: int, seed: int) -> Report:
    """Send a board hostile lines; ``accepted`` are commands carried out, after hands did something now and then."""
    meter, choice = Meter(), random.Random(seed)
    hostile, end = Hostile(choice, recorded.record()[0]), BoardEnd()
    for number in range(lines):
        if number == lines // 10:
            meter.warm()
        end.feed(hostile.line())
        if number % 13 == 0:
            end.hands(choice)
        if number % 50 == 0:
            end.feed(b"\n" + board_end.HELLO)
        if number % 500 == 0:
            end.check()
    end.check()
    more = f", refused {end.refused}, actions on record {end.actions}, longest record {end.longest_record}"
    return meter.report("board", lines, end.accepted, end.dropped, more)


def attack_host(lines: int, seed: int, folder: Path) -> Report:
    """Send a host hostile lines; ``accepted`` are events in its stores, all of them valid."""
    meter, choice = Meter(), random.Random(seed)
    hostile = Hostile(choice, recorded.record()[1])
    accepted = dropped = sessions = conflicts_in_all = stored = fed = 0
    while fed < lines:
        end, until = HostEnd(folder), min(lines, fed + STORE_LINES)
        while fed < until:
            count = min(choice.randrange(1, 2 * CHUNK_LINES), until - fed)
            if fed < lines // 10 <= fed + count:
                meter.warm()
            fed += count
            before, conflicts = end.sessions, end.conflicts
            end.feed(b"".join(hostile.line() for _ in range(count)))
            if end.sessions > before:
                hostile.again(other=end.conflicts > conflicts)
            end.feed(b"\n" + host_end.HELLO)
            end.look()
        end.close()
        accepted, dropped, sessions = accepted + end.accepted, dropped + end.dropped, sessions + end.sessions
        conflicts_in_all += end.conflicts
        stored += end.file.stat().st_size
    more = f", sessions {sessions}, conflicting games {conflicts_in_all}, stores {stored // 1024} KiB"
    return meter.report("host", lines, accepted, dropped, more)


def main() -> None:
    """Run the campaign that the arguments name."""
    name, lines, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with TemporaryDirectory() as folder:
        attacks: dict[str, Callable[[], Report]] = {
            "board": lambda: attack_board(lines, seed),
            "host": lambda: attack_host(lines, seed, Path(folder)),
        }
        print(attacks[name]())


if __name__ == "__main__":
    main()
