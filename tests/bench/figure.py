"""One measured figure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its unit, and a note that says how it was measured."""

    name: str
    value: float
    unit: str
    note: str

    def entry(self) -> dict[str, float | str]:
        """Return the figure as build/bench.json holds it."""
        return {"value": round(self.value, 6), "unit": self.unit, "note": self.note}
