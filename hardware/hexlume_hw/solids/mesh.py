"""The thinnest wall of a solid, measured on the triangles of its surface."""

from typing import Any

import numpy as np
import trimesh  # type: ignore[import-not-found,import-untyped,unused-ignore]
from build123d import Solid
from numpy.typing import NDArray


def thinnest(solid: Solid, samples: int = 240) -> tuple[float, NDArray[np.float64]]:
    """Return the thinnest wall found, and where: rays go inwards from the middles of the largest triangles.

    Only what they meet face on counts, so that the edges of chamfers do not.
    """
    points, faces = solid.tessellate(0.1, 0.4)
    mesh: Any = trimesh.Trimesh([tuple(point) for point in points], faces)
    chosen = np.argsort(-mesh.area_faces)[:samples]
    starts, along = mesh.triangles_center[chosen], -mesh.face_normals[chosen]
    met, rays, triangles = mesh.ray.intersects_location(starts + 1e-3 * along, along, multiple_hits=False)
    face_on = np.einsum("ij,ij->i", mesh.face_normals[triangles], along[rays]) > 0.9
    distances = np.where(face_on, np.linalg.norm(met - starts[rays], axis=1), np.inf)
    if not face_on.any():
        return np.inf, np.zeros(3)
    least = int(np.argmin(distances))
    return float(distances[least]), starts[rays[least]]
