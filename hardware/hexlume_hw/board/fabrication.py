"""What a fabricator gets: Gerbers and drill files, in one archive."""

import zipfile
from pathlib import Path

_WHEN = (2020, 1, 1, 0, 0, 0)
"""The archive's files carry this date, so that the same board gives the same archive."""


def clear(folder: Path) -> None:
    """Make an empty folder for plots, or remove those in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in plots(folder):
        old.unlink()


def plots(folder: Path) -> list[Path]:
    """Return the plots in a folder."""
    return sorted([*folder.glob("*.gbr"), *folder.glob("*.drl")])


def archive(files: list[Path], target: Path) -> None:
    """Put the fabricator's files into one archive."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in files:
            packed.writestr(zipfile.ZipInfo(file.name, _WHEN), file.read_bytes(), zipfile.ZIP_DEFLATED)
