"""Types of expressions, as far as one file shows them without running it."""

import ast

_CALLS = {
    "array.array": "array",
    "collections.deque": "deque",
    "io.StringIO": "stringio",
    "open": "file",
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


class KnownTypes:
    """The types of a file's names and attributes. A name that has two types in a file has none here."""

    def __init__(self, tree: ast.Module) -> None:
        self._of: dict[str, str | None] = {}
        for node in ast.walk(tree):
            self._bind(node)

    def of(self, node: ast.AST) -> str | None:
        """Return the type of an expression, or None if the file does not show it."""
        if isinstance(node, ast.Constant):
            return type(node.value).__name__
        if type(node) in _DISPLAYS:
            return _DISPLAYS[type(node)]
        if isinstance(node, ast.Name | ast.Attribute):
            return self._of.get(_key(node))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            sliced = self.of(node.value)
            return sliced if sliced in _SLICED else None
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
                return _METHODS[node.func.attr]
            return _CALLS.get(ast.unparse(node.func))
        return None

    def _bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._note(target, self.of(node.value))
        elif isinstance(node, ast.AnnAssign):
            self._note(node.target, _annotated(node.annotation))
        elif isinstance(node, ast.arg):
            self._note(ast.Name(node.arg), _annotated(node.annotation))
        elif isinstance(node, ast.For | ast.comprehension):
            self._note(node.target, None)
        elif isinstance(node, ast.NamedExpr):
            self._note(node.target, self.of(node.value))
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._note(node.optional_vars, self.of(node.context_expr))
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self._note(ast.Name(node.name), ast.unparse(node.type) if node.type else None)

    def _note(self, target: ast.expr, kind: str | None) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            for part in target.elts:
                self._note(part, None)
        elif isinstance(target, ast.Starred):
            self._note(target.value, "list")
        elif isinstance(target, ast.Name | ast.Attribute):
            key = _key(target)
            self._of[key] = kind if self._of.get(key, kind) == kind else None


def _key(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else "." + node.attr


def _annotated(annotation: ast.expr | None) -> str | None:
    """Return the type that an annotation names, such as ``array`` for ``"array[int]"``."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = annotation.id if isinstance(annotation, ast.Name) else None
    return name if name == "array" or name in _CALLS.values() else None
