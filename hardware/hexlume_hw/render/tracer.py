"""Traces pictures with Mitsuba's CPU renderer, cleans their noise and adds the glow that a camera would see."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import trimesh  # type: ignore[import-not-found,import-untyped,unused-ignore]
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter  # type: ignore[import-untyped]

from hexlume_hw.errors import HardwareError
from hexlume_hw.render.scene import Material, Surface

Image = NDArray[np.float32]

LOOKS: dict[Material, tuple[tuple[float, float, float], float]] = {
    "case": ((0.075, 0.082, 0.098), 0.30),
    "rim": ((0.050, 0.055, 0.066), 0.35),
    "floor": ((0.34, 0.35, 0.37), 0.30),
    "grid": ((0.70, 0.70, 0.68), 0.40),
    "white": ((0.80, 0.76, 0.68), 0.22),
    "black": ((0.022, 0.022, 0.024), 0.20),
    "board": ((0.62, 0.63, 0.62), 0.25),
    "chip": ((0.020, 0.020, 0.022), 0.30),
    "led": ((0.80, 0.80, 0.78), 0.30),
    "metal": ((0.45, 0.45, 0.47), 0.25),
    "cap": ((0.55, 0.56, 0.58), 0.30),
    "lens": ((0.80, 0.80, 0.80), 0.15),
    "steel": ((0.35, 0.35, 0.36), 0.20),
}
"""Each material's colour (linear red, green, blue) and roughness."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a picture is taken from and at what it looks, in mm, and its angle across, in degrees."""

    place: tuple[float, float, float]
    target: tuple[float, float, float]
    angle: float

    def project(self, point: tuple[float, float, float], width: int, height: int) -> tuple[float, float]:
        """Return where a point is in a picture of a size, in pixels from the upper left."""
        eye = np.array(self.place)
        forward = np.array(self.target) - eye
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 0.0, 1.0))
        right /= np.linalg.norm(right)
        up = np.cross(right, forward)
        away = np.array(point) - eye
        scale = width / 2 / np.tan(np.radians(self.angle / 2)) / float(away @ forward)
        return width / 2 + float(away @ right) * scale, height / 2 - float(away @ up) * scale


@dataclass(frozen=True, slots=True)
class Glow:
    """A plane that gives light: its edges (left, near, right, far), z, and brightness (rows from near, columns, 3)."""

    bounds: tuple[float, float, float, float]
    z: float
    brightness: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class View:
    """A picture to trace: surfaces, lights, camera, z of the table below (none if ``None``) and the daylight."""

    surfaces: tuple[Surface, ...]
    glows: tuple[Glow, ...]
    camera: Camera
    table: float | None
    reach: float
    daylight: float = 1.0
    paper: tuple[float, float, float] = (0.10, 0.105, 0.115)


def mitsuba() -> Any:
    """Return the renderer; raises ``HardwareError`` if it is not installed."""
    try:
        import mitsuba as found  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415
    except ImportError:
        raise HardwareError("Pictures need Mitsuba: pip install 'hexlume[hardware]'.") from None
    found.set_variant("scalar_rgb")
    return found


def trace(view: View, width: int, height: int, samples: int) -> Image:
    """Return a picture (height, width, 3) from 0 to 1 as screens show it; ``samples`` rays a pixel."""
    mi = mitsuba()
    with tempfile.TemporaryDirectory() as folder:
        scene = mi.load_dict(_described(mi, view, Path(folder), width, height))
        found = np.array(mi.render(scene, spp=samples, seed=1), dtype=np.float32)
    colour, albedo, depth, normal = found[..., 0:3], found[..., 3:6], found[..., 6:7], found[..., 7:10]
    return developed(cleaned(colour, albedo, depth, normal))


