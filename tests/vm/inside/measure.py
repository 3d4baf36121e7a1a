"""Heap and work of the firmware in a virtual machine that counts fuel.

It is run as ``measure.py TRACE PASSES EVERY BLOCK SHIFT``, with its folders at ``/firmware``,
``/libraries`` and ``/repository``.

This program runs the app's loop for all PASSES but the last, which the power cut short. The collector of
MicroPython for WASI does not see the variables of running functions with many variables, and frees
their objects. So it is disabled and called from small functions only; the firmware's own
``gc.collect`` does nothing here.

With a BLOCK other than 0 no free part of the heap is larger than that many bytes: a larger
allocation fails. The firmware's part of the heap starts SHIFT bytes later.

Marks, for the host to record with the remaining fuel: ``start`` and ``loop`` around the start-up;
``pass`` and ``passed`` around every pass, with the position in the trace, and ``passed`` with the
bytes allocated; ``collect`` and ``collected`` around every EVERYth pass's collection.

Prints, in bytes and without the replay's own: ``start``, heap in use, heap with the garbage of
starting · ``heap``, passes so far, heap in use · ``end``, passes. Before each ``start`` and
``heap``, and first without the firmware, prints MicroPython's own line on its interned names and
their pools.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path[:0] = ["/firmware", "/libraries", "/repository"]

from tests.vm.inside.modules import Module, install, opener  # noqa: E402
from tests.vm.inside.replay import Replay  # noqa: E402

trace = sys.argv[1]
pass_count, every, block, shift = [int(argument) for argument in sys.argv[2:6]]
# Modules that only this virtual machine has, or has more in.
gc: "Any" = __import__("gc")
host: "Any" = __import__("host")
micropython: "Any" = __import__("micropython")

programs: "list[Any]" = []
apps: "list[Any]" = []
spaces: "list[dict[str, Any]]" = []
pins: "list[list[tuple[Any, ...]]]" = []
below = bytearray(shift)


class Measured(Replay):
    """A replay that compares no lines."""

    def _wrote(self, here: bytes, there: bytes) -> None:
        pass


def pin() -> None:
    """Leave no free part of the heap that is larger than a block: keep something small behind each."""
    # These lists stay, or their own parts would be free. A tuple is one object, and its id is its address.
    count = gc.mem_free() // block + 1
    large: list[tuple[Any, ...]] = [()] * count
    behind: list[tuple[Any, ...]] = [()] * count
    pins.extend((large, behind))
    try:
        for at in range(count):
            large[at] = (None,) * (block // 4 - 6)
            small: tuple[Any, ...] = ()
            while not small or id(small) < id(large[at]):
                # What is free before the block is filled, so that the last one lies behind it.
                small = (small,)
            behind[at] = small
    except MemoryError:
        pass
    for at in range(count):
        large[at] = ()


def prepare() -> None:
    """Have everything there that is not the firmware's; a board has the pixels' base built in."""
    __import__("adafruit_pixelbuf")
    for name in ("boot.py", "code.py"):
        with open("/firmware/" + name) as file:
            programs.append(file.read())
        spaces.append({"__name__": "__main__", "open": opener(replay)})


def keep(app: "Any") -> None:
    """Stand in for ``App.run``."""
    apps.append(app)


def start() -> None:
    """Run boot.py and code.py up to the loop."""
    exec(compile(programs[0], "boot.py", "exec"), spaces[0])
    from hexlume.app import App  # noqa: PLC0415

    App.run = keep  # type: ignore[assignment, method-assign]
    exec(compile(programs[1], "code.py", "exec"), spaces[1])


class Work:
    """Turns the loop."""

    passes = 0

    def turn(self) -> None:
        """Do one pass."""
        host.call("pass", str(replay.place))
        before = micropython.mem_total()
        apps[0].step()
        apps[0].clock.wait_for_pass()
        allocated = micropython.mem_total() - before
        host.call("passed", f"{replay.place} {allocated}")
        self.passes += 1

    def look(self) -> None:
        """Collect, and print the heap in use."""
        host.call("collect", "")
        gc.collect()
        host.call("collected", "")
        micropython.qstr_info()
        print("heap", self.passes, gc.mem_alloc() - base)


def turn() -> None:
    """Turn the loop to the end, with few variables, for they have to outlast the collector."""
    # The last pass was cut short by the power.
    while work.passes < pass_count - 1:
        work.turn()
        if work.passes % every == 1:
            work.look()


gc.disable()
work = Work()
replay = Measured(trace, lambda line: None)
install(replay)
sys.modules["gc"] = Module(collect=lambda: None)  # type: ignore[assignment]
prepare()
if block:
    pin()
gc.collect()
base = gc.mem_alloc()
micropython.qstr_info()
host.call("start", "")
start()
host.call("loop", "")
imported = gc.mem_alloc() - base
gc.collect()
micropython.qstr_info()
print("start", gc.mem_alloc() - base, imported)
turn()
print("end", work.passes)
