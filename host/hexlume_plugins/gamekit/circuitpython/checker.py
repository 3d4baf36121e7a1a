"""Static check for features that CircuitPython lacks in the firmware's sources.

It uses the table of features and the list of names that CircuitPython has.
"""

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .known_types import KnownTypes
from .names import BOARD_MODULES, PRESENT
from .pattern import fits, key, parsed
from .qualified import qualified
from .rules import RULES, Source
from .sources import Sources
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


def find(source: str, sources: Sources | None = None, name: str = "") -> list[Finding]:
    """Return what CircuitPython lacks of a source, in the order of its lines.

    ``sources`` has the package that it belongs to, as the module ``name``, whose types it uses.

    Annotations, what is under ``if False`` or ``if TYPE_CHECKING`` and what handles an ``ImportError`` may be
    anything: CircuitPython does not run them. A module that is imported in a ``try`` with such a handler may be
    missing.
    """
    tree = qualified(_Reached().visit(ast.parse(source)))
    types = KnownTypes(tree, sources.module(name) if sources else None)
    types.bind()
    tree = _Unannotated().visit(tree)
    found = {*_by_rows(tree, types), *_missing_names(tree)}
    whole = Source(tree, source)
    for feature, rule in _NAMED:
        found |= {Finding(line, feature) for line in rule(whole)}
    return sorted(found)


def find_all(folder: Path) -> Iterator[str]:
    """Yield a line for each finding in a folder with the firmware: ``file:line: feature``."""
    sources = Sources(folder / _PACKAGE)
    for path in sorted(folder.rglob("*.py")):
        name = sources.name_of(path) if path.is_relative_to(folder / _PACKAGE) else "none"
        for line, feature in find(path.read_text(), sources, name):
            yield f"{path.relative_to(folder.parent)}:{line}: {feature}"


def _by_rows(tree: ast.Module, types: KnownTypes) -> Iterator[Finding]:
    bound = set(_bound(tree))
    for node in ast.walk(tree):
        if getattr(node, "may_fail", False) or (isinstance(node, ast.Name) and node.id in bound):
            continue
        for part in _imported(node) if isinstance(node, ast.ImportFrom) else [node]:
            kind, name = key(part)
            for feature, pattern in [*_ROWS.get((kind, ""), ()), *(_ROWS.get((kind, name), ()) if name else ())]:
                if fits(pattern, part, types):
                    # A row shows an expression or a statement.
                    yield Finding(node.lineno, feature)  # type: ignore[attr-defined]


def _imported(node: ast.ImportFrom) -> list[ast.AST]:
    """Return what a from-import uses: the module, and attributes of it."""
    module = node.module or ""
    attributes = [parsed(f"{module}.{alias.name}") for alias in node.names if module and alias.name != "*"]
    return [ast.Import([ast.alias(module)]), *attributes]


def _missing_names(tree: ast.Module) -> Iterator[Finding]:
    """Yield modules that are not there, and names that built-ins and modules lack, in the table or not."""
    bound = set(_bound(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _module(alias.name, node)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield from _module(node.module, node)
            for alias in node.names:
                yield from _attribute(node.module, alias.name, node)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in bound:
            yield from _attribute(node.value.id, node.attr, node)
        elif isinstance(node, ast.Name) and node.id in _MISSING_BUILT_INS - bound:
            yield Finding(node.lineno, node.id)


def _module(name: str, node: ast.Import | ast.ImportFrom) -> Iterator[Finding]:
    known = name in PRESENT or name in BOARD_MODULES.split() or name.split(".", 1)[0] == _PACKAGE
    if not known and not getattr(node, "may_fail", False):
        yield Finding(node.lineno, f"import {name}")


def _attribute(module: str, name: str, node: ast.expr | ast.stmt) -> Iterator[Finding]:
    if module in PRESENT and name not in [*PRESENT[module].split(), "*"] and name[:2] != "__":
        yield Finding(node.lineno, f"{module}.{name}")


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


class _Unannotated(ast.NodeTransformer):
    """Takes annotations away."""

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)
