"""How much CPU time commands take to start: ``python -m tests.bench.start_up``."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

from .figure import Figure

RUNS = 5
COMMANDS = (("--help",), ("games",))


def cpu_seconds(*arguments: str) -> float:
    """Return the CPU seconds, of user and system, that one run of a command takes."""
    program = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", *arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(program, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure() -> list[Figure]:
    """Return the CPU time of some commands, with a store that has no games."""
    with tempfile.TemporaryDirectory(prefix="hexlume-bench-") as folder:
        os.environ["XDG_DATA_HOME"] = folder
        figures = []
        for arguments in COMMANDS:
            times = [cpu_seconds(*arguments) for _ in range(RUNS + 1)][1:]
            name = " ".join(("start-up, hexlume", *arguments))
            figures.append(Figure(name, statistics.median(times), "s", f"CPU time, median of {RUNS} runs"))
        return figures


if __name__ == "__main__":
    for figure in measure():
        print(f"{figure.name}: {figure.value:.2f} {figure.unit}")
