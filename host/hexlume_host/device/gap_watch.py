"""The watch for gaps: a board that sends only events ahead of those that its host has."""

GAP_SECONDS = 3.0
"""How long that may last: a lost line is sent again by itself."""


class GapWatch:
    """Finds out when a board is to be greeted again.

    One that took this host for another, whose ``hello`` was lost, believes that the host has more than it does.
    """

    def __init__(self) -> None:
        self._since: float | None = None

    def lasts_too_long(self, gap: bool, now: float) -> bool:
        """Take whether there is a gap at a time in s; return whether there was one too long, and begin anew then."""
        if not gap or self._since is None:
            self._since = now if gap else None
        elif now - self._since > GAP_SECONDS:
            self._since = None
            return True
        return False
