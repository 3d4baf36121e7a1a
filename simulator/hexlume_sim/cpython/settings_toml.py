"""The settings.toml of a board's drive, and ``os.getenv`` as CircuitPython 10.2 reads it.

That is not quite TOML, and it refuses no file: every value is text, with quotes or without, a key counts where it
comes first, and nothing below a ``[table]`` does. A value that is not whole is as good as none.
``tests/chip/test_settings.py`` compares this with CircuitPython itself.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"\s*(?:#.*)?', re.DOTALL)
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED = dict(zip(b"brntvf", b"\b\r\n\t\v\f", strict=True))


def read_settings(drive: Path, overrides: Mapping[str, str]) -> bytes:
    """Return a drive's settings.toml with overrides, which come first. There may be no such file.

    Raises ``FileNotFoundError`` if the folder is not a drive.
    """
    if not (drive / "code.py").is_file():
        raise FileNotFoundError(f"There is no code.py in {drive}: name a folder like the repository's firmware.")
    path = drive / "settings.toml"
    # A JSON string is a basic string of TOML.
    lines = "".join(f"{key} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in overrides.items())
    return lines.encode() + (path.read_bytes() if path.is_file() else b"")


def getenv(settings: bytes, key: str) -> str | None:
    """Return the value of a key, ``None`` without one that is whole. Raises ``UnicodeError`` for bad UTF-8."""
    line = re.compile(re.escape(key.encode()) + rb"\s*=\s*(.*)", re.DOTALL)
    for text in settings.split(b"\n"):
        if text.lstrip().startswith(b"["):
            return None
        if found := line.fullmatch(text.lstrip()):
            value = _value(found.group(1))
            # MicroPython prints and encodes lone surrogates, which fails here.
            return None if value is None else _SURROGATE.sub("\ufffd", value.decode("utf-8", "surrogatepass"))
    return None


def _value(text: bytes) -> bytes | None:
    if not text.startswith(b'"'):
        return text.partition(b"#")[0].rstrip(b" \t\r") if text else None
    quoted = _QUOTED.fullmatch(text)
    try:
        return quoted and _ESCAPE.sub(_unescaped, quoted.group(1))
    except ValueError:
        return None


def _unescaped(escape: "re.Match[bytes]") -> bytes:
    """Return what an escape stands for. Raises ``ValueError`` if that is no character."""
    four, eight, letter = escape.groups()
    if letter is not None:
        if letter in b"uU":
            raise ValueError("too few hexadecimal digits")
        return bytes((_ESCAPED.get(letter[0], letter[0]),))
    return chr(int(four or eight, 16)).encode("utf-8", "surrogatepass")
