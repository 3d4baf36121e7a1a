"""The review process: a task in JSON comes on standard input, evaluations go out line by line.

Run as ``python -m hexlume_host.review.worker`` by ``job``. It ends when standard input does, so that it never
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
from .reviewer import Reviewer

MEMORY_MB = 128
NICENESS = 10
"""Boards and pages come first."""


def main() -> None:
    """Carry the task out: send each ``ply`` and its ``evaluation``, or an ``error`` in a sentence."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    task = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    try:
        engine = make_engine(STRONGEST, task["seed"], MEMORY_MB)
    except HostError as error:
        _send({"error": error.public})
        return
    limit = Limit(task["seconds"], task["playouts"])
    reviewer = Reviewer(engine, task["rules"], task["size"], task["options"], task["actions"])
    for ply in task["plies"]:
        _send({"ply": ply})
        _send({"evaluation": reviewer.evaluate(ply, limit).json()})


def _send(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def _end_with_standard_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
