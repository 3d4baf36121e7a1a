"""Named rules of the check, for features without a pattern: whether a node of the syntax tree uses the feature."""

import ast
import re
from collections.abc import Callable

_STRING_TYPES = ("str", "bytes")
_BUILT_IN = (*_STRING_TYPES, "int", "float", "list", "tuple", "dict", "set")
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_THOUSANDS = re.compile(r"[,_].*[.eEfFgG%]")


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
    return (
        isinstance(node, ast.Set | ast.List | ast.Tuple)
        and not isinstance(getattr(node, "ctx", None), ast.Store)
        and any(isinstance(part, ast.Starred) for part in node.elts)
    )


def _uses_traceback(node: ast.AST) -> bool:
    """Return whether an ``__exit__`` reads its third argument."""
    if not isinstance(node, ast.FunctionDef) or node.name != "__exit__" or len(node.args.args) < 4:
        return False
    name = node.args.args[3].arg
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _in_f_string(test: Callable[[ast.AST], bool]) -> Callable[[ast.AST], bool]:
    """Return the rule for what the expression in an f-string contains: CircuitPython's lexer does not parse it."""
    return lambda node: isinstance(node, ast.FormattedValue) and any(map(test, ast.walk(node.value)))


RULES: dict[str, Callable[[ast.AST], bool]] = {
    "@match": lambda node: isinstance(node, ast.Match),
    "@except group": lambda node: isinstance(node, ast.TryStar),
    "@positional-only": lambda node: isinstance(node, _FUNCTIONS) and bool(node.args.posonlyargs),
    "@decorator": lambda node: any(
        not _is_dotted(one.func if isinstance(one, ast.Call) else one) for one in getattr(node, "decorator_list", ())
    ),
    "@starred display": _starred_display,
    "@dict unpacking": lambda node: isinstance(node, ast.Dict) and None in node.keys,
    "@star after keyword": _star_after_keyword,
    "@async comprehension": lambda node: (
        isinstance(node, _COMPREHENSIONS) and any(part.is_async for part in node.generators)
    ),
    "@class keywords": lambda node: isinstance(node, ast.ClassDef) and bool(node.keywords),
    "@several bases": lambda node: len(_base_names(node)) > 1,
    "@private name": lambda node: (
        (isinstance(node, ast.FunctionDef) and _is_private(node.name))
        or (isinstance(node, ast.Attribute) and _is_private(node.attr))
    ),
    "@string subclass": lambda node: any(base in _STRING_TYPES for base in _base_names(node)),
    "@slots": lambda node: isinstance(node, ast.Name) and node.id == "__slots__",
    "@built-in new": lambda node: (
        any(base in _BUILT_IN for base in _base_names(node))
        and any(isinstance(part, ast.FunctionDef) and part.name == "__new__" for part in ast.walk(node))
    ),
    "@traceback of exit": _uses_traceback,
    "@nested f-string": _in_f_string(lambda node: isinstance(node, ast.JoinedStr)),
    "@f-string colon": _in_f_string(lambda node: isinstance(node, ast.Lambda)),
    "@f-string brace": _in_f_string(
        lambda node: isinstance(node, ast.Constant) and isinstance(node.value, str) and "}" in node.value
    ),
    "@f-string !a": lambda node: isinstance(node, ast.FormattedValue) and node.conversion == ord("a"),
    "@f-string thousands": lambda node: (
        isinstance(node, ast.FormattedValue)
        and isinstance(node.format_spec, ast.JoinedStr)
        and any(
            isinstance(part, ast.Constant) and _THOUSANDS.search(str(part.value)) for part in node.format_spec.values
        )
    ),
}
