"""Sends a host what the board senses and shows: raw counts, lights and buttons, as far as they have changed."""

from array import array

from ..const import const, elapsed
from ..journal.record import MOST_TICKS

if False:  # for type checkers only
    from typing import Any, Callable

_DEADBAND = const(16)
"""Counts by which a reading must differ from the one last sent: a good sensor's noise hardly ever does."""
_MOST = const(32)
"""Cells, and lights, in one message."""
_ALIVE_MS = const(1000)
"""A message is sent so often although nothing has changed."""
_MOST_WAITING = const(16)
"""Movements of buttons that wait for a channel that takes nothing, the settings among them."""
_UNSENT = const(b"\xff")
"""No count and no cue is this."""


class RawReport:
    """What a host that asked for it gets in messages ``raw`` (docs/protocol.md).

    Each message is made when the channel can take it, so that nothing is lost if that is late.
    """

    def __init__(self, counts: "array[int]", cues: bytearray, settings: "dict[str, str]") -> None:
        """Take the scan's counts and the prompt's cues, which their owners keep up to date, and the settings."""
        self._counts = counts
        self._cues = cues
        self._sent_counts = array("H", 2 * len(counts) * _UNSENT)
        self._sent_cues = bytearray(len(cues) * _UNSENT)
        # What is sent once, a member of a message each.
        self._news: "list[dict[str, Any]]" = [{"settings": settings}]
        self._sent_ms = 0

    def note_button(self, button: int, pressed: bool) -> None:
        """Note that a button was pressed or released."""
        if len(self._news) < _MOST_WAITING:
            self._news.append({"pressed" if pressed else "released": button})

    def message(self, ms: int, since_start: "Callable[[int], int]") -> "dict[str, Any] | None":
        """Return the next message, or ``None`` if there is nothing to tell; takes ``Clock.since_start`` too."""
        if not self._changed() and elapsed(self._sent_ms, ms) < _ALIVE_MS:
            return None
        self._sent_ms = ms
        message: "dict[str, Any]" = {"type": "raw", "ticks": min(since_start(ms), MOST_TICKS)}
        message["cells"], message["counts"] = _taken(self._counts, self._sent_counts, _DEADBAND)
        message["leds"], message["cues"] = _taken(self._cues, self._sent_cues, 0)
        if self._news:
            message.update(self._news.pop(0))
        return message

    def _changed(self) -> bool:
        """Return whether there is news; allocates nothing."""
        if self._news or self._cues != self._sent_cues:
            return True
        counts, sent = self._counts, self._sent_counts
        for cell in range(len(counts)):
            if not -_DEADBAND <= counts[cell] - sent[cell] <= _DEADBAND:
                return True
        return False


def _taken(values: "array[int] | bytearray", sent: "array[int] | bytearray", most: int) -> "tuple[list[int], ...]":
    """Return the places where values differ from those sent by more than ``most``, and the values; now sent."""
    places: "list[int]" = []
    for place in range(len(values)):
        if len(places) < _MOST and not -most <= values[place] - sent[place] <= most:
            sent[place] = values[place]
            places.append(place)
    return places, [values[place] for place in places]
