"""The record needs only hexlume and the standard library, and imports and calls nothing that opens something."""

import ast
import sys
from pathlib import Path

import pytest

import hexlume_record

SOURCES = sorted(Path(str(hexlume_record.__file__)).parent.rglob("*.py"))
MAY_IMPORT = {"hexlume", "hexlume_record"}
"""Besides the standard library."""
NO_INPUT_OR_OUTPUT = (
    {"asyncio", "ctypes", "fcntl", "http", "importlib", "io", "multiprocessing", "os", "pathlib", "pty", "shutil"}
    | {"select", "selectors", "signal", "socket", "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tempfile"}
    | {"threading", "urllib", "zipfile"}
)
OPENS = {"open", "print", "input", "exec", "eval", "__import__"}


def imported(path: Path) -> set[str]:
    """Return the top-level modules that a file imports by their full names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_module_imports_and_calls_nothing_that_opens_files_sockets_or_processes(path: Path) -> None:
    assert imported(path) - sys.stdlib_module_names <= MAY_IMPORT
    assert not imported(path) & NO_INPUT_OR_OUTPUT
    calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    assert not {call.id for call in calls if isinstance(call, ast.Name)} & OPENS
