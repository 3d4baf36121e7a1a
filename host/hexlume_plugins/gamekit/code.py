"""The check of a game's code as text: what it imports, and that it does not print."""

import ast
from collections.abc import Iterator
from pathlib import Path

from .report import Check

_SHARED = ("notation", "game", "pieces", "grid", "placing", "repetition", "outcome")
"""What a game may use of the package of games."""
_LIBRARY = ("array", "math")
"""What it may use of the standard library: nothing that a board lacks, and nothing that differs from game to game."""


def check_code(folder: Path) -> Check:
    """Check all modules of a game's folder but its tests."""
    check = Check("code")
    count = 0
    for path in sorted(folder.glob("*.py")):
        if path.name.startswith("test"):
            continue
        count += 1
        for node in _run(ast.parse(path.read_text(encoding="utf-8"))):
            for what in _foreign(node):
                check.fail(
                    f"{path.name}, line {node.lineno} imports {what}: a game imports from its own folder, from .. "
                    f"({', '.join(_SHARED)}), ...const, {' and '.join(_LIBRARY)} alone."
                )
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                check.fail(
                    f"{path.name}, line {node.lineno} prints: programs read what commands write, so take it out."
                )
    check.summary = f"{count} modules import and print nothing that they should not"
    return check


def _run(node: ast.AST) -> "Iterator[ast.stmt | ast.expr]":
    """Yield all statements and expressions that are run: nothing below ``if False`` or ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) in ("False", "TYPE_CHECKING"):
            continue
        if isinstance(child, ast.stmt | ast.expr):
            yield child
        yield from _run(child)


def _foreign(node: ast.AST) -> Iterator[str]:
    """Yield the modules that a statement imports and a game may not use."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name not in _LIBRARY)
    elif isinstance(node, ast.ImportFrom):
        names = [node.module] if node.module else [alias.name for alias in node.names]
        allowed = {0: _LIBRARY, 2: _SHARED, 3: ("const",)}.get(node.level, ())
        if node.level != 1:
            yield from (f"{'.' * node.level}{name}" for name in names if name.partition(".")[0] not in allowed)
