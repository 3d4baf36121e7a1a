"""The process that thinks for the site: an errand in JSON comes on standard input, findings go out line by line.

Run as ``python -m hexlume_host.review.worker`` by ``errand``. It ends when standard input does, so that it never
outlives who asked.
"""

import json
import os
import signal
import sys
import threading
from typing import Any

from ..engine.level import STRONGEST, Limit
from ..engine.making import make_engine
from ..errors import HostError
from .reviewer import Line

MEMORY_MB = 128
NICENESS = 10
"""Boards and pages come first."""


def main() -> None:
    """Carry the errand out: tell ``ready``, then each ``ply`` and what was found, or an ``error`` in a sentence."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    errand = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    try:
        engine = make_engine(STRONGEST, errand["seed"], MEMORY_MB)
    except HostError as error:
        _tell({"error": error.public})
        return
    limit = Limit(errand["seconds"], errand["playouts"])
    line = Line(engine, errand["rules"], errand["size"], errand["options"], errand["actions"])
    for ply in errand["plies"]:
        _tell({"ply": ply})
        _tell({"finding": line.find(ply, limit).json()})


def _tell(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def _end_with_standard_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
