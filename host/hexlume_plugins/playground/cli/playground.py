"""``hexlume playground``: writes a web page on which one plays on a simulated board, with no server."""

from pathlib import Path
from typing import Annotated

import typer

from hexlume_host.cli.output import say

from ..build import PYODIDE_VERSION, build


def playground(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder that is written.")],
    pyodide: Annotated[
        Path,
        typer.Option("--pyodide", metavar="DIR", help=f"Pyodide {PYODIDE_VERSION}, as npm install pyodide unpacks it."),
    ] = Path("node_modules/pyodide"),
) -> None:
    """Write a web page on which one plays on a simulated board.

    Put the folder on any web server: it needs no program there, and its visitors install nothing (docs/playground.md).

    Examples:  hexlume playground --out site  ·  python -m http.server --directory site
    """
    size = build(out.expanduser(), pyodide.expanduser())
    say(f"Wrote {out}: a first visit loads {size / 1e6:.1f} MB.")
    say(f"Look at it:  python -m http.server --directory {out}")
