"""The magnet's field as a table made from magpylib, shipped with the package: what the twin reads.

The file is JSON: the magnet, both grids and the magpylib that computed it, and the fields in mT: a row for each gap of
the near grid and of the far one, and in a row one field for each distance aside.
``python -m hexlume_hw.physics.make_field_table`` writes it.
"""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

FILE_NAME = "field_table.json"

ASIDE_MM = 72.0
"""The farthest distance from the magnet's axis."""


class Grid(NamedTuple):
    """Places of the table: gaps from ``first_mm`` to ``last_mm``, and distances aside from 0 to ``ASIDE_MM``."""

    first_mm: float
    last_mm: float
    gap_step_mm: float
    aside_step_mm: float

    @property
    def gaps(self) -> list[float]:
        """The gaps of the rows, in mm."""
        count = round((self.last_mm - self.first_mm) / self.gap_step_mm) + 1
        return [self.first_mm + self.gap_step_mm * row for row in range(count)]

    @property
    def asides(self) -> list[float]:
        """The distances from the magnet's axis of a row's fields, in mm."""
        return [self.aside_step_mm * place for place in range(round(ASIDE_MM / self.aside_step_mm) + 1)]


NEAR = Grid(1.0, 20.0, 0.25, 0.5)
FAR = Grid(20.0, 105.0, 1.0, 1.0)


class StaleTable(ValueError):
    """The shipped table is not whole, or of another magnet or grid, told in one sentence."""


class FieldRows(NamedTuple):
    """The table: the magnet it is of, and its rows of fields in mT by gap, then by distance aside."""

    remanence_mt: float
    diameter_mm: float
    height_mm: float
    near: list[list[float]]
    far: list[list[float]]


def packed(magpylib: str, magnet: tuple[float, float, float], fields: list[list[list[float]]]) -> bytes:
    """Return the table's file. ``magnet`` is its remanence, diameter and height; ``fields`` the rows of both grids."""
    short = [[[float(f"{field:.7g}") for field in row] for row in rows] for rows in fields]
    head = {"magpylib": magpylib, "magnet": magnet, "near": NEAR, "far": FAR, "aside_mm": ASIDE_MM}
    return json.dumps({**head, "fields": short}, separators=(",", ":")).encode()


def unpacked(content: bytes) -> FieldRows:
    """Return the table in a file's bytes; raises ``StaleTable``."""
    remake = "make it anew with python -m hexlume_hw.physics.make_field_table"
    try:
        found = json.loads(content)
        magnet = tuple(float(value) for value in found["magnet"])
        same = (found["near"], found["far"], found["aside_mm"]) == (list(NEAR), list(FAR), ASIDE_MM)
        widths = [[len(row) for row in rows] for rows in found["fields"]]
    except (ValueError, KeyError, TypeError) as error:
        raise StaleTable(f"The magnet's field table cannot be read: {remake}.") from error
    whole = widths == [[len(grid.asides)] * len(grid.gaps) for grid in (NEAR, FAR)]
    if not same or not whole or len(magnet) != 3:
        raise StaleTable(f"The magnet's field table is of another grid: {remake}.")
    return FieldRows(*magnet, *found["fields"])


@cache
def field_rows() -> FieldRows:
    """Return the shipped table, read once; raises ``StaleTable``."""
    return unpacked(files(__package__).joinpath(FILE_NAME).read_bytes())
