"""Renews tables and plots of docs/hardware/physics.md: ``python -m hexlume_hw.physics.page docs/hardware/physics.md``.

A table stands between a line ``<!-- table: NAME -->`` and a line ``<!-- end -->``; the text around is left alone.
"""

import re
import sys
from pathlib import Path

from .plots import draw_plots
from .tables import TABLES

_TABLE = re.compile(r"<!-- table: (?P<name>[a-z ]+) -->\n.*?<!-- end -->", re.DOTALL)


def renewed(text: str) -> str:
    """Return a page's text with its tables computed anew; raises ``KeyError`` for a name that is no table's."""
    return _TABLE.sub(lambda found: f"<!-- table: {found['name']} -->\n{TABLES[found['name']]()}\n<!-- end -->", text)


def main() -> int:
    """Renew the page named on the command line, and the plots beside it in ``plots``."""
    if len(sys.argv) != 2:
        print("Name the page: python -m hexlume_hw.physics.page docs/hardware/physics.md", file=sys.stderr)
        return 2
    page = Path(sys.argv[1])
    try:
        text = page.read_text(encoding="utf-8")
    except OSError as error:
        print(f"{page} cannot be read: {error.strerror}.", file=sys.stderr)
        return 1
    try:
        page.write_text(renewed(text), encoding="utf-8")
    except KeyError as error:
        print(f"{page} asks for a table {error}: there are {', '.join(TABLES)}.", file=sys.stderr)
        return 1
    for path in draw_plots(page.parent / "plots"):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
