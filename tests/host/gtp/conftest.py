"""The real engine, run as ``hexlume gtp`` in a process of its own, and transcripts of what it is to say."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

COMMAND = str(Path(sys.executable).with_name("hexlume"))
CHANCE = ("--engine", "random")
"""What chooses in the tests of all but the search: it needs no compiler."""
HANG_S = 200
"""After so long an engine that does not answer is ended, and the test fails."""

Transcript = list[tuple[int, str, str]]
"""Line number, request, and the whole expected answer; empty for a request that is not answered."""


class Engine:
    """A running engine that answers batches of requests."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [COMMAND, "gtp", *CHANCE, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def ask(self, *requests: str) -> list[str]:
        """Send requests that all are answered; return the answers without their last empty line.

        They must fit a pipe's buffer together, and so must the answers.
        """
        self.send("".join(f"{request}\n" for request in requests).encode())
        return [self.answer() for _ in requests]

    def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer(self) -> str:
        """Return the next answer without its last empty line."""
        assert self.process.stdout is not None and self.process.stderr is not None
        lines: list[str] = []
        while (line := self.process.stdout.readline().decode("ascii")) != "\n":
            assert line, f"the engine ended: {self.process.stderr.read().decode()}"
            lines.append(line.removesuffix("\n"))
        return "\n".join(lines)

    def finish(self) -> tuple[int, bytes, bytes]:
        """End the input; return the exit status and the rest of what the engine says."""
        out, err = self.process.communicate(timeout=HANG_S)
        return self.process.returncode, out, err


@pytest.fixture(scope="package")
def engine() -> Iterator[Engine]:
    """One engine for all tests that begin with a game of their own; it must live through all of them."""
    running = Engine("--seed", "1")
    yield running
    assert running.finish() == (0, b"", b"")


@pytest.fixture(scope="module")
def start_engine() -> Iterator[Callable[..., Engine]]:
    """Return a function that starts an engine with command-line options; it runs until the module's tests have."""
    started: list[Engine] = []

    def start(*options: str) -> Engine:
        started.append(Engine(*options))
        return started[-1]

    yield start
    for running in started:
        running.process.kill()
        running.process.communicate()


@pytest.fixture(scope="session")
def run_engine() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Return a function that runs an engine on a whole input."""

    def run(data: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [COMMAND, "gtp", *CHANCE, *options], input=data, capture_output=True, timeout=HANG_S, check=False
        )

    return run


@pytest.fixture(scope="session")
def read_transcript() -> Callable[[str], Transcript]:
    """Return a function that reads a transcript.

    ``> `` begins a request, the lines up to the next one are its answer, ``#`` at the margin begins a remark.
    """

    def read(text: str) -> Transcript:
        found: list[tuple[int, str, list[str]]] = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("> "):
                found.append((number, line[2:], []))
            elif line and not line.startswith("#"):
                found[-1][2].append(line)
        return [(number, request, "\n".join(answer)) for number, request, answer in found]

    return read
