"""What the fault tests count, for each kind of fault: runs, events shown as accepted, and what became of them."""

from dataclasses import dataclass, fields

KINDS = (
    "power cut, no host",
    "power cut, host listening",
    "power cut in a spill",
    "unplugged at a line's end",
    "unplugged at a byte",
    "bytes flipped",
    "bytes dropped",
    "bytes doubled",
    "bytes delayed",
    "host killed",
    "host killed by SIGKILL",
    "disk full",
    "store locked",
    "two hosts",
    "several at once",
)
"""The kinds of faults, in the order in which the table names them."""


@dataclass
class Counts:
    """``runs`` of a kind of fault, the ``events`` witnessed in them, and how many were ``lost``, ``doubled`` or
    ``corrupt`` in the end."""

    runs: int = 0
    events: int = 0
    lost: int = 0
    doubled: int = 0
    corrupt: int = 0

    def add(self, other: "Counts") -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    @property
    def faultless(self) -> bool:
        return not (self.lost or self.doubled or self.corrupt)


def table(counted: "dict[str, Counts]") -> list[str]:
    """Return the lines of the table of all kinds."""
    heads = [each.name for each in fields(Counts)]
    kinds = [kind for kind in KINDS if kind in counted] + sorted(set(counted) - set(KINDS))
    total = Counts()
    for kind in kinds:
        total.add(counted[kind])
    rows = [(kind, counted[kind]) for kind in kinds] + [("all", total)]
    lines = [f"{'fault':<28}" + "".join(f"{head:>12}" for head in heads)]
    for kind, counts in rows:
        lines.append(f"{kind:<28}" + "".join(f"{getattr(counts, head):>12,}" for head in heads))
    return lines