def _described(mi: Any, view: View, folder: Path, width: int, height: int) -> dict[str, Any]:
    at = mi.ScalarTransform4f
    reach = view.reach
    tx, ty, tz = view.camera.target
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {
            "type": "aov",
            "aovs": "albedo:albedo,depth:depth,normal:sh_normal",
            "path": {"type": "path", "max_depth": 5},
        },
        "sensor": {
            "type": "perspective",
            "fov": view.camera.angle,
            "fov_axis": "x",
            "near_clip": 10.0,
            "far_clip": 10000.0,
            "to_world": at().look_at(origin=view.camera.place, target=view.camera.target, up=(0, 0, 1)),
            "film": {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "box"}},
            "sampler": {"type": "multijitter"},
        },
        "sky": {"type": "constant", "radiance": {"type": "rgb", "value": [0.16 * view.daylight] * 3}},
        "key": _lamp(
            at, (tx - 1.1 * reach, ty + 0.9 * reach, tz + 2.0 * reach), (tx, ty, tz), 0.75 * reach, 5.0 * view.daylight
        ),
        "fill": _lamp(
            at, (tx + 1.6 * reach, ty - 0.6 * reach, tz + 1.5 * reach), (tx, ty, tz), 0.7 * reach, 1.1 * view.daylight
        ),
    }
    for material, (colour, rough) in LOOKS.items():
        scene[f"look-{material}"] = {
            "type": "roughplastic",
            "id": f"look-{material}",
            "diffuse_reflectance": {"type": "rgb", "value": list(colour)},
            "alpha": rough,
        }
    if view.table is not None:
        scene["table"] = {
            "type": "disk",
            "to_world": at().translate([tx, ty, view.table]).scale(30.0 * reach),
            "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": list(view.paper)}},
        }
    for number, surface in enumerate(view.surfaces):
        if len(surface.corners):
            path = folder / f"{number}.ply"
            points = surface.corners.reshape(-1, 3)
            trimesh.Trimesh(points, np.arange(len(points)).reshape(-1, 3)).export(path)
            scene[f"surface-{number}"] = {
                "type": "ply",
                "filename": str(path),
                "face_normals": True,
                "bsdf": {"type": "ref", "id": f"look-{surface.material}"},
            }
    for number, glow in enumerate(view.glows):
        left, near, right, far = glow.bounds
        # Rows go from near to far, as the plane's v does upwards: a bitmap's first row is its upper one.
        bitmap = mi.Bitmap(np.ascontiguousarray(glow.brightness[::-1]))
        scene[f"glow-{number}"] = {
            "type": "rectangle",
            "to_world": at()
            .translate([(left + right) / 2, (near + far) / 2, glow.z])
            .scale([(right - left) / 2, (far - near) / 2, 1.0]),
            "bsdf": {"type": "ref", "id": "look-floor"},
            "emitter": {
                "type": "area",
                "radiance": {"type": "bitmap", "bitmap": bitmap, "raw": True},
                "sampling_weight": 0.4,
            },
        }
    return scene


def _lamp(
    at: Any, place: tuple[float, float, float], target: tuple[float, float, float], size: float, strength: float
) -> dict[str, Any]:
    return {
        "type": "rectangle",
        "to_world": at().look_at(origin=place, target=target, up=(0, 0, 1)).scale(size),
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [strength, strength * 0.98, strength * 0.94]}},
    }


def cleaned(colour: Image, albedo: Image, depth: Image, normal: Image) -> Image:
    """Return a noisy picture smoothed where albedo, depth and normal are alike (an a-trous filter, Dammertz 2010)."""
    base = albedo + 0.02
    light = np.minimum(colour / base, 60.0)
    guide = np.concatenate([albedo * 12.0, normal * 4.0, depth / max(float(np.median(depth)), 1.0) * 60.0], axis=2)
    kernel = np.array([1, 4, 6, 4, 1], dtype=np.float32) / 16
    for level in range(4):
        step = 2**level
        total, weight = np.zeros_like(light), np.zeros((*light.shape[:2], 1), dtype=np.float32)
        # A single ray's luck is not taken for an edge of a shadow: the first comparison is of blurred tones.
        seen = gaussian_filter(light, (1.2, 1.2, 0)) if level == 0 else light
        tone = seen / (1.0 + seen)
        for j in range(-2, 3):
            for i in range(-2, 3):
                moved = [np.roll(layer, (j * step, i * step), axis=(0, 1)) for layer in (light, guide, tone)]
                apart = ((moved[1] - guide) ** 2).sum(axis=2, keepdims=True)
                unlike = ((moved[2] - tone) ** 2).sum(axis=2, keepdims=True) * (30.0 * 2.0**level)
                share = kernel[j + 2] * kernel[i + 2] * np.exp(-apart - unlike)
                total += moved[0] * share
                weight += share
        light = total / weight
    return np.asarray(light * base, dtype=np.float32)


def developed(linear: Image) -> Image:
    """Return a picture as a screen shows it: light that is too bright spreads, and bright tones are compressed."""
    excess = np.maximum(linear - 0.55, 0.0)
    size = linear.shape[1]
    for radius, share in ((0.004, 0.25), (0.016, 0.16)):
        linear = linear + np.float32(share) * gaussian_filter(excess, (radius * size, radius * size, 0))
    # The curve of the ACES approximation by Narkowicz (2015).
    x = linear * 0.9
    toned = np.clip(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0)
    shown = np.where(toned <= 0.0031308, 12.92 * toned, 1.055 * toned ** (1 / 2.4) - 0.055)
    return shown.astype(np.float32)
