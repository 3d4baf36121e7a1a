"""Writes the values of constants where they are used, in sources that go to a board.

A constant that modules import from one another costs a board's heap its name and a place among the names of every one
of these modules; a small number in its place costs nothing more than the name did. Every statement stays in its line.
"""

import ast
import operator
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .source_edits import Edit, edited, end_of
from .source_names import walk

Value = int | str

_LARGEST = (1 << 30) - 1
"""Larger whole numbers are objects of their own in MicroPython."""
_LONGEST = 10
"""Longer texts are."""
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
}


def inlined(package: Mapping[str, bytes], programs: Iterable[bytes] = ()) -> dict[str, bytes]:
    """Return a package's sources (UTF-8, by path within it) with its small constants written where they are used.

    ``programs`` are those that import the package: what they name stays. Raises ``SyntaxError`` for what is no Python.
    """
    modules = {path: _Module(path, source, ast.parse(source)) for path, source in package.items()}
    for path in modules:
        _evaluate(path, modules, set())
    kept = {word for program in programs for node in walk(ast.parse(program)) for word in _words(node)}
    for module in modules.values():
        kept |= module.asked_of_others(modules)
    return {path: module.written(modules, kept) for path, module in modules.items()}


@dataclass(slots=True)
class _Module:
    """A module, the constants it has of its own (``None`` until evaluated), and where names in it come from."""

    path: str
    source: bytes
    tree: ast.Module
    constants: dict[str, Value] | None = None
    bound: Counter[str] = field(default_factory=Counter)
    """How often the module binds a name, anywhere."""
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The modules of the package from which names at the module's top are, and what they are called there."""
    folders: dict[str, str] = field(default_factory=dict)
    """The modules that names stand for."""

    def __post_init__(self) -> None:
        for node in walk(self.tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self.bound[node.id] += 1
            elif isinstance(node, ast.arg):
                self.bound[node.arg] += 1
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                self.bound[node.name] += 1
            elif isinstance(node, ast.Global | ast.Nonlocal):
                self.bound.update(node.names * 2)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self.bound[alias.asname or alias.name] += 1

    def follow_imports(self, modules: Mapping[str, "_Module"]) -> None:
        """Find out where the names that are imported come from."""
        for node in walk(self.tree):
            if not isinstance(node, ast.ImportFrom) or not node.level:
                continue
            folder = self.path.split("/")[: -node.level] + (node.module or "").split(".") * bool(node.module)
            for alias in node.names:
                name = alias.asname or alias.name
                whole = "/".join([*folder, alias.name]) + ".py"
                if whole in modules:
                    self.folders[name] = whole
                elif "/".join(folder) + ".py" in modules:
                    self.imports[name] = ("/".join(folder) + ".py", alias.name)

    def asked_of_others(self, modules: Mapping[str, "_Module"]) -> set[str]:
        """Return the names that other modules must go on having: imported, or asked of what may be a module."""
        asked = set[str]()
        for node in walk(self.tree):
            if isinstance(node, ast.Attribute) and self._value_at(node, modules) is None:
                asked.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                asked.add(node.value)
            elif isinstance(node, ast.ImportFrom):
                # What cannot be written where it is used goes on being imported.
                asked |= {
                    alias.name for alias in node.names if self.value_of(alias.asname or alias.name, modules) is None
                }
        return asked

    def value_of(self, name: str, modules: Mapping[str, "_Module"]) -> Value | None:
        """Return the constant that a name stands for anywhere in this module; ``None`` for anything else."""
        if self.bound[name] != 1:
            return None
        if name in self.imports:
            path, called = self.imports[name]
            return (modules[path].constants or {}).get(called)
        return (self.constants or {}).get(name)

    def _value_at(self, node: ast.Attribute, modules: Mapping[str, "_Module"]) -> Value | None:
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load) and self.bound[node.value.id] == 1:
            path = self.folders.get(node.value.id)
            if path is not None:
                return (modules[path].constants or {}).get(node.attr)
        return None

    def written(self, modules: Mapping[str, "_Module"], kept: set[str]) -> bytes:
        """Return the source with values for constants; a constant in ``kept`` stays defined."""
        lines = self.source.split(b"\n")
        edits: list[Edit] = []
        defined = {name for name in self.constants or {} if name not in kept and self.bound[name] == 1}
        wanted = {name for other in modules.values() for path, name in other.imports.values() if path == self.path}
        gone = [statement for statement in self.tree.body if _target(statement) in defined]
        for statement in gone:
            _blank(lines, statement, b"")
        used = _loads(self.tree) - sum(map(_loads, gone), Counter())
        for node in walk(self.tree):
            value = None
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                value = self.value_of(node.id, modules)
            elif isinstance(node, ast.Attribute):
                value = self._value_at(node, modules)
            elif isinstance(node, ast.ImportFrom) and node.level:
                self._shorten(lines, node, modules, wanted | set(used))
            if value is not None and isinstance(node, ast.expr):
                text = f"({value})" if isinstance(value, int) and value < 0 else repr(value)
                edits.append((node.lineno - 1, node.col_offset, end_of(node), text))
        # What was taken out has no place left for an edit.
        return edited(b"\n".join(lines), [edit for edit in edits if lines[edit[0]]])

    def _shorten(
        self, lines: list[bytes], node: ast.ImportFrom, modules: Mapping[str, "_Module"], used: set[str]
    ) -> None:
        """Leave those names out of an import that are constants, or that only the values of constants used."""
        left = [
            alias
            for alias in node.names
            if (alias.asname or alias.name) in used and self.value_of(alias.asname or alias.name, modules) is None
        ]
        if len(left) == len(node.names):
            return
        names = ", ".join(alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in left)
        text = f"from {'.' * node.level}{node.module or ''} import {names}" if left else "pass"
        _blank(lines, node, text.encode())


