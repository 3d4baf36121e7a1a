"""Draws a panel's ``.kicad_sch`` as SVG: ``python -m hexlume_hw.board.schematic_svg FILE.kicad_sch FILE.svg``.

It knows what ``hexlume_hw.circuit`` writes: symbols that are not turned, and neither buses nor further sheets.
"""

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from hexlume_hw.board.sexpr import Node, child, children, numbers, read, word

_STYLE = """text{font-family:sans-serif;fill:#333;stroke:none}.sign{stroke:#840000}
.wire,.dot{stroke:#080}.dot{fill:#080}
.frame{stroke:#999;stroke-dasharray:1.5}.open{stroke:#06c}.net{fill:#06c}.pin{fill:#840000}.title{font-weight:bold}"""
_EM = 1.35
"""A font's size, by the height of KiCad's letters."""
_RUNS = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}
"""Which way a pin runs, on the sheet, where y goes downwards."""


def schematic_svg(path: Path) -> str:
    """Return the picture of a schematic; raises ``HardwareError`` if the file cannot be read."""
    tree = read(path)
    wide, high = numbers(child(tree, "paper"))
    library = {word(one, 1): one for one in children(child(tree, "lib_symbols"), "symbol")}
    found = [f'<path class="frame" d="{_path(one)}"/>' for one in children(tree, "polyline")]
    found += [f'<path class="wire" d="{_path(one)}"/>' for one in children(tree, "wire")]
    for one in children(tree, "symbol"):
        x, y, _ = numbers(child(one, "at"))
        found += [f'<g transform="translate({x:g} {y:g})">', *_symbol(library[word(child(one, "lib_id"), 1)]), "</g>"]
        shown = (each for each in children(one, "property") if "hide" not in child(each, "effects"))
        found += [_text(each, word(each, 2), "") for each in shown]
    for one in children(tree, "junction"):
        x, y = numbers(child(one, "at"))
        found.append(f'<circle class="dot" cx="{x:g}" cy="{y:g}" r=".35"/>')
    for one in children(tree, "no_connect"):
        x, y = numbers(child(one, "at"))
        found.append(f'<path class="open" d="M{x - 0.6:g} {y - 0.6:g}l1.2 1.2m0-1.2l-1.2 1.2"/>')
    found += [
        _text(one, f"\N{NO-BREAK SPACE}{word(one, 1)}\N{NO-BREAK SPACE}", "net")
        for one in children(tree, "global_label")
    ]
    found += [_text(one, word(one, 1), "title") for one in children(tree, "text")]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" stroke-width=".2" fill="none">'
    return "\n".join(
        [head, f"<style>{_STYLE}</style>", '<path fill="#fff" d="M0 0h9999v9999h-9999"/>', *found, "</svg>\n"]
    )


def _symbol(symbol: Node) -> Iterator[str]:
    """Yield a library symbol's lines, boxes, circles and pins; the library counts y upwards."""
    named = "hide" not in child(symbol, "pin_names")
    for part in children(symbol, "symbol"):
        for one in children(part, "polyline"):
            fill = ' fill="#840000"' if word(child(child(one, "fill"), "type"), 1) == "outline" else ""
            yield f'<path class="sign"{fill} d="{_path(one, -1)}"/>'
        for one in children(part, "rectangle"):
            (left, top), (right, bottom) = numbers(child(one, "start")), numbers(child(one, "end"))
            yield f'<path class="sign" fill="#fffbe0" d="M{left:g} {-top:g}H{right:g}V{-bottom:g}H{left:g}z"/>'
        for one in children(part, "circle"):
            x, y = numbers(child(one, "center"))
            yield f'<circle class="sign" cx="{x:g}" cy="{-y:g}" r="{numbers(child(one, "radius"))[0]:g}"/>'
        for one in children(part, "pin"):
            x, y, angle = numbers(child(one, "at"))
            (dx, dy), length = _RUNS[int(angle)], numbers(child(one, "length"))[0]
            yield f'<path class="sign" d="M{x:g} {-y:g}l{length * dx:g} {length * dy:g}"/>'
            if named:
                name, number = word(child(one, "name"), 1), word(child(one, "number"), 1)
                anchor = "start" if angle in (0, 90) else "end"
                yield _words(name, x + (length + 0.5) * dx, -y + (length + 0.5) * dy, 1.27, "pin", angle, anchor)
                middle = (x + length / 2 * dx - 0.7 * abs(dy), -y + length / 2 * dy - 0.7 * abs(dx))
                yield _words(number, *middle, 0.9, "", angle, "middle")


def _path(one: Node, down: int = 1) -> str:
    ends = (numbers(point) for point in children(child(one, "pts"), "xy"))
    return "M" + "L".join(f"{x:g} {down * y:g}" for x, y in ends)


def _text(one: Node, words: str, style: str) -> str:
    x, y, angle = numbers(child(one, "at"))
    effects = child(one, "effects")
    aligned, size = child(effects, "justify"), numbers(child(child(effects, "font"), "size"))[0]
    return _words(
        words, x, y, size, style, angle, "start" if "left" in aligned else "end" if "right" in aligned else "middle"
    )


def _words(words: str, x: float, y: float, size: float, style: str, angle: float, anchor: str) -> str:
    """Return a text, centred on its line; it reads to the right, or upwards at 90 and 270 degrees."""
    turn = f' transform="rotate(-90 {x:g} {y:g})"' if angle % 180 else ""
    place = f'x="{x:g}" y="{y:g}" dy=".35em" font-size="{size * _EM:.3g}" text-anchor="{anchor}"'
    return f'<text class="{style}" {place}{turn}>{escape(words)}</text>'


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(schematic_svg(Path(sys.argv[1])), encoding="utf-8")
