"""What went wrong on a board, put together from what it tells incident by incident."""

from typing import Any

from .messages import Incident

MEANING = {
    "crash": "its program failed",
    "hang": "its program stood for 8 seconds, and the watchdog reset it",
    "safe mode": "CircuitPython itself failed",
}
"""What each kind of incident means."""


class BoardIncidents:
    """A board's last incidents, the newest first; ``complete`` once it has told all of them."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._told: dict[int, Incident] = {}
        self.in_a_row = 0
        self.complete = False

    def take(self, incident: Incident) -> bool:
        """Take in what was told of one; return whether all are known and anything of it is new."""
        before = (self.complete, dict(self._told))
        self._told = {place: told for place, told in self._told.items() if place < incident.of}
        if incident.what:
            self._told[incident.place] = incident
        self.in_a_row = incident.in_a_row
        self.complete = len(self._told) == incident.of
        return self.complete and before != (True, self._told)

    @property
    def incidents(self) -> list[Incident]:
        """The incidents that are known, the newest first."""
        return [self._told[place] for place in sorted(self._told)]

    def lines(self) -> list[str]:
        """Return what to tell of them: a line for each and its traceback indented below; none for a board without."""
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
        told = [
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
        return {"incidents": told, "in_a_row": self.in_a_row}
