"""The incidents of a board, assembled from its ``incident`` messages."""

from typing import Any

from .messages import Incident

MEANING = {
    "crash": "its program failed",
    "hang": "its program stood for 8 seconds, and the watchdog reset it",
    "safe mode": "CircuitPython itself failed",
    "fallback": "it could not use a setting or a game and goes on without it: look at the settings.toml and the games "
    "on its drive",
}
"""What each kind of incident means."""


class BoardIncidents:
    """A board's last incidents, the newest first; ``complete`` once all are known."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._known: dict[int, Incident] = {}
        self.in_a_row = 0
        self.complete = False

    def take(self, incident: Incident) -> None:
        """Take one in."""
        self._known = {place: one for place, one in self._known.items() if place < incident.of}
        if incident.what:
            self._known[incident.place] = incident
        self.in_a_row = incident.in_a_row
        self.complete = len(self._known) == incident.of

    @property
    def incidents(self) -> list[Incident]:
        """The incidents that are known, the newest first."""
        return [self._known[place] for place in sorted(self._known)]

    def lines(self) -> list[str]:
        """Return a line for each, its traceback indented below; none for a board without."""
        lines = []
        for one in self.incidents:
            after = "" if one.seconds is None else f" after {one.seconds} s"
            gave_up = "; the running game was given up" if one.gave_up else ""
            meaning = MEANING.get(one.what, "this hexlume does not know that kind: update it")
            lines.append(f"In the board's start {one.boot}{after}: {one.what}, {meaning}{gave_up} ({one.firmware}).")
            lines += [f"    {line}" for line in one.text.split("\n") if line]
        if lines and self.in_a_row:
            lines.append(
                f"{self.in_a_row} in a row, without a minute of play since: please report it, with these lines."
            )
        return lines

    def as_json(self) -> dict[str, Any]:
        """Return them as ``hexlume doctor --json`` prints them."""
        listed = [
            {
                "what": one.what,
                "boot": one.boot,
                "seconds": one.seconds,
                "firmware": one.firmware,
                "gave_up": one.gave_up,
                "text": one.text,
            }
            for one in self.incidents
        ]
        return {"incidents": listed, "in_a_row": self.in_a_row}
