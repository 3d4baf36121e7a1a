"""Named rules of the check, for features without a pattern.

``RULES`` maps ``@name`` to a function that finds the lines.
"""

import ast
import io
import re
from collections.abc import Callable, Iterator

from .f_string import flaws


class Source:
    """A file's syntax tree, its ``nodes``, and the text of each."""

    def __init__(self, tree: ast.Module, text: str) -> None:
        self.tree = tree
        self.nodes = list(ast.walk(tree))
        # Only at what ends a line of Python.
        self._lines = list(io.StringIO(text, newline=""))

    def text(self, node: ast.expr | ast.stmt) -> str:
        """Return a node's text, as ``ast.get_source_segment``, which splits the whole source for each, would."""
        if node.end_lineno is None or node.end_col_offset is None:
            return ""
        lines = [line.encode() for line in self._lines[node.lineno - 1 : node.end_lineno]]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"".join(lines).decode()


Rule = Callable[[Source], Iterator[int]]
"""Takes a file and yields the lines of the feature's uses."""

_STRING_TYPES = ("str", "bytes")
_BUILT_IN = (*_STRING_TYPES, "int", "float", "list", "tuple", "dict", "set")
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _where(test: Callable[[ast.AST], bool]) -> Rule:
    def rule(source: Source) -> Iterator[int]:
        for node in source.nodes:
            if test(node):
                yield getattr(node, "lineno", 0)

    return rule


def _base_names(node: ast.AST) -> list[str]:
    return [ast.unparse(base) for base in node.bases] if isinstance(node, ast.ClassDef) else []


def _is_dotted(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_dotted(node.value))


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _star_after_keyword(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not node.keywords:
        return False
    first = min((keyword.lineno, keyword.col_offset) for keyword in node.keywords)
    return any(isinstance(part, ast.Starred) and (part.lineno, part.col_offset) > first for part in node.args)


def _starred_display(node: ast.AST) -> bool:
    if isinstance(node, ast.Set):
        return any(isinstance(part, ast.Starred) for part in node.elts)
    return (
        isinstance(node, ast.List | ast.Tuple)
        and isinstance(node.ctx, ast.Load)
        and any(isinstance(part, ast.Starred) for part in node.elts)
    )


def _uses_traceback(node: ast.AST) -> bool:
    """Return whether an ``__exit__`` reads its third argument."""
    if not isinstance(node, ast.FunctionDef) or node.name != "__exit__" or len(node.args.args) < 4:
        return False
    name = node.args.args[3].arg
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _parenthesised_with(source: Source) -> Iterator[int]:
    for node in source.nodes:
        if isinstance(node, ast.With) and (target := node.items[0].optional_vars) is not None:
            # An own parenthesis of the first item is closed before its "as".
            whole = source.text(node)
            last = source.text(target)
            before = re.split(rf"\bas\s+{re.escape(last)}", whole, maxsplit=1)[0]
            if before.count("(") > before.count(")"):
                yield node.lineno


def _named_character(source: Source) -> Iterator[int]:
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = source.text(node)
            if re.match(r"""[^rR"']*["'].*(?<!\\)(\\\\)*\\N\{""", text, re.DOTALL):
                yield node.lineno


def _function_attribute(source: Source) -> Iterator[int]:
    functions = {node.name for node in source.tree.body if isinstance(node, ast.FunctionDef)}
    for node in source.nodes:
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id in functions
        ):
            yield node.lineno


def _result_of_collect(source: Source) -> Iterator[int]:
    unused = {id(node.value) for node in source.nodes if isinstance(node, ast.Expr)}
    for node in source.nodes:
        if isinstance(node, ast.Call) and id(node) not in unused and ast.unparse(node.func) == "gc.collect":
            yield node.lineno


def _f_string(flaw: str) -> Rule:
    def rule(source: Source) -> Iterator[int]:
        for node in source.nodes:
            if isinstance(node, ast.JoinedStr) and flaw in flaws(source.text(node)):
                yield node.lineno

    return rule


RULES: dict[str, Rule] = {
    "@match": _where(lambda node: isinstance(node, ast.Match)),
    "@except group": _where(lambda node: isinstance(node, ast.TryStar)),
    "@positional-only": lambda source: (
        node.posonlyargs[0].lineno for node in source.nodes if isinstance(node, ast.arguments) and node.posonlyargs
    ),
    "@parenthesised with": _parenthesised_with,
    "@decorator": lambda source: (
        one.lineno
        for node in source.nodes
        for one in getattr(node, "decorator_list", ())
        if not _is_dotted(one.func if isinstance(one, ast.Call) else one)
    ),
    "@starred display": _where(_starred_display),
    "@dict unpacking": _where(lambda node: isinstance(node, ast.Dict) and None in node.keys),
    "@star after keyword": _where(_star_after_keyword),
    "@async comprehension": _where(
        lambda node: isinstance(node, _COMPREHENSIONS) and any(part.is_async for part in node.generators)
    ),
    "@named character": _named_character,
    "@class keywords": _where(lambda node: isinstance(node, ast.ClassDef) and bool(node.keywords)),
    "@several bases": _where(lambda node: len(_base_names(node)) > 1),
    "@private name": _where(
        lambda node: (
            (isinstance(node, ast.FunctionDef) and _is_private(node.name))
            or (isinstance(node, ast.Attribute) and _is_private(node.attr))
        )
    ),
    "@string subclass": _where(lambda node: any(base in _STRING_TYPES for base in _base_names(node))),
    "@slots": _where(lambda node: isinstance(node, ast.Name) and node.id == "__slots__"),
    "@built-in new": _where(
        lambda node: (
            any(base in _BUILT_IN for base in _base_names(node))
            and any(isinstance(part, ast.FunctionDef) and part.name == "__new__" for part in ast.walk(node))
        )
    ),
    "@function attribute": _function_attribute,
    "@traceback of exit": _where(_uses_traceback),
    "@result of collect": _result_of_collect,
    **{
        flaw: _f_string(flaw)
        for flaw in (
            "@nested f-string",
            "@joined f-string",
            "@f-string !a",
            "@f-string brace",
            "@f-string colon",
            "@f-string spaces",
            "@f-string thousands",
        )
    },
}
