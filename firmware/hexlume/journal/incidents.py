"""Incidents: what went wrong on this board, its last crashes, hangs and safe modes, kept in its memory.

The kept value ``INCIDENTS`` is a list, the newest first. Each begins with its kind (and ``_GAVE_UP``), the boot count
(4 bytes), the seconds since that start (2 bytes, ``UNKNOWN``), the length of the firmware's version (1) and of the text
(2); then come version and text. ``IN_A_ROW`` is one byte: how many there were without ``flash_log._SETTLED_MS`` of
play.
"""

from struct import pack, unpack_from

from .. import VERSION
from ..const import const
from . import flash_log

if False:  # for type checkers only
    from typing import Any, Iterator

    """(kind and ``_GAVE_UP``, boot count, seconds, version, text)."""
    Incident = tuple[int, int, int, bytes, bytes]

CRASH = const(1)
HANG = const(2)
SAFE_MODE = const(3)
FALLBACK = const(4)
_WORDS = const(("", "crash", "hang", "safe mode", "fallback", "?"))
"""The words for the kinds. Crash: an exception; hang: the watchdog reset the board; safe mode: CircuitPython failed;
fallback: a setting or a game could not be used, and the board goes on without it; ?: a newer firmware's."""
_GAVE_UP = const(128)

UNKNOWN = const(0xFFFF)
"""Seconds that nobody knows, or more than that."""
_MOST = const(4)
"""Incidents that are kept."""
MOST_TEXT = const(400)
"""The most bytes of the newest one's text that are kept: its end."""
_MOST_OLD_TEXT = const(120)
"""The same of every other."""
GIVE_UP = const(3)
"""Incidents in a row after which the running game is given up: it may be what the firmware fails at."""
STAND_STILL = const(6)
"""Incidents in a row after which the board no longer restarts by itself."""
_HEAD = const(10)


def in_a_row(memory: "flash_log.FlashLog") -> int:
    """Return how many incidents there were without a minute of play between them or since."""
    return (memory.read(flash_log.IN_A_ROW) or b"\x00")[0]


def kept(memory: "flash_log.FlashLog") -> "list[Incident]":
    """Return the incidents that are kept, the newest first."""
    value = memory.read(flash_log.INCIDENTS) or b""
    found: "list[Incident]" = []
    at = 0
    while at + _HEAD <= len(value):
        kind, boot, seconds, version, text = unpack_from("<BLHBH", value, at)
        middle = at + _HEAD + version
        found.append((kind, boot, seconds, value[at + _HEAD : middle], value[middle : middle + text]))
        at = middle + text
    return found


def keep(memory: "flash_log.FlashLog", kind: int, seconds: int, text: bytes) -> int:
    """Keep an incident; return how many it makes in a row, 0 if the memory cannot keep it or it is a fallback.

    One like the one before it is only counted, so that a crash that comes back costs no room. A fallback comes back at
    every start: it is kept once.
    """
    row = 0 if kind == FALLBACK else min(in_a_row(memory) + 1, STAND_STILL)
    incident = (kind, max(0, memory.mark.boot), min(seconds, UNKNOWN), VERSION.encode(), plain(text))
    found = kept(memory)
    for old in found:
        if kind == old[0] == FALLBACK and old[3] == incident[3] and incident[4].endswith(old[4]):
            return 0
    if row > 1 and found and found[0][0] & ~_GAVE_UP == kind and found[0][3:] == incident[3:]:
        incident = found.pop(0)
    if row == GIVE_UP:
        incident = (incident[0] | _GAVE_UP,) + incident[1:]
    value = _packed(incident, MOST_TEXT) + b"".join([_packed(old, _MOST_OLD_TEXT) for old in found[: _MOST - 1]])
    try:
        memory.write(flash_log.INCIDENTS, value)
    except ValueError:
        # Other kept values fill the memory; the count matters more.
        pass
    return row if row and memory.write(flash_log.IN_A_ROW, bytes((row,))) else 0


def plain(text: bytes) -> bytes:
    """Return the end of a text in ASCII and without brackets, of which a line of the protocol holds few."""
    text = text[-MOST_TEXT:].replace(b"[", b"(").replace(b"{", b"(").replace(b"]", b")").replace(b"}", b")")
    return bytes([byte if byte == 10 or 32 <= byte < 127 else 63 for byte in text])


def messages(memory: "flash_log.FlashLog") -> "Iterator[dict[str, Any]]":
    """Yield the wire message (docs/protocol.md) of each incident that is kept, the newest first; of none, one that says
    so."""
    found = kept(memory)
    for place in range(max(1, len(found))):
        incident = {"type": "incident", "place": place, "of": len(found), "in_a_row": in_a_row(memory)}
        if found:
            kind, boot, seconds, version, text = found[place]
            incident.update(
                {
                    "what": _WORDS[min(kind & ~_GAVE_UP, len(_WORDS) - 1)],
                    "boot": boot,
                    "seconds": None if seconds == UNKNOWN else seconds,
                    "firmware": plain(version).decode(),
                    "gave_up": kind & _GAVE_UP != 0,
                    "text": plain(text).decode(),
                }
            )
        yield incident


def _packed(incident: "Incident", most: int) -> bytes:
    """Return an incident as it is kept, with at most ``most`` bytes of its text."""
    kind, boot, seconds, version, text = incident
    end = text[-most:]
    return pack("<BLHBH", kind, boot, seconds, len(version), len(end)) + version + end
