"""The process that runs a game's code and checks it: ``python -m hexlume_plugins.gamekit FOLDER NAME GAMES SEED``.

It prints a JSON object a line: ``{"begin": name}``, and ``{"check": ...}`` when one is finished. The kernel ends it
when it computes for long within a step.
"""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .process_limits import begin_step, limit

MEMORY_BYTES = 4 << 30
"""What the process and the boards that it simulates may take: a game that never stops growing must not take more."""


def main() -> None:
    """Load the game, and run all checks."""
    # What a game prints must not be read as a report. Nothing that loads a game is imported before.
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def send(**line: Any) -> None:
        lines.write(json.dumps(line) + "\n")
        lines.flush()
        begin_step()

    limit("AS", MEMORY_BYTES)
    send(begin="files")
    from .checks import run_all  # noqa: PLC0415

    folder, name, count, seed = Path(sys.argv[1]), *sys.argv[2:]
    for found in run_all(folder, name, int(count), int(seed)):
        if isinstance(found, str):
            send(begin=found)
        else:
            send(check=asdict(found))


if __name__ == "__main__":
    main()
