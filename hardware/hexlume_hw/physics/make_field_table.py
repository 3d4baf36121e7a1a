"""Makes the table of the magnet's field that the twin reads: ``python -m hexlume_hw.physics.make_field_table``."""

from pathlib import Path

import magpylib
import numpy as np

from .design import DESIGN, Design
from .field import field_mt
from .field_table import FAR, FILE_NAME, NEAR, packed


def table(design: Design = DESIGN) -> bytes:
    """Return the table's file for a design's magnet."""
    fields = []
    for grid in (NEAR, FAR):
        asides = np.array(grid.asides)
        fields.append([field_mt(design, asides, np.full_like(asides, gap)).tolist() for gap in grid.gaps])
    magnet = (design.remanence_mt, design.magnet_diameter_mm, design.magnet_height_mm)
    return packed(magpylib.__version__, magnet, fields)


def main() -> None:
    """Write the table into the package."""
    path = Path(__file__).with_name(FILE_NAME)
    content = table()
    path.write_bytes(content)
    print(f"{path.name}: {len(content)} bytes")


if __name__ == "__main__":
    main()
