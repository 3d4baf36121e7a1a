"""Measures the firmware's heap and work in a virtual machine that counts fuel: ``measure.py TRACE SLEEPS EVERY``.

It has its folders at ``/firmware``, ``/libraries`` and ``/simulator``. The app's loop is turned from here, until the
firmware has slept SLEEPS times: the collector of MicroPython for WASI does not see the variables of running functions
that have many, and frees what they hold, so that it is called from small functions only.

Prints, in bytes and units of fuel, without what the replay itself holds: ``start``, heap in use, heap with the garbage
of compiling · ``heap``, heap in use, heap with the garbage, every EVERY passes · ``end``, passes, fuel of all passes,
fuel of the dearest.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path[:0] = ["/firmware", "/libraries", "/simulator"]

from hexlume_sim.vm import calls  # noqa: E402
from hexlume_sim.vm.modules import install, opener  # noqa: E402
from hexlume_sim.vm.replay import Replay  # noqa: E402

trace, sleeps, every = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
# Modules that only this virtual machine has, or has more in.
gc: "Any" = __import__("gc")
host: "Any" = __import__("host")

programs: "list[Any]" = []
apps: "list[Any]" = []
spaces: "list[dict[str, Any]]" = []


class Measured(Replay):
    """A replay that counts how often the firmware slept."""

    slept = 0

    def tell(self, call: int, size: int, value: int) -> None:
        """Make a shorter call that tells a number."""
        Replay.tell(self, call, size, value)
        if call == calls.SLEEP:
            self.slept += 1


def prepare() -> None:
    """Have everything there that is not the firmware's."""
    for name in ("boot.py", "code.py"):
        with open("/firmware/" + name) as file:
            programs.append(compile(file.read(), name, "exec"))
        spaces.append({"__name__": "__main__", "open": opener(replay)})


def keep(app: "Any") -> None:
    """Stand in for ``App.run``."""
    apps.append(app)


def start() -> None:
    """Run boot.py and code.py up to the loop."""
    exec(programs[0], spaces[0])
    from hexlume.app import App  # noqa: PLC0415

    App.run = keep  # type: ignore[assignment, method-assign]
    exec(programs[1], spaces[1])


class Work:
    """Turns the loop and adds up what it takes."""

    passes = spent = most = 0

    def turn(self) -> None:
        """Do one pass."""
        left = int(host.call("fuel", ""))
        apps[0].step()
        apps[0]._clock.wait_for_pass(20)
        left -= int(host.call("fuel", ""))
        self.spent += left
        self.most = max(self.most, left)
        self.passes += 1


def look() -> None:
    """Print the heap in use."""
    with_garbage = gc.mem_alloc() - base
    gc.collect()
    print("heap", gc.mem_alloc() - base, with_garbage)


def turn() -> None:
    """Turn the loop to the end, with few variables, for they have to outlast the collector."""
    # The last pass was cut short by the power.
    while replay.slept < sleeps - 1:
        work.turn()
        if work.passes % every == 1:
            look()


work = Work()
replay = Measured(trace, lambda line: None)
install(replay)
prepare()
gc.collect()
base = gc.mem_alloc()
start()
imported = gc.mem_alloc() - base
gc.collect()
print("start", gc.mem_alloc() - base, imported)
turn()
print("end", work.passes, work.spent, work.most)
