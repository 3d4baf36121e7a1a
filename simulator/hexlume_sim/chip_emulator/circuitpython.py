"""The CircuitPython release of the chip back end: find, download and check its UF2 file."""

import hashlib
import os
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

VERSION = "10.2.1"
FILE = f"adafruit-circuitpython-raspberry_pi_pico-en_US-{VERSION}.uf2"
SHA256 = "4568ecbf69a4623ec5bfcbf9efc983e9d264c7b0d4ab56f14fe336543c708318"
PAGE = "https://circuitpython.org/board/raspberry_pi_pico/"
DOWNLOAD = f"https://downloads.circuitpython.org/bin/raspberry_pi_pico/en_US/{FILE}"
VARIABLE = "HEXLUME_CIRCUITPYTHON"
"""The environment variable with the file's path."""
_BLOCK, _DATA_AT = 512, 32
_BLOCK_START, _BLOCK_END = (0x0A324655, 0x9E5D5157), 0x0AB16F30
_FLASH_START = 0x10000000
_MAX_BYTES = 16 << 20
_TIMEOUT_S = 60


class ImageRefused(ValueError):
    """Raised when there is no usable CircuitPython; the message is one sentence."""


def cached() -> Path:
    """Return the path of the cached file, where ``rp2040py`` also stores it."""
    return Path.home() / ".cache" / "rp2040py" / FILE


def find() -> Path:
    """Return the file that the environment names, or else the cached one.

    Raises ``ImageRefused`` if there is none.
    """
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else cached()
    if path.is_file():
        return path
    missing = f"no {path}, which {VARIABLE} names" if named else f"no {path}, and {VARIABLE} is not set"
    raise ImageRefused(
        f"The emulated chip needs CircuitPython {VERSION} for the Raspberry Pi Pico. There is {missing}: "
        f"download {FILE} from {PAGE} to that place, or add --download."
    )


def download() -> Path:
    """Download the file into the cache unless it is there. Raises ``ImageRefused``."""
    path = cached()
    if path.is_file():
        return path
    try:
        with urlopen(DOWNLOAD, timeout=_TIMEOUT_S) as answer:
            contents: bytes = answer.read(_MAX_BYTES)
        if not is_expected(contents):
            raise ImageRefused(f"What {DOWNLOAD} answered is not CircuitPython {VERSION}: download it from {PAGE}.")
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(contents)
        part.replace(path)
    except (URLError, OSError) as problem:
        raise ImageRefused(
            f"CircuitPython {VERSION} cannot be fetched ({problem}): download {FILE} from {PAGE} to {path}."
        ) from None
    return path


def is_expected(contents: bytes) -> bool:
    """Return whether a file is the release that the tests use."""
    return hashlib.sha256(contents).hexdigest() == SHA256


def read(path: Path) -> bytes:
    """Return a UF2 file's contents. Raises ``ImageRefused``."""
    try:
        contents = path.read_bytes()
    except OSError as problem:
        raise ImageRefused(f"{path} cannot be read: {problem.strerror}.") from None
    program(bytearray(b"\xff" * (1 << 20)), contents, path)
    return contents


def program(flash: bytearray, contents: bytes, path: Path = Path(FILE)) -> None:
    """Write a UF2 file's blocks into the flash. Raises ``ImageRefused`` if it does not fit."""
    words = [int.from_bytes(contents[at : at + 4], "little") for at in range(0, len(contents), 4)]
    for block in range(0, len(contents), _BLOCK):
        word = block // 4
        whole = len(contents) - block >= _BLOCK
        if not whole or tuple(words[word : word + 2]) != _BLOCK_START or words[word + 127] != _BLOCK_END:
            raise ImageRefused(f"{path} is not a UF2 file: take {FILE} from {PAGE}.")
        start, size = words[word + 3] - _FLASH_START, words[word + 4]
        if start < 0 or size > _BLOCK - _DATA_AT or start + size > len(flash):
            raise ImageRefused(f"{path} is not for the Raspberry Pi Pico: take {FILE} from {PAGE}.")
        flash[start : start + size] = contents[block + _DATA_AT : block + _DATA_AT + size]


def main(arguments: list[str]) -> int:
    """Print the file's path; with ``--download`` download it first if necessary."""
    try:
        print(download() if arguments == ["--download"] else find())
    except ImageRefused as refused:
        print(refused, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
