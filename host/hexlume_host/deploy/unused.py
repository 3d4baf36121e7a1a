"""Leaves functions and classes out of sources that go to a board where nothing on the board names them.

The rules serve other programs as well, which ask for positions and strings that a board has no use for.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .source_edits import Edit, edited, end_of
from .source_names import bodies, named, walk

_Definition = ast.FunctionDef | ast.ClassDef


def without_unused(package: Mapping[str, bytes], programs: Iterable[bytes], outside: Iterable[str]) -> dict[str, bytes]:
    """Return a package's sources without the functions, methods and classes that neither it nor ``programs`` name.

    A text that is a name counts as one. What has a name of ``outside``, or one that Python itself calls, stays: others
    may call it. Every statement stays in its line. Raises ``SyntaxError`` for a source that is no Python.
    """
    kept = dict(package)
    strangers = {name for program in programs for name in named(ast.parse(program))} | set(outside)
    read: dict[bytes, _Source] = {}
    while True:
        # Few sources become shorter each time.
        read = {source: read.get(source) or _Source.read(source) for source in kept.values()}
        members = strangers.union(*(source.asked_for for source in read.values()))
        used = members.union(*(source.names for source in read.values()))
        fewer = {path: _without(source, read[source].tree, used, members) for path, source in kept.items()}
        if fewer == kept:
            return kept
        kept = fewer


@dataclass(frozen=True, slots=True)
class _Source:
    """A source's tree; ``asked_for`` and ``names`` are what those below find in it."""

    tree: ast.Module
    asked_for: set[str]
    names: set[str]

    @classmethod
    def read(cls, source: bytes) -> "_Source":
        tree = ast.parse(source)
        return cls(tree, _asked_for(tree), _read(tree))


def _asked_for(tree: ast.Module) -> set[str]:
    """Return the names that a source asks objects for, and those in its texts and straight in its classes."""
    found = {node.attr for node in walk(tree) if isinstance(node, ast.Attribute)}
    found |= {node.value for node in walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    for body in bodies(tree):
        if body is not tree.body:
            found = found.union(*(_read(part) for part in body if not isinstance(part, ast.FunctionDef)))
    return found


def _read(tree: ast.AST) -> set[str]:
    """Return the variables that a source reads, and what it imports."""
    found = {node.id for node in walk(tree) if isinstance(node, ast.Name)}
    imported = (node.name for node in walk(tree) if isinstance(node, ast.alias))
    return found.union(*(name.split(".") for name in imported))


def _without(source: bytes, tree: ast.Module, used: set[str], members: set[str]) -> bytes:
    edits: list[Edit] = []
    lines = source.split(b"\n")
    for definition, alone in _unused(tree, used, members):
        first = min([definition.lineno, *(one.lineno for one in definition.decorator_list)]) - 1
        last = (definition.end_lineno or definition.lineno) - 1
        begin = len(lines[first]) - len(lines[first].lstrip())
        for line in range(first, last + 1):
            start, end = (begin if line == first else 0), (end_of(definition) if line == last else len(lines[line]))
            edits.append((line, start, end, "pass" if alone and line == first else ""))
    return edited(source, edits)


def _unused(tree: ast.Module, used: set[str], members: set[str]) -> Iterator[tuple[_Definition, bool]]:
    """Yield the definitions that go: a module's, and its other classes'; and whether one takes its class's last."""
    for statement in tree.body:
        if not isinstance(statement, _Definition):
            continue
        if statement.name not in used and not statement.name.startswith("__"):
            yield statement, False
        elif isinstance(statement, ast.ClassDef):
            found = [part for part in statement.body if isinstance(part, ast.FunctionDef)]
            gone = [part for part in found if part.name not in members and not part.name.startswith("__")]
            yield from ((part, part is gone[0] and len(gone) == len(statement.body)) for part in gone)
