"""The check of a game's code as text: what CircuitPython lacks, what it imports, and that it does not print."""

import ast
from collections.abc import Iterator
from pathlib import Path

from hexlume_host.flash.firmware_files import board_modules

from .circuitpython.checker import find, reached
from .report import Check

_SHARED = ("notation", "game", "pieces", "grid", "placing", "repetition", "outcome")
"""What a game may use of the package of games."""
_LIBRARY = ("array", "math")
"""What it may use of the standard library: nothing that a board lacks, and nothing that differs from game to game."""


def check_code(folder: Path) -> Check:
    """Check all modules of a game's folder but its tests."""
    check = Check("code")
    paths = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith("test")]
    for path in paths:
        for node in ast.walk(reached(path.read_text(encoding="utf-8"))):
            for what in _foreign(node):
                check.fail(
                    f"{path.name}, line {getattr(node, 'lineno', 0)} imports {what}: a game imports from its own "
                    f"folder, from .. ({', '.join(_SHARED)}), ...const, {' and '.join(_LIBRARY)} alone."
                )
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                check.fail(f"{path.name}, line {node.lineno} prints: programs read what commands write. Take it out.")
    for path in () if check.failures else board_modules(folder):
        for line, feature in find(path.read_text(encoding="utf-8")):
            check.fail(f"CircuitPython lacks what line {line} of {path.name} uses: {feature}.")
    check.summary = f"{len(paths)} modules use, import and print nothing that they should not"
    return check


def _foreign(node: ast.AST) -> Iterator[str]:
    """Yield the modules that a statement imports and a game may not use."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name not in _LIBRARY)
    elif isinstance(node, ast.ImportFrom) and node.level != 1:
        names = [node.module] if node.module else [alias.name for alias in node.names]
        allowed = {0: _LIBRARY, 2: _SHARED, 3: ("const",)}.get(node.level, ())
        yield from (f"{'.' * node.level}{name}" for name in names if name.partition(".")[0] not in allowed)