def _evaluate(path: str, modules: Mapping[str, _Module], asked: set[str]) -> dict[str, Value]:
    """Find the constants that a module defines, once in its whole source; ``asked`` are modules that are at it."""
    module = modules[path]
    if module.constants is not None or path in asked:
        return module.constants or {}
    module.follow_imports(modules)
    for source, _ in module.imports.values():
        _evaluate(source, modules, asked | {path})
    found: dict[str, Value] = {}
    module.constants = found
    for statement in module.tree.body:
        name = _target(statement)
        if not name.isupper() or module.bound[name] != 1 or not isinstance(statement, ast.Assign):
            continue
        value = _value(statement.value, module, modules)
        if isinstance(value, str):
            small = len(value) <= _LONGEST
        else:
            small = value is not None and not isinstance(value, bool) and abs(value) <= _LARGEST
        if small and value is not None:
            found[name] = value
    return found


def _value(node: ast.expr, module: _Module, modules: Mapping[str, _Module]) -> Value | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | str):
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const" and node.args:
        return _value(node.args[0], module, modules)
    if isinstance(node, ast.Name):
        return module.value_of(node.id, modules)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, module, modules)
        return -value if isinstance(value, int) else None
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, module, modules), _value(node.right, module, modules)
        if isinstance(left, int) and isinstance(right, int):
            value = _OPERATORS[type(node.op)](left, right)
            return value if isinstance(value, int) else None
    return None


def _target(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        (target,) = statement.targets
        if isinstance(target, ast.Name):
            return target.id
    return ""


def _blank(lines: list[bytes], statement: ast.stmt, instead: bytes) -> None:
    """Write something in place of a statement that has its lines to itself; the lines it took stay, empty."""
    first = statement.lineno - 1
    lines[first] = lines[first][: statement.col_offset] + instead if instead else b""
    for line in range(first + 1, statement.end_lineno or statement.lineno):
        lines[line] = b""


def _loads(tree: ast.AST) -> Counter[str]:
    return Counter(node.id for node in walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))


def _words(node: ast.AST) -> Iterable[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.alias):
        yield node.name
