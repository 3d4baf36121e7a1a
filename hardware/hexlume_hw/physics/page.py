"""Renews tables and plots of docs/hardware/physics.md: ``python -m hexlume_hw.physics.page``.

A table stands between a line ``<!-- table: NAME -->`` and a line ``<!-- end -->``; the text around is left alone.
"""

import re
from pathlib import Path
from typing import Final

from .plots import draw_plots
from .tables import TABLES

PAGE: Final = Path(__file__).parents[3] / "docs/hardware/physics.md"
_TABLE = re.compile(r"<!-- table: (?P<name>[a-z ]+) -->\n.*?<!-- end -->", re.DOTALL)


def renewed(text: str) -> str:
    """Return a page's text with its tables computed anew; raises ``KeyError`` for a name that is no table's."""
    return _TABLE.sub(lambda found: f"<!-- table: {found['name']} -->\n{TABLES[found['name']]()}\n<!-- end -->", text)


def main() -> None:
    """Renew the page, and the plots beside it in ``plots``."""
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    draw_plots(PAGE.parent / "plots")


if __name__ == "__main__":
    main()
