"""How long the check of a game waits for its process: by what that computes, and not by the clock on the wall."""

import signal
import subprocess
import sys

from hexlume_plugins.gamekit.check import ending

PROGRAM = """
from hexlume_plugins.gamekit.process_limits import limit
limit("CPU", 1)
{}
"""


def ended(code: str) -> int:
    """Return how a process ends that may compute for a second."""
    return subprocess.run([sys.executable, "-c", PROGRAM.format(code)], check=False, timeout=120).returncode


def test_a_process_that_only_computes_is_ended_and_one_that_waits_is_not() -> None:
    # Not even another thread of it would have its turn.
    code = ended("pow(3, 10**9)")
    assert code == -signal.SIGXCPU
    assert ending(code) == "the game's code did not come back within 120 s"
    assert ended("import time; time.sleep(1.5)") == 0
    assert ending(0) == "the game's code ended the process (code 0)"
