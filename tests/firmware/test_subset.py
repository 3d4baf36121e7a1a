"""The firmware keeps to the syntax and the modules that CircuitPython 9 has, as far as a parser can see it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
SOURCES = sorted(FIRMWARE.rglob("*.py"))

MODULES = {
    "analogio",
    "array",
    "binascii",
    "board",
    "collections",
    "digitalio",
    "gc",
    "hexlume",
    "json",
    "keypad",
    "math",
    "microcontroller",
    "neopixel",
    "os",
    "pwmio",
    "random",
    "storage",
    "struct",
    "supervisor",
    "sys",
    "time",
    "traceback",
    "usb_cdc",
    "watchdog",
}
"""Modules of CircuitPython 9 on an RP2040 that the firmware may use, and what lies on its drive."""

NODES: dict[type[ast.AST], str] = {
    ast.Match: "match",
    ast.NamedExpr: ":=",
    ast.AsyncFunctionDef: "async def",
    ast.AsyncFor: "async for",
    ast.AsyncWith: "async with",
    ast.Await: "await",
    ast.TryStar: "except*",
}
"""What its compiler lacks, or what would come to need asyncio."""


def problems(source: str) -> list[str]:
    """Return what of a source CircuitPython 9 lacks."""
    tree = ast.parse(source)
    return [*_syntax(tree), *_formatted(tree, source), *_imports(tree)]


def _syntax(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if type(node) in NODES:
            yield NODES[type(node)]
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield "positional-only parameters"
        elif isinstance(node, ast.ClassDef) and (node.keywords or node.decorator_list):
            yield "a metaclass, a class's keywords or a decorated class"
        elif isinstance(node, ast.ClassDef) and len(node.bases) > 1:
            yield "several base classes"
        elif type(node).__name__ in ("TypeAlias", "TypeVar"):
            yield "type parameters"


def _formatted(tree: ast.AST, source: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        text = ast.get_source_segment(source, node) or ""
        for value in node.values:
            if not isinstance(value, ast.FormattedValue):
                continue
            # {x=} is parsed as the text "x=" before a value with the conversion !r.
            inside = ast.get_source_segment(source, value.value) or ""
            if "{" + inside + "=" in text.replace(" ", ""):
                yield "f-string with ="
            if any(isinstance(part, ast.JoinedStr) for part in ast.walk(value.value)):
                yield "f-string within an f-string"


def _imports(tree: ast.AST) -> Iterator[str]:
    """Yield modules that are not there, but for those under TYPE_CHECKING or in a try with ImportError."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for other in node.orelse:
                yield from _imports(other)
            continue
        if isinstance(node, ast.Try) and any(
            isinstance(handler.type, ast.Name) and handler.type.id == "ImportError" for handler in node.handlers
        ):
            continue
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        for name in names:
            if name.split(".")[0] not in MODULES:
                yield f"import {name}"
        yield from _imports(node)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_a_source_keeps_to_the_subset(path: Path) -> None:
    assert problems(path.read_text()) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("match x:\n    case 1: pass", "match"),
        ("if (n := 1): pass", ":="),
        ("async def f(): pass", "async def"),
        ("def f(a, /): pass", "positional-only parameters"),
        ("try: pass\nexcept* ValueError: pass", "except*"),
        ("f'{x=}'", "f-string with ="),
        ("f'{f\"{x}\"}'", "f-string within an f-string"),
        ("from dataclasses import dataclass", "import dataclasses"),
        ("import enum", "import enum"),
        ("from typing import Any", "import typing"),
        ("def f():\n    import asyncio", "import asyncio"),
        ("class A(metaclass=M): pass", "a metaclass, a class's keywords or a decorated class"),
        ("class A(B, C): pass", "several base classes"),
    ],
)
def test_what_it_lacks_is_found(source: str, found: str) -> None:
    assert found in problems(source)


@pytest.mark.parametrize(
    "source",
    [
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any",
        "try:\n    from typing import Any\nexcept ImportError:\n    pass",
        "f'{x == 1} = {y!r}'",
        "from . import wire",
    ],
)
def test_what_it_has_is_not(source: str) -> None:
    assert problems(source) == []
