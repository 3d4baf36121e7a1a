"""Triangles of solids: for STL's checks, wall thickness and pictures."""

from pathlib import Path
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


def read_stl(path: Path) -> Floats:
    """Read a binary STL: (count, 3 corners, 3); raises ``ValueError`` when its length is not what its header says."""
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    if len(data) != 84 + 50 * count:
        raise ValueError(f"{path.name} is no binary STL: it has {len(data)} bytes for {count} triangles")
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    return np.frombuffer(data, kind, count, 84)["corners"].astype(np.float64)


def open_edges(corners: Floats) -> int:
    """Return how many edges do not part exactly two triangles that go round in opposite senses: 0 when closed."""
    _, index = np.unique(np.round(corners.reshape(-1, 3), 4), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    forth, times = np.unique(edges, axis=0, return_counts=True)
    back = {(int(b), int(a)) for a, b in forth}
    return sum(1 for (a, b), n in zip(forth, times, strict=True) if (int(a), int(b)) not in back or n != 1)


def volume(corners: Floats) -> float:
    """Return what a closed surface holds, in mm3."""
    return float(np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6)


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
