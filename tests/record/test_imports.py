"""The record needs only hexlume, the standard library and pydantic, and opens nothing."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import hexlume_record

SOURCES = sorted(Path(str(hexlume_record.__file__)).parent.rglob("*.py"))
MAY_IMPORT = {"hexlume", "hexlume_record", "pydantic", "annotated_types"}
"""Besides the standard library. ``annotated_types`` is pydantic's own."""
NO_INPUT_OR_OUTPUT = (
    {"asyncio", "ctypes", "fcntl", "http", "importlib", "io", "multiprocessing", "os", "pathlib", "pty", "shutil"}
    | {"select", "selectors", "signal", "socket", "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tempfile"}
    | {"threading", "urllib", "zipfile"}
)
OPENS = {"open", "print", "input", "exec", "eval", "__import__"}

IMPORT_ALL = """
import importlib, json, pkgutil, sys
import hexlume.games, pydantic.dataclasses
before = set(sys.modules)
opened = []
import hexlume_record
names = [module.name for module in pkgutil.walk_packages(hexlume_record.__path__, "hexlume_record.")]

def watch(event, arguments):
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "sqlite3.")):
        opened.append((event, arguments))
    elif event == "open" and not str(arguments[0]).endswith((".py", ".pyc")) and ".pyc." not in str(arguments[0]):
        opened.append((event, arguments))

sys.addaudithook(watch)
for name in names:
    importlib.import_module(name)
print(json.dumps([names, opened, sorted({name.partition(".")[0] for name in set(sys.modules) - before})], default=str))
"""


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


def test_every_module_can_be_imported_alone_and_opens_nothing() -> None:
    # With -B, as an import that writes compiled code opens a file.
    ran = subprocess.run([sys.executable, "-B", "-c", IMPORT_ALL], capture_output=True, text=True, check=True)
    names, opened, modules = json.loads(ran.stdout)
    assert len(names) > 30
    assert opened == []
    assert set(modules) - sys.stdlib_module_names <= MAY_IMPORT
