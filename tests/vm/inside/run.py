"""Main program of a virtual machine: ``micropython run.py TRACE FIRMWARE LIBRARIES REPOSITORY``.

Runs the firmware's boot.py and code.py against a trace. Prints every complete line to the host,
after the number of frames so far and the CRC-32 of their bytes. The exit status is 1, with one
sentence, at the first difference.
"""

import sys

trace, firmware, libraries, repository = sys.argv[1:5]
# The firmware's folder first; the standard library has a ``code`` of its own, but these are run, not imported.
sys.path[:0] = [firmware, libraries, repository]

from tests.vm.inside.modules import install, opener  # noqa: E402
from tests.vm.inside.replay import Differs, Replay, TraceEnd  # noqa: E402


def told(line: bytes) -> None:
    """Print a line that the host has been told."""
    print(f"{replay.frames} {replay.crc:08x} {line.decode().rstrip()}")


def main() -> int:
    """Run the firmware to the trace's end; return the exit status."""
    try:
        for name in ("boot.py", "code.py"):
            with open(firmware + "/" + name) as file:
                program = compile(file.read(), name, "exec")
            exec(program, {"__name__": "__main__", "open": opener(replay)})
    except TraceEnd:
        print(f"{replay.frames} {replay.crc:08x} the end")
        return 0
    except Differs as difference:
        print(difference)
    else:
        print("code.py came to its end.")
    return 1


replay = Replay(trace, told)
install(replay)
sys.exit(main())
