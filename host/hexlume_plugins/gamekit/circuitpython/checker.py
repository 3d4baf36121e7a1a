"""Static check for features that CircuitPython lacks in the firmware's sources.

It uses the table of features and the list of names that CircuitPython has.
"""

import ast
import builtins
from collections.abc import Iterator
from typing import NamedTuple

from .known_types import KnownTypes
from .names import BOARD_MODULES, PRESENT
from .pattern import fits, key, parsed
from .rules import RULES
from .table import ROWS

_PACKAGE = "hexlume"
_ROWS: dict[tuple[type, str], list[tuple[str, ast.AST]]] = {}
for _row in ROWS:
    if not _row.use.startswith("@"):
        _ROWS.setdefault(key(parsed(_row.use)), []).append((_row.feature, parsed(_row.use)))
_NAMED = [(row.feature, RULES[row.use]) for row in ROWS if row.use.startswith("@")]
_MISSING_BUILT_INS = {name for name in dir(builtins) if name[0] != "_"} - {*PRESENT["builtins"].split()}


class Finding(NamedTuple):
    """A use of something that CircuitPython lacks."""

    line: int
    feature: str


def find(source: str) -> list[Finding]:
    """Return what CircuitPython lacks of a source, in the order of its lines.

    Annotations, what is under ``if False`` or ``if TYPE_CHECKING`` and what handles an ``ImportError`` may be
    anything: CircuitPython does not run them. A module that is imported in a ``try`` with such a handler may be
    missing.
    """
    tree = reached(source)
    tree = _Qualified(dict(_aliases(tree))).visit(tree)
    types = KnownTypes(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    bound = set(_bound(tree))
    return sorted(
        {
            Finding(getattr(node, "lineno", 0), feature)
            for node in ast.walk(tree)
            if not getattr(node, "may_fail", False)
            for feature in (*_features(node, types, bound), *_missing_names(node, bound))
        }
    )


def reached(source: str) -> ast.Module:
    """Return what CircuitPython runs of a source."""
    tree: ast.Module = _Reached().visit(ast.parse(source))
    return tree


def _features(node: ast.AST, types: KnownTypes, bound: set[str]) -> Iterator[str]:
    """Yield the features of the table that a node uses."""
    yield from (feature for feature, rule in _NAMED if rule(node))
    if isinstance(node, ast.Name) and node.id in bound:
        return
    kind, name = key(node)
    for feature, pattern in [row for at in {(kind, ""), (kind, name)} for row in _ROWS.get(at, ())]:
        if fits(pattern, node, types):
            yield feature


def _missing_names(node: ast.AST, bound: set[str]) -> Iterator[str]:
    """Yield modules that are not there, and names that built-ins and modules lack, in the table or not."""
    if isinstance(node, ast.Import):
        yield from (f"import {alias.name}" for alias in node.names if not _is_present(alias.name))
    elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
        if not _is_present(node.module):
            yield f"import {node.module}"
        yield from (f"{node.module}.{alias.name}" for alias in node.names if _lacks(node.module, alias.name))
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in bound:
        if _lacks(node.value.id, node.attr):
            yield f"{node.value.id}.{node.attr}"
    elif isinstance(node, ast.Name) and node.id in _MISSING_BUILT_INS - bound:
        yield node.id


def _is_present(module: str) -> bool:
    return module in PRESENT or module in BOARD_MODULES.split() or module.split(".", 1)[0] == _PACKAGE


def _lacks(module: str, name: str) -> bool:
    return module in PRESENT and name not in [*PRESENT[module].split(), "*"] and name[:2] != "__"


def _bound(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a source gives a meaning of its own, other than by an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


class _Reached(ast.NodeTransformer):
    """Leaves what CircuitPython runs."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if ast.unparse(node.test) in ("False", "TYPE_CHECKING"):
            return node.orelse
        return node

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        handlers = [one for one in node.handlers if one.type is None or ast.unparse(one.type) != "ImportError"]
        if len(handlers) < len(node.handlers):
            for part in ast.walk(ast.Module(node.body, [])):
                if isinstance(part, ast.Import | ast.ImportFrom):
                    part.may_fail = True  # type: ignore[union-attr]
            node.handlers = handlers
        self.generic_visit(node)
        return node


def _aliases(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that imports bind, each with the full name of what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


class _Qualified(ast.NodeTransformer):
    """Writes imported names in full: ``array.array`` for ``array`` after ``from array import array``."""

    def __init__(self, aliases: dict[str, str]) -> None:
        self._aliases = aliases

    def visit_Name(self, node: ast.Name) -> ast.AST:
        full = self._aliases.get(node.id)
        if full is None or not isinstance(node.ctx, ast.Load):
            return node
        value = ast.parse(full, mode="eval").body
        for part in ast.walk(value):
            ast.copy_location(part, node)
        return value
