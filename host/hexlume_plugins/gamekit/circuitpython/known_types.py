"""Types of expressions, as far as a file shows them without running it."""

import ast
from collections.abc import Iterator

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
_OF_A_GAME = {"self.board": "bytearray", "game.board": "bytearray", "self.NAME": "str"}
"""What the rules of a game have from ``hexlume.games.game``."""


class KnownTypes:
    """The types of a file's names and attributes, each by how it is written: one that is given two types has none."""

    def __init__(self, tree: ast.Module) -> None:
        self._given: dict[str, list[ast.expr | str | None]] = {name: [kind] for name, kind in _OF_A_GAME.items()}
        self._asked: set[str] = set()
        nodes = list(ast.walk(tree))
        bindings = [binding for node in nodes for binding in _bindings(node)]
        bound = {id(target) for target, _ in bindings}
        others = [node for node in nodes if isinstance(getattr(node, "ctx", None), ast.Store) and id(node) not in bound]
        for target, value in [*bindings, *((node, None) for node in others)]:
            self._given.setdefault(ast.unparse(target), []).append(value)

    def of(self, node: ast.AST | None) -> str | None:
        """Return the type of an expression, or ``None`` if the file does not show it."""
        if isinstance(node, ast.Constant):
            return type(node.value).__name__
        if isinstance(node, ast.Name | ast.Attribute):
            return self._named(ast.unparse(node))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.of(node.value)
        if isinstance(node, ast.Call):
            method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            return _METHODS.get(method) or _CALLS.get(ast.unparse(node.func))
        return _DISPLAYS.get(type(node))

    def _named(self, name: str) -> str | None:
        if name in self._asked:
            # What is defined by itself has no type here.
            return None
        self._asked.add(name)
        kinds = {one if isinstance(one, str) else self.of(one) for one in self._given.get(name, ())}
        self._asked.discard(name)
        return kinds.pop() if len(kinds) == 1 else None


def _bindings(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | str | None]]:
    """Yield what a node gives a value or a type, with that."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=False)
            else:
                yield target, node.value
    elif isinstance(node, ast.AnnAssign):
        yield node.target, _annotated(node.annotation)
    elif isinstance(node, ast.arg):
        yield ast.Name(node.arg), _annotated(node.annotation)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield ast.Name(node.name), ast.unparse(node.type) if node.type else None


def _annotated(annotation: ast.expr | None) -> str | None:
    """Return the type that an annotation names, such as ``array`` for ``"array[int]"``."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = ast.unparse(annotation) if annotation else ""
    return name.rpartition(".")[2] if name in ("array", *_CALLS, *_CALLS.values()) else None
