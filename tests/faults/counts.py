"""What became of the events that the board had shown as accepted."""

from dataclasses import dataclass, fields


@dataclass
class Counts:
    """The ``events`` witnessed, and how many were ``lost``, ``doubled`` or ``corrupt`` in the end."""

    events: int = 0
    lost: int = 0
    doubled: int = 0
    corrupt: int = 0

    def add(self, other: "Counts") -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


def check(kind: str, counts: Counts) -> None:
    """Fail if anything was lost, doubled or corrupt under a kind of fault."""
    assert not (counts.lost or counts.doubled or counts.corrupt), f"{kind}: {counts}"
