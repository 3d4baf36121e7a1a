"""What a sensor feels of a magnet, by magpylib: exact for a cylinder that is magnetised evenly along its axis."""

from typing import TYPE_CHECKING, Any

import magpylib
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .design import Design

Numbers = NDArray[np.float64]

_cylinder: Any = magpylib.magnet.Cylinder  # magpylib has no types


def components_mt(design: "Design", aside_mm: Numbers, below_mm: Numbers) -> tuple[Numbers, Numbers]:
    """Return a design's magnet's field away from its axis and along it, in mT, in its own frame.

    ``below_mm`` is how far below the magnet's centre the points are, ``aside_mm`` how far from its axis.
    """
    # Fields keep their values when all lengths are in mm.
    magnet = _cylinder(
        polarization=(0, 0, design.remanence_mt), dimension=(design.magnet_diameter_mm, design.magnet_height_mm)
    )
    places = np.stack([aside_mm, np.zeros_like(aside_mm), -below_mm], axis=-1)
    field: Numbers = magnet.getB(places.reshape(-1, 3)).reshape(places.shape)
    return field[..., 0], field[..., 2]


def field_mt(design: "Design", aside_mm: Numbers, gap_mm: Numbers) -> Numbers:
    """Return what sensors feel of upright magnets in mT: ``gap_mm`` from a magnet's lower face, ``aside_mm`` its axis.

    A south pole above is positive, as the DRV5055 counts it: right below a disc that shows white.
    """
    return components_mt(design, aside_mm, gap_mm + design.magnet_height_mm / 2)[1]


def tilted_field_mt(
    design: "Design", aside_mm: Numbers, gap_mm: Numbers, tilt_deg: Numbers, towards_deg: Numbers
) -> Numbers:
    """Return what sensors feel of magnets that are tilted about their centres, in mT.

    ``towards_deg`` is the direction in which a magnet's upper end leans, 0 for straight away from the sensor.
    """
    tilt, towards = np.radians(tilt_deg), np.radians(towards_deg)
    height = gap_mm + design.magnet_height_mm / 2
    lean, upright = np.sin(tilt) * np.cos(towards), np.cos(tilt)
    # The sensor as the magnet sees it: so far below along its own axis, and so far from that axis.
    below = aside_mm * lean + height * upright
    from_axis = np.sqrt(np.maximum(0.0, aside_mm**2 + height**2 - below**2))
    away, along = components_mt(design, from_axis, below)
    # The vertical part of the direction away from the axis.
    rise = (below * upright - height) / np.where(from_axis > 1e-9, from_axis, 1.0)
    return along * upright + away * np.where(from_axis > 1e-9, rise, 0.0)
