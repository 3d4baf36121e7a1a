"""Times as records write them: UTC, in ISO 8601."""

from datetime import UTC, datetime

_YEARS = range(1900, 3000)
"""The years that are read: any time in them exists in every time zone."""


def time_text(at: datetime) -> str:
    """Return a time like ``2026-05-01T18:30:00.250Z``."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_time(text: str) -> datetime:
    """Return the time (UTC) of a text; without a zone it is UTC. Raises ``ValueError``."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.year not in _YEARS:
        raise ValueError("must be a time such as 2026-05-01T18:30:00.250Z")
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
