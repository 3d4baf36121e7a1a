"""The log file of ``hexlume log``: what happened and when, in files that never grow beyond a size."""

import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_log_path

from hexlume_record.errors import HexlumeError

LOG = logging.getLogger("hexlume_host")
"""What is written to the log file."""
LARGEST_BYTES = 5_000_000
OLDER_FILES = 4


def default_log_file(port: str | None) -> Path:
    """Return where the log of all boards or of the one on a port is written: two programs never share a file."""
    name = "" if port is None else "-" + re.sub(r"[^A-Za-z0-9]+", "-", port).strip("-")[-40:]
    return user_log_path("hexlume") / f"log{name}.txt"


@contextmanager
def logging_to(path: Path) -> Iterator[None]:
    """Write the log to a file while the context lasts; raises ``HexlumeError`` when the file cannot be opened.

    A full file is renamed, with ``.1`` behind its name, and so are the older ones before it; the oldest goes. A line
    that finds no room is left out, since the games matter more.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=LARGEST_BYTES, backupCount=OLDER_FILES, encoding="utf-8")
    except OSError as error:
        raise HexlumeError(
            f"The log file {path} cannot be written ({error.strerror}): name another one with --log-file."
        ) from error
    formatter = logging.Formatter("%(asctime)sZ %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    # Else each such line prints a traceback.
    logging.raiseExceptions = False
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOG.removeHandler(handler)
        with suppress(OSError):
            handler.close()
