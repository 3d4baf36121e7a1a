"""The libraries that the firmware uses on a board, as they are installed here."""

from importlib import metadata
from pathlib import Path

from .errors import DeployError

COPIED = {"adafruit-circuitpython-neopixel": "neopixel.py"}
"""The distributions that the firmware needs beside what CircuitPython has built in, each with its module."""
BUILT_IN = {"adafruit-circuitpython-pixelbuf": "adafruit_pixelbuf.py"}
"""Those that boards have built in and that are installed here for the simulator."""


def library_source(distribution: str, module: str) -> Path:
    """Return the place of a library's module; raises ``DeployError`` when it is not installed.

    It is not imported: on a computer these libraries' own imports are the whole of Blinka.
    """
    try:
        return Path(str(metadata.distribution(distribution).locate_file(module)))
    except metadata.PackageNotFoundError:
        raise DeployError(f"The library {distribution} is missing: pip install {distribution}.") from None
