"""Goes through the trees of sources, and finds the names in them."""

import ast
from collections import deque
from collections.abc import Iterator


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield a parsed node and all below it, breadth first, as ``ast.walk`` does but for contexts and operators.

    These have no names, and making a firmware small goes through its sources so often that most of its time went there.
    """
    parts = deque([tree])
    while parts:
        node = parts.popleft()
        yield node
        if isinstance(node, ast.Name | ast.Constant):
            continue
        for name in node._fields:
            value = getattr(node, name)
            if type(value) is list:
                parts.extend([part for part in value if isinstance(part, ast.AST)])
            elif isinstance(value, ast.AST) and value._fields:
                parts.append(value)


def bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the statements of a module and of each of its classes."""
    yield tree.body
    for node in walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.body


def bound(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements of a module or class bind, those in its branches too."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                yield from (node.id for node in walk(target) if isinstance(node, ast.Name))
        elif isinstance(statement, ast.If | ast.Try):
            yield from bound(statement.body)


def named(tree: ast.AST) -> Iterator[str]:
    """Yield every name in a source: of variables, attributes, functions, classes and what is imported."""
    for node in walk(tree):
        yield from names_of(node)
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


def names_of(node: ast.AST) -> Iterator[str]:
    """Yield the names of variables, parameters, functions and classes that a node itself has."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.ExceptHandler):
        yield node.name or ""
    elif isinstance(node, ast.alias):
        yield node.asname or node.name
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
