"""A command that is busy with one long call still ends after Ctrl-C."""

import signal
import subprocess
import sys

import pytest

from hexlume_host.signals import held_back

# A call of minutes that neither Python nor the system interrupts.
STUCK = """
import hashlib
from hexlume_host.signals import ending_promptly

with ending_promptly(0.2):
    print("begun", flush=True)
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)
"""
IN_ORDER = """
import signal
import time
from hexlume_host.signals import ending_promptly

# Whoever starts the tests in the background may have had Ctrl-C ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with ending_promptly(60):
        print("begun", flush=True)
        time.sleep(60)
except KeyboardInterrupt:
    print("in order")
"""


def started(program: str) -> subprocess.Popen[str]:
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    return process


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stuck_command_ends(number: signal.Signals, code: int) -> None:
    # Python's own handler for SIGTERM would be the system's, which ends at once: commands have theirs.
    program = f"import signal\nsignal.signal({int(number)}, lambda *_: None)\n{STUCK}"
    process = started(program)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == code


def test_one_that_ends_by_itself_does_so_in_order() -> None:
    process = started(IN_ORDER)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "in order\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_held_back_comes_afterwards_and_what_is_ignored_stays_ignored(number: signal.Signals) -> None:
    heard: list[str] = []
    before = signal.signal(number, lambda *_: heard.append("heard"))
    try:
        with held_back():
            signal.raise_signal(number)
            signal.raise_signal(number)
            heard.append("over")
        signal.raise_signal(number)
        assert heard == ["over", "heard", "heard"]
        signal.signal(number, signal.SIG_IGN)
        with held_back():
            assert signal.getsignal(number) is signal.SIG_IGN
        assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        signal.signal(number, before)
