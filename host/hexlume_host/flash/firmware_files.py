"""Files for a board: the firmware of this package, and the libraries that boards do not have built in."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata, resources
from pathlib import Path, PurePosixPath

import hexlume
from hexlume.games.external import FOLDERS

from .errors import DeployError

PACKAGE = "hexlume"
CODE = "code.py"
"""What the board runs: the file that says which copy of the package is in use."""
SETTINGS = "settings.toml"
OFF_BOARD = ("setup.py", "texts.py", "external.py")
"""Modules of the games that are for hosts: no board imports them."""
_OFF_BOARD = (*OFF_BOARD, "cell_site.py")
"""All modules of the firmware that are for hosts."""
COURSE = "course.jsonl"
"""A game's course of lessons, which the board reads line by line."""
LIBRARIES = {"adafruit-circuitpython-neopixel": "neopixel.py"}
"""The distributions that the firmware needs in addition to what CircuitPython has built in, each with its module."""
_LAST = ("boot.py", CODE)
"""Of the programs, those that are written last, in this order."""
_IMPORT = re.compile(rb"(?m)^(\s*from )%s(?=[ .])" % PACKAGE.encode())


@dataclass(frozen=True)
class Firmware:
    """A firmware as it goes to a board, all contents in bytes.

    ``package`` maps paths within the package, ``programs`` names at the drive's root (``code.py`` last), ``libraries``
    paths on the drive; ``settings`` is what settings.toml begins as.
    """

    version: str
    package: Mapping[str, bytes]
    programs: Mapping[str, bytes]
    libraries: Mapping[str, bytes]
    settings: bytes

    def files(self, package: str = PACKAGE) -> dict[str, bytes]:
        """Return all files by their paths on a drive, the package under a name; ``code.py`` is the last."""
        modules = {f"{package}/{path}": contents for path, contents in self.package.items()}
        return {**modules, **self.libraries, SETTINGS: self.settings, **self.programs_for(package)}

    def programs_for(self, package: str) -> dict[str, bytes]:
        """Return the programs as they import a copy of the package by its name."""
        return {name: _IMPORT.sub(rb"\g<1>" + package.encode(), source) for name, source in self.programs.items()}


@functools.cache
def packaged_firmware() -> Firmware:
    """Return the firmware that came with this program; raises ``DeployError`` when a part is missing."""
    package = Path(hexlume.__file__).parent
    packaged = Path(str(resources.files("hexlume_sim"))) / "drive"
    # Installed, the programs lie in the simulator's package; in the repository beside the firmware's.
    return read_firmware(packaged if (packaged / CODE).is_file() else package.parent, package)


def read_firmware(programs: Path, package: Path) -> Firmware:
    """Return the firmware of a folder of programs and a package; raises ``DeployError`` when a part is missing."""
    try:
        names = sorted((path.name for path in programs.glob("*.py")), key=lambda name: (_place(name), name))
        if CODE not in names:
            raise DeployError(f"There is no {CODE} in {programs}: install hexlume again.")
        settings = (programs / SETTINGS).read_bytes()
        sources = {name: (programs / name).read_bytes() for name in names}
        modules = {**package_sources(package), **external_games()}
    except OSError as error:
        raise DeployError(f"The firmware cannot be read ({error}): install hexlume again.") from None
    return Firmware(hexlume.VERSION, modules, sources, _libraries(), settings)


def package_sources(package: Path) -> dict[str, bytes]:
    """Return the sources of a firmware's package and its courses by their paths in it, without the parts for hosts."""
    return {
        PurePosixPath(path.relative_to(package)).as_posix(): path.read_bytes()
        for path in sorted([*package.rglob("*.py"), *package.rglob(COURSE)])
        if path.name not in _OFF_BOARD
    }


def external_games() -> dict[str, bytes]:
    """Return the files of external games by their paths in the package: on a board they lie beside the others."""
    return {
        f"games/{name}/{path.name}": path.read_bytes()
        for name, folder in FOLDERS.items()
        for path in [*board_modules(Path(folder)), *Path(folder).glob(COURSE)]
    }


def board_modules(folder: Path) -> list[Path]:
    """Return the modules of a game's folder that go to a board: not those for hosts, and not its tests."""
    return [
        path for path in sorted(folder.glob("*.py")) if path.name not in OFF_BOARD and not path.name.startswith("test")
    ]


def _place(name: str) -> int:
    return _LAST.index(name) + 1 if name in _LAST else 0


def _libraries() -> dict[str, bytes]:
    """Return the libraries by their paths on a drive.

    They are not imported: on a computer these libraries' own imports are the whole of Blinka.
    """
    try:
        return {
            f"lib/{module}": Path(str(metadata.distribution(name).locate_file(module))).read_bytes()
            for name, module in LIBRARIES.items()
        }
    except metadata.PackageNotFoundError as error:
        raise DeployError(f"The library {error.name} is missing: pip install {error.name}.") from None
    except OSError as error:
        raise DeployError(f"A library cannot be read ({error}): install hexlume again.") from None
