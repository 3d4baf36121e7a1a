"""A panel's package: its checks and files, and the report of them. It imports no more than the starter's needs."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hexlume import VERSION
from hexlume.hardware.panel import STARTER
from hexlume_hw.order import bom, jlcpcb, prices
from hexlume_hw.order.starter import starter

BILL = "bill-of-materials.csv"
ASSEMBLERS = (jlcpcb.NAME,)
"""Who places the small parts, if somebody does."""
REPORT = "report.json"
"""The file that tells what was checked; a folder that has it is a package."""


class CheckLine(NamedTuple):
    """A check as page and report have it: its name, what it measured, and what it complains of."""

    name: str
    figures: str
    problems: Sequence[str]


@dataclass(slots=True)
class Package:
    """A panel's package: its checks, and its files' paths in the folder with what each is for."""

    panel: str
    checks: list[CheckLine] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    @property
    def problems(self) -> list[str]:
        """Every check's complaints."""
        return [problem for check in self.checks for problem in check.problems]


def write_report(package: Package, folder: Path) -> None:
    """Write what was checked and written into a package's folder; raises ``OSError``."""
    report = {
        "panel": package.panel,
        "hexlume": VERSION,
        "finished": True,
        "checks": [check._asdict() for check in package.checks],
        "files": package.files,
    }
    (folder / REPORT).write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write_starter(folder: Path) -> Package:
    """Write the starter's parts list into a folder; docs/build.md is its guide. Raises ``OSError``."""
    package, items = Package(STARTER), starter()
    (folder / BILL).write_text(bom.as_csv(items), encoding="utf-8")
    package.files[BILL] = (
        f"what to buy, with part numbers: about {bom.cost(items):.0f} euros for one panel ({prices.DATE}, estimates)"
    )
    write_report(package, folder)
    return package
