"""Leaves types out of sources that go to a board, where nobody checks them; every statement stays in its line."""

import ast

from .source_edits import Edit, edited, end_of

_TYPE_CHECKING = "TYPE_CHECKING"


def untyped(source: bytes) -> bytes:
    """Return a source without annotations and without what is there for type checkers only."""
    edits: list[Edit] = []
    gone: set[int] = set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            _take_out(edits, node.lineno, node.col_offset + len(node.arg.encode()), node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            line = source.split(b"\n")[node.returns.lineno - 1]
            arrow = line.rfind(b"->", 0, node.returns.col_offset)
            if arrow >= 0:
                _take_out(edits, node.returns.lineno, len(line[:arrow].rstrip()), node.returns)
        elif isinstance(node, ast.AnnAssign) and node.target.end_col_offset is not None:
            if node.value is None:
                edits.append((node.lineno - 1, node.col_offset, end_of(node), "pass"))
            else:
                _take_out(edits, node.target.lineno, node.target.end_col_offset, node.annotation)
        elif _is_for_type_checkers(node):
            assert isinstance(node, ast.stmt)
            gone |= set(range(node.lineno - 1, node.end_lineno or node.lineno))
    kept = [edit for edit in edits if edit[0] not in gone]
    lines = edited(source, kept).split(b"\n")
    return b"\n".join(b"" if at in gone else line for at, line in enumerate(lines))


def _is_for_type_checkers(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == _TYPE_CHECKING
    return isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [_TYPE_CHECKING]


def _take_out(edits: list[Edit], line: int, column: int, until: ast.expr) -> None:
    """Note that what lies from a place to a node's end goes; what spans several lines stays."""
    if until.end_lineno == line:
        edits.append((line - 1, column, end_of(until), ""))
