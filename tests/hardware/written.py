"""A panel's package as it was written, with what was told meanwhile."""

from pathlib import Path
from typing import NamedTuple

from hexlume_hw.package import Package, write_package


class Written(NamedTuple):
    """A package in its folder; ``heard`` are the numbers and words of the steps that were told."""

    package: Package
    folder: Path
    heard: list[tuple[int, str]]

    @classmethod
    def of(cls, panel: str, folder: Path, solids: bool) -> "Written":
        """Write a panel's package into a folder, with or without its solids."""
        heard: list[tuple[int, str]] = []
        return cls(write_package(panel, folder, solids, lambda step, words: heard.append((step, words))), folder, heard)
