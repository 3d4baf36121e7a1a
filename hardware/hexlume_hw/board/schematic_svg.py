"""Draws a panel's ``.kicad_sch`` as SVG: ``python -m hexlume_hw.board.schematic_svg FILE.kicad_sch FILE.svg``.

``templates/schematic.svg`` has the drawing. It knows what ``hexlume_hw.circuit`` writes: symbols that are not turned,
and neither buses nor further sheets.
"""

import sys
from html import escape
from pathlib import Path

from hexlume_hw.board import sexpr
from hexlume_hw.jinja import environment

_environment = environment(Path(__file__).with_name("templates"), keep_trailing_newline=True)
_environment.globals |= {"child": sexpr.child, "children": sexpr.children, "numbers": sexpr.numbers, "word": sexpr.word}
_environment.globals |= {"escape": escape, "EM": 1.35, "NBSP": "\N{NO-BREAK SPACE}"}
"""EM is a font's size, by the height of KiCad's letters."""


def schematic_svg(path: Path) -> str:
    """Return the picture of a schematic; raises ``HardwareError`` if the file cannot be read."""
    tree = sexpr.read(path)
    library = {sexpr.word(one, 1): one for one in sexpr.children(sexpr.child(tree, "lib_symbols"), "symbol")}
    return _environment.get_template("schematic.svg").render(tree=tree, library=library)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(schematic_svg(Path(sys.argv[1])), encoding="utf-8")
