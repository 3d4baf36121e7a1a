"""The process that runs a game's code and checks it: ``python -m hexlume_plugins.gamekit FOLDER NAME GAMES SEED``.

It prints a JSON object a line: ``{"begin": name, "steps": n}``, ``{"step": 1}``, ``{"check": ...}`` when one is
finished, and ``{"end": true}``. In between it prints ``{"alive": seconds}``, how long it has computed.
"""

import json
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from hexlume_host.external_games.trouble import TookTooLong, time_limit

ALIVE_S = 5.0
LOAD_SECONDS = 20.0
MEMORY_BYTES = 4 << 30
"""What the process and the boards that it simulates may take: a game that never stops growing must not take more."""


def main() -> None:
    """Load the game, and run all checks."""
    # What a game prints must not be read as a report. Nothing that loads a game is imported before.
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    writing = threading.Lock()

    def tell(**line: Any) -> None:
        with writing:
            lines.write(json.dumps(line) + "\n")
            lines.flush()

    def live() -> None:
        while True:
            time.sleep(ALIVE_S)
            tell(alive=time.process_time())

    threading.Thread(target=live, daemon=True).start()

    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    folder, name, count, seed = Path(sys.argv[1]), *sys.argv[2:]
    tell(begin="files", steps=1)
    try:
        with time_limit(LOAD_SECONDS):
            from .loading import check_files  # noqa: PLC0415

            files = check_files(folder, name).as_json()
    except TookTooLong:
        failure = {"sentence": f"Loading the game takes longer than {LOAD_SECONDS:g} s.", "position": None}
        files = {"name": "files", "summary": "", "failures": [failure], "notes": []}
    tell(check=files)
    if not files["failures"]:
        # These need more of the host, which reads the games' texts.
        from .checks import run_all  # noqa: PLC0415

        begin = lambda what, steps=1: tell(begin=what, steps=steps)  # noqa: E731
        run_all(folder, name, int(count), int(seed), begin, lambda: tell(step=1), lambda check: tell(check=check))
    tell(end=True)


if __name__ == "__main__":
    main()
