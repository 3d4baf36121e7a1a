"""Reads KiCad's files: s-expressions such as ``(pad "1" smd rect (at 0 1))``, as nested lists of strings."""

import re
from collections.abc import Iterator
from pathlib import Path

from hexlume_hw.errors import HardwareError

Node = list["Node | str"]
"""A list: its first item is usually its name."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[()]|[^\s()"]+')
_ESCAPED = re.compile(r"\\(.)")


def parse(text: str) -> Node:
    """Return the one list that a text holds; raises ``HardwareError`` if it is torn or no s-expression."""
    whole: Node = []
    now, around = whole, []
    for token in _TOKEN.findall(text):
        if token == "(":
            around.append(now)
            inner: Node = []
            now.append(inner)
            now = inner
        elif token == ")":
            if not around:
                raise HardwareError("A KiCad file closes a bracket that it never opened: write it anew.")
            now = around.pop()
        elif token[0] == '"':
            now.append(_ESCAPED.sub(r"\1", token[1:-1]) if "\\" in token else token[1:-1])
        else:
            now.append(token)
    if around or len(whole) != 1 or not isinstance(whole[0], list):
        raise HardwareError("A KiCad file is torn: write it anew.")
    return whole[0]


def read(path: Path) -> Node:
    """Return a file's one list; raises ``HardwareError`` if it cannot be read."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise HardwareError(f"{path} cannot be read: {error}.") from error


def children(node: Node, name: str) -> Iterator[Node]:
    """Yield the lists in a list that begin with a name."""
    for item in node:
        if isinstance(item, list) and item and item[0] == name:
            yield item


def child(node: Node, name: str) -> Node:
    """Return the first list that begins with a name, an empty list if there is none."""
    return next(children(node, name), [])


def word(node: Node, index: int, otherwise: str = "") -> str:
    """Return a list's item as a string."""
    item = node[index] if index < len(node) else otherwise
    return item if isinstance(item, str) else otherwise


def numbers(node: Node) -> tuple[float, ...]:
    """Return a list's numbers, its name and other words left out."""
    found = []
    for item in node[1:]:
        if isinstance(item, str):
            try:
                found.append(float(item))
            except ValueError:
                continue
    return tuple(found)
