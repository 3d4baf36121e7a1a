"""The templates of a package's pages, in ``pages/``, and the tables that they share with the guide docs/build.md."""

import re
from pathlib import Path

from jinja2 import select_autoescape

from hexlume.hardware import panel as pins
from hexlume_hw.jinja import environment
from hexlume_hw.order import measurements, prices, shopping, substitutes
from hexlume_hw.order.jlcpcb_parts import STOCK
from hexlume_hw.panel import stackup, well
from hexlume_hw.panel.netlist import listed
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.solids import sizes

_HERE = Path(__file__).parent
_GUIDES = (_HERE.parents[2] / "docs" / "build.md", _HERE / "build.md")
"""Where the guide lies: in the repository, and in an installed package."""

_environment = environment(_HERE / "pages", autoescape=select_autoescape(["html", "svg"]))
_environment.globals |= {"measured": measurements, "range_mm": measurements.range_mm, "pins": pins, "prices": prices}
_environment.globals |= {"stackup": stackup, "well": well, "sizes": sizes, "tools": shopping.TOOLS, "listed": listed}
_environment.globals |= {"kinds": KINDS, "stocks": STOCK, "substitutes": substitutes.SUBSTITUTES}

_environment.filters["mm"] = lambda number: f"{number:.2f}".rstrip("0").rstrip(".")

Table = list[list[str]]


def render(file: str, panel: str, **values: object) -> str:
    """Return what a template gives for a panel."""
    return _environment.get_template(file).render(panel=panel, **values)


def guide_table(title: str) -> tuple[list[str], Table]:
    """Return the heads and rows of the table under a heading of the guide, without links and marks."""
    guide = next(path for path in _GUIDES if path.is_file()).read_text(encoding="utf-8")
    section = guide.split(f"### {title}\n")[1].strip().split("\n\n")[0]
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", section).replace("`", "")
    heads, _, *rows = (line.strip("| ").split(" | ") for line in plain.split("\n"))
    return heads, rows
