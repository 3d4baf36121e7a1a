"""Triangles of solids: for wall thickness and pictures."""

from typing import Any

import numpy as np
from build123d import Shape, Solid
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def triangles(shape: Shape[Any], tolerance: float = 0.1, angle: float = 0.3) -> Floats:
    """Return a shape's surface as triangles: (count, 3 corners, 3)."""
    points, faces = shape.tessellate(tolerance, angle)
    corners = np.array([tuple(point) for point in points], dtype=np.float64)
    return corners[np.array(faces, dtype=np.int64)]


def thinnest(solid: Solid, samples: int = 240) -> tuple[float, Floats]:
    """Return the thinnest wall found, and where: rays go inwards from the middles of the largest triangles.

    Only what they meet face on counts, so that the edges of chamfers do not.
    """
    corners = triangles(solid, 0.1, 0.4)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(normal, axis=1)
    corners, normal = corners[size > 1e-6], normal[size > 1e-6] / size[size > 1e-6, None]
    chosen = np.argsort(-size[size > 1e-6])[:samples]
    edge1, edge2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    least, where = np.inf, np.zeros(3)
    for start, along in zip(corners[chosen].mean(axis=1), -normal[chosen], strict=True):
        # Moeller and Trumbore: where a ray meets each triangle.
        cross = np.cross(along, edge2)
        determinant = np.einsum("ij,ij->i", edge1, cross)
        facing = np.abs(determinant) > 1e-9
        inverse = np.where(facing, 1.0 / np.where(facing, determinant, 1.0), 0.0)
        offset = start - corners[:, 0]
        u = np.einsum("ij,ij->i", offset, cross) * inverse
        turned = np.cross(offset, edge1)
        v = turned @ along * inverse
        distance = np.einsum("ij,ij->i", edge2, turned) * inverse
        hit = facing & (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6) & (distance > 1e-3)
        if not hit.any():
            continue
        nearest = int(np.argmin(np.where(hit, distance, np.inf)))
        if normal[nearest] @ along > 0.9 and distance[nearest] < least:
            least, where = float(distance[nearest]), start
    return least, where
