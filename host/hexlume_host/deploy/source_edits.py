"""Changes parts of a source in place, by the places that ``ast`` tells."""

import ast
from collections.abc import Iterable

Edit = tuple[int, int, int, str]
"""A line (from 0), where in its bytes a part begins and ends, and what comes in its place."""


def edited(source: bytes, edits: Iterable[Edit]) -> bytes:
    """Return a source with edits made, none of which overlap."""
    lines = source.split(b"\n")
    for line, begin, end, instead in sorted(edits, reverse=True):
        lines[line] = lines[line][:begin] + instead.encode() + lines[line][end:]
    return b"\n".join(lines)


def end_of(node: ast.expr | ast.stmt) -> int:
    """Return the column, in bytes, where a parsed node ends."""
    assert node.end_col_offset is not None
    return node.end_col_offset
