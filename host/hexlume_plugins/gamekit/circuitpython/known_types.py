"""Types of expressions, as far as sources show them without running them."""

import ast
from typing import TYPE_CHECKING

from .sources import Class, Function, Module

if TYPE_CHECKING:
    from .sources import Type

_CALLS = {
    "array.array": "array",
    "collections.deque": "deque",
    "io.StringIO": "stringio",
    "open": "file",
    "len": "int",
    "ord": "int",
    **dict.fromkeys(("iter", "map", "filter", "zip", "reversed", "enumerate"), "iterator"),
    **{
        name: name
        for name in ("bytearray", "bytes", "dict", "float", "int", "list", "memoryview", "range", "str", "tuple")
    },
}
_METHODS = {"encode": "bytes", "decode": "str"}
_DISPLAYS = {
    ast.JoinedStr: "str",
    ast.Tuple: "tuple",
    ast.List: "list",
    ast.ListComp: "list",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.GeneratorExp: "iterator",
}
_SLICED = ("array", "bytearray", "bytes", "list", "memoryview", "str", "tuple")
_FILE = 0
"""The scope of names outside functions."""


class KnownTypes:
    """The types of a file's names and attributes. A name that has two types in a function has none there.

    With the file's ``module``, classes and functions of other files are known too.
    """

    def __init__(self, tree: ast.Module, module: Module | None = None) -> None:
        self._module = module
        self._of: dict[tuple[int, str], Type] = {}
        self._scopes: dict[int, tuple[int, ...]] = {}
        """The scopes of a name's use, the innermost first, by the node's id."""
        self._asked: set[int] = set()
        self._tree = tree  # ids must stay those of its nodes
        self._scope: tuple[int, ...] = (_FILE,)
        self._later: list[tuple[ast.AST, tuple[int, ...]]] = []
        self._walk(tree, None)

    def bind(self) -> None:
        """Find the types of all names."""
        for node, scope in self._later:
            self._scope = scope
            self._bind(node)

    def of(self, node: ast.AST | None) -> "Type":
        """Return the type of an expression, or ``None`` if the sources do not show it."""
        if node is None or id(node) in self._asked:
            # What is defined by itself has no type here.
            return None
        self._asked.add(id(node))
        try:
            return self._type(node)
        finally:
            self._asked.discard(id(node))

    def of_name(self, name: str) -> str | None:
        """Return the built-in type of a name outside functions."""
        found = self._of.get((_FILE, name))
        return found if isinstance(found, str) else None

    def annotated(self, annotation: ast.expr | None) -> "Type":
        """Return the type that an annotation names, such as ``array`` for ``"array[int]"``."""
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = ast.parse(annotation.value, mode="eval").body
        if isinstance(annotation, ast.BinOp):
            sides = [self.annotated(one) for one in (annotation.left, annotation.right)]
            members = [one for side in sides for one in (side if isinstance(side, list) else [side])]
            classes = [one for one in members if isinstance(one, Class)]
            return classes if len(classes) == len(members) else None
        if isinstance(annotation, ast.Subscript):
            annotation = annotation.value
        name = ast.unparse(annotation) if annotation else ""
        if name in ("array", "array.array"):
            return "array"
        if name in _CALLS.values():
            return name
        found = self._module.find(name) if self._module else None
        return found if isinstance(found, Class) else None

    def _type(self, node: ast.AST) -> "Type":
        if isinstance(node, ast.Constant):
            return type(node.value).__name__
        if type(node) in _DISPLAYS:
            return _DISPLAYS[type(node)]
        if isinstance(node, ast.Name):
            found = self._find(node)
            return found if isinstance(found, str | Class | list) else None
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            sliced = self.of(node.value)
            return sliced if sliced in _SLICED else None
        if isinstance(node, ast.Subscript):
            return "int" if self.of(node.value) in ("bytearray", "bytes") else None
        if isinstance(node, ast.IfExp):
            found, other = self.of(node.body), self.of(node.orelse)
            return found if found == other else None
        if isinstance(node, ast.Call):
            return self._returned(node)
        return None

    def _find(self, node: ast.Name) -> "Type | Function | Module":
        """Return what a name stands for where it is used."""
        for scope in self._scopes.get(id(node), (_FILE,)):
            if (scope, node.id) in self._of:
                return self._of[scope, node.id]
        found = self._module.find(node.id) if self._module else None
        # A class by its name is no instance of it.
        return None if isinstance(found, Class) else found

    def _attribute(self, node: ast.Attribute) -> "Type":
        value = self._find(node.value) if isinstance(node.value, ast.Name) else self.of(node.value)
        if isinstance(value, Module):
            found = value.find(node.attr)
            return found if isinstance(found, str) else None
        if isinstance(value, Class):
            return value.attribute(node.attr)
        if isinstance(value, list):
            first, *others = (one.attribute(node.attr) for one in value)
            return first if all(one == first for one in others) else None
        return None if isinstance(value, str) else self._of.get((_FILE, "." + node.attr))

    def _returned(self, node: ast.Call) -> "Type":
        """Return the type of what a call returns."""
        called = node.func
        if isinstance(called, ast.Attribute):
            if called.attr in _METHODS:
                return _METHODS[called.attr]
            value = self._find(called.value) if isinstance(called.value, ast.Name) else self.of(called.value)
            if isinstance(value, Class):
                method = value.method(called.attr)
                return method.returns if method else None
            if isinstance(value, Module):
                return _made(value.find(called.attr))
        if not isinstance(called, ast.Name) or not self._module:
            return _CALLS.get(ast.unparse(called))
        if called.id == "const" and len(node.args) == 1:
            return self.of(node.args[0])
        return _CALLS.get(called.id) or _made(self._module.find(called.id))

    def _walk(self, node: ast.AST, of_class: Class | None) -> None:
        """Note the scope of each name, and bind what has a type."""
        for child in ast.iter_child_nodes(node):
            outer = self._scope
            if isinstance(child, ast.FunctionDef | ast.Lambda):
                self._scope = (id(child), *outer)
                if of_class is not None and isinstance(child, ast.FunctionDef) and child.args.args:
                    self._of[id(child), child.args.args[0].arg] = of_class
            elif isinstance(child, ast.Name):
                self._scopes[id(child)] = outer
            self._later.append((child, self._scope))
            inner = self._module.find(child.name) if isinstance(child, ast.ClassDef) and self._module else None
            self._walk(child, inner if isinstance(inner, Class) else None)
            self._scope = outer

    def _bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value)
        elif isinstance(node, ast.AnnAssign):
            self._note(node.target, self.annotated(node.annotation))
        elif isinstance(node, ast.arg):
            if self._of.get((self._scope[0], node.arg)) is None:
                self._note(ast.Name(node.arg), self.annotated(node.annotation))
        elif isinstance(node, ast.For | ast.comprehension):
            self._note(node.target, self._item(node.iter))
        elif isinstance(node, ast.NamedExpr):
            self._note(node.target, self.of(node.value))
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._note(node.optional_vars, self.of(node.context_expr))
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self._note(ast.Name(node.name), ast.unparse(node.type) if node.type else None)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, its_value in zip(target.elts, value.elts, strict=True):
                self._assign(one, its_value)
        else:
            self._note(target, self.of(value))

    def _item(self, of: ast.expr) -> "Type":
        """Return the type of what a loop goes over."""
        return "int" if self.of(of) in ("range", "bytearray", "bytes") else None

    def _note(self, target: ast.expr, kind: "Type") -> None:
        if isinstance(target, ast.Tuple | ast.List):
            for part in target.elts:
                self._note(part, None)
        elif isinstance(target, ast.Starred):
            self._note(target.value, "list")
        elif isinstance(target, ast.Name | ast.Attribute):
            key = (self._scope[0], target.id) if isinstance(target, ast.Name) else (_FILE, "." + target.attr)
            self._of[key] = kind if self._of.get(key, kind) == kind else None


def _made(called: "Class | Function | Module | str | None") -> "Type":
    """Return the type of what calling something makes."""
    if isinstance(called, Function):
        return called.returns
    return called if isinstance(called, Class) else None
