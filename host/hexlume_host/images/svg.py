"""SVG elements with numbers written short and always alike."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

Value = str | float

_NOT_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that an XML document cannot hold, or not unchanged (XML 1.0, 2.2 and 2.11)."""


def number(value: float) -> str:
    """Return a length or coordinate in at most two decimals, such as ``4.5`` or ``0``."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: Element, text: str = "", **attributes: Value) -> Element:
    """Return an element; ``stroke_width=2`` becomes ``stroke-width="2"``; its text may be anything."""
    made = Element(tag, {name.replace("_", "-"): _written(value) for name, value in attributes.items()})
    made.text = _NOT_XML.sub("\ufffd", text) or None
    made.extend(children)
    return made


def document(width: float, height: float, left: float, top: float, children: list[Element]) -> str:
    """Return the text of an SVG document of a size in mm whose user units are mm, too."""
    root = element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{number(width)}mm",
        height=f"{number(height)}mm",
        viewBox=" ".join(number(value) for value in (left, top, width, height)),
        role="img",
    )
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def polyline(points: list[tuple[float, float]], closed: bool = False) -> str:
    """Return the path data of straight lines through points."""
    lines = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"M{lines}{'Z' if closed else ''}"


def _written(value: Value) -> str:
    return value if isinstance(value, str) else number(value)
