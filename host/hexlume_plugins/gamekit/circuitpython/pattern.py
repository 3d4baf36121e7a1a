"""Patterns of Python code, to find a feature's uses.

A pattern is Python source, an expression or a statement, in which

- ``_`` stands for any expression and ``_bytearray`` for one of that type, as far as the file shows it
  (``known_types.py``); ``_type`` stands for the name of a built-in type, ``_item`` for an expression
  that is not known to be a string of bytes,
- ``in`` stands for ``not in`` too,
- ``...`` as a call's last argument stands for any further arguments; a keyword must be there, others may be,
- a string that begins with ``~`` is a regular expression, searched in a string or a number of the code,
- what is left out of a slice, and the parameters and the body of a ``def``, may be anything.
"""

import ast
import re
from functools import cache
from itertools import repeat

from .known_types import KnownTypes

_ANY = re.compile(r"_([A-Za-z]\w*)?")
_TYPES = {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple", "type"}
_BYTES = ("bytearray", "bytes", "memoryview", "str")
_IGNORED = {"ctx", "kind", "type_comment"}


@cache
def parsed(pattern: str) -> ast.AST:
    """Return a pattern's syntax tree."""
    (statement,) = ast.parse(pattern).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def key(node: ast.AST) -> tuple[type, str]:
    """Return a key that a pattern and what it fits have in common, unless the pattern's key has no name."""
    named = node.func if isinstance(node, ast.Call) else node
    if isinstance(named, ast.Name):
        return type(node), "" if _ANY.fullmatch(named.id) else named.id
    if isinstance(named, ast.Attribute):
        return type(node), "" if named.attr == "_" else named.attr
    return type(node), ""


def fits(pattern: object, node: object, types: KnownTypes) -> bool:
    """Return whether a node of a syntax tree, or a field of one, is what a pattern stands for."""
    if isinstance(pattern, list):
        return isinstance(node, list) and len(pattern) == len(node) and all(map(fits, pattern, node, repeat(types)))
    if isinstance(pattern, ast.Name) and (wildcard := _ANY.fullmatch(pattern.id)):
        return isinstance(node, ast.expr) and _is_a(wildcard[1], node, types)
    if isinstance(pattern, ast.Constant) and isinstance(node, ast.Constant):
        if isinstance(pattern.value, str) and pattern.value.startswith("~"):
            return re.search(pattern.value[1:], str(node.value)) is not None
        return pattern.value == node.value and type(pattern.value) is type(node.value)
    if isinstance(pattern, ast.In) and isinstance(node, ast.NotIn):
        return True
    if type(pattern) is not type(node) or not isinstance(pattern, ast.AST):
        return pattern is None or pattern == node
    if isinstance(pattern, ast.Call) and isinstance(node, ast.Call):
        return fits(pattern.func, node.func, types) and _arguments_fit(pattern, node, types)
    if isinstance(pattern, ast.FunctionDef) and isinstance(node, ast.FunctionDef):
        return pattern.name == node.name
    if isinstance(pattern, ast.Attribute) and isinstance(node, ast.Attribute):
        return pattern.attr in ("_", node.attr) and fits(pattern.value, node.value, types)
    fields = (name for name in pattern._fields if name not in _IGNORED)
    return all(fits(getattr(pattern, name), getattr(node, name), types) for name in fields)


def _is_a(kind: str | None, node: ast.expr, types: KnownTypes) -> bool:
    if kind == "type":
        return isinstance(node, ast.Name) and node.id in _TYPES
    return kind is None or (types.of(node) not in _BYTES if kind == "item" else types.of(node) == kind)


def _arguments_fit(pattern: ast.Call, node: ast.Call, types: KnownTypes) -> bool:
    wanted, given = pattern.args, node.args
    if wanted and isinstance(wanted[-1], ast.Constant) and wanted[-1].value is ...:
        wanted = wanted[:-1]
        given = given[: len(wanted)]
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    return (
        len(wanted) == len(given)
        and all(fits(one, other, types) for one, other in zip(wanted, given, strict=True))
        and all(keyword.arg in named and fits(keyword.value, named[keyword.arg], types) for keyword in pattern.keywords)
    )
