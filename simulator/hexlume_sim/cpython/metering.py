"""Metering: charges the firmware's own Python code to the virtual clock.

CPython runs the firmware in almost no virtual time; a microcontroller does not. So the firmware's
source is compiled with one addition: each run of statements without a branch starts by adding its
estimated cost to ``Clock.owed_us``, which the clock adds when the next hardware call advances it.
The estimate is a weight for each syntax node (``chip.costs.Weights``). It depends only on the
source and the path through it: the same run takes the same virtual time on every computer and with
every version of CPython, and new functions need no entry in a list.

A built-in function (``sorted``, ``bytes``) costs only its call, a comprehension its elements.
"""

import ast
import builtins
import hashlib
import marshal
import os
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType

from ..chip.costs import Costs

CLOCK = "__clock__"
"""The clock's name in a metered module."""

_BUILT_IN = frozenset(dir(builtins))
_compiled: dict[bytes, CodeType] = {}
"""What this process has compiled or read, by source and weights: a drive is often a copy of another one."""
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Meter:
    """Compiles source with its costs on a chip added."""

    def __init__(self, costs: Costs) -> None:
        self._weights = weights = costs.weights
        self._key = hashlib.sha256(Path(__file__).read_bytes() + repr(weights).encode())
        self._kind = "metered" + costs.chip
        self._locals: frozenset[str] = frozenset()
        self._by_node: dict[type[ast.AST], float] = {
            ast.Constant: weights.constant,
            ast.Attribute: weights.attribute,
            ast.Subscript: weights.subscript,
            ast.BinOp: weights.operator,
            ast.USub: weights.operator,
            ast.Invert: weights.operator,
            ast.AugAssign: weights.operator,
            ast.Compare: weights.operator,
            ast.Call: weights.call,
            ast.Slice: weights.build,
            ast.Tuple: weights.build,
            ast.List: weights.build,
            ast.Dict: weights.build,
            ast.Set: weights.build,
            ast.JoinedStr: weights.build,
            ast.FunctionDef: weights.build,
            ast.ClassDef: weights.build,
            ast.Lambda: weights.build,
            ast.Yield: weights.function,
            ast.YieldFrom: weights.function,
            ast.Import: weights.import_name,
            ast.ImportFrom: weights.import_name,
        }

    def code(self, path: Path) -> CodeType:
        """Return a file's compiled code.

        It is cached in ``__pycache__`` for this source and these weights. Raises ``OSError`` if the
        file cannot be read, and what ``compile`` raises.
        """
        source = path.read_bytes()
        key = self._key.copy()
        key.update(source)
        digest = key.digest()
        if digest not in _compiled:
            _compiled[digest] = self._cached(source, path, digest)
        return _renamed(_compiled[digest], str(path))

    def _cached(self, source: bytes, path: Path, digest: bytes) -> CodeType:
        """Return code from ``__pycache__``, or compile it and leave it there."""
        cache = Path(cache_from_source(path, optimization=self._kind))
        with suppress(OSError, EOFError, ValueError, TypeError):
            cached = cache.read_bytes()
            if cached.startswith(digest):
                code: CodeType = marshal.loads(cached[len(digest) :])
                return code
        code = self.compile(source, str(path))
        with suppress(OSError):
            cache.parent.mkdir(exist_ok=True)
            part = cache.with_suffix(f".{os.getpid()}")
            part.write_bytes(digest + marshal.dumps(code))
            part.replace(cache)
        return code

    def compile(self, source: "str | bytes", path: str) -> CodeType:
        """Return a module's code. Raises ``SyntaxError`` as ``compile`` does."""
        tree = ast.parse(source, path)
        tree.body = self._block(tree.body, 0.0)
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def _block(self, statements: list[ast.stmt], first_us: float) -> list[ast.stmt]:
        """Return statements with their costs added; the first also costs ``first_us``."""
        metered: list[ast.stmt] = []
        run: list[ast.stmt] = []
        cost = first_us
        for statement in statements:
            cost += self._cost(statement)
            run.append(statement)
            if self._meter_parts(statement):
                metered += _charged(run, cost)
                run, cost = [], 0.0
        return metered + _charged(run, cost)

    def _meter_parts(self, statement: ast.stmt) -> bool:
        """Meter the parts of a statement; return whether the statements after it may be skipped."""
        weights = self._weights
        self._meter_expressions(statement)
        if isinstance(statement, ast.FunctionDef):
            outer, self._locals = self._locals, _locals(statement)
            statement.body = self._block(statement.body, weights.function)
            self._locals = outer
            return False
        if isinstance(statement, ast.While):
            statement.body = self._block(statement.body, weights.loop + self._cost(statement.test))
        elif isinstance(statement, ast.For):
            statement.body = self._block(statement.body, weights.loop + self._cost(statement.target))
        elif isinstance(statement, ast.ClassDef | ast.If | ast.With | ast.Try):
            statement.body = self._block(statement.body, 0.0)
        else:
            return False
        if isinstance(statement, ast.Try):
            statement.finalbody = self._block(statement.finalbody, 0.0)
            for handler in statement.handlers:
                handler.body = self._block(handler.body, weights.build)
        if isinstance(statement, ast.While | ast.For | ast.If | ast.Try):
            statement.orelse = self._block(statement.orelse, 0.0)
        return any(isinstance(node, _LEAVING) for node in ast.walk(statement))

    def _meter_expressions(self, statement: ast.stmt) -> None:
        """Meter a statement's comprehensions and lambdas, without those of nested statements."""
        waiting = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
        while waiting:
            node = waiting.pop()
            waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]
            if isinstance(node, ast.Lambda):
                charge = _spend(self._weights.function + self._cost(node.body))
                node.body = ast.BoolOp(ast.And(), [charge, node.body])
            elif isinstance(node, _COMPREHENSIONS):
                results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                inner = [*results, *(test for part in node.generators for test in part.ifs)]
                node.generators[-1].ifs.insert(0, _spend(self._weights.loop + sum(map(self._cost, inner))))

    def _cost(self, node: ast.AST) -> float:
        """Return the cost in us of a node and of the parts that are always evaluated."""
        own = self._by_node.get(type(node), 0.0)
        if isinstance(node, ast.Name):
            if node.id in self._locals:
                return self._weights.name
            return self._weights.builtin_name if node.id in _BUILT_IN else self._weights.module_name
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            # An assignment to another object costs mostly its setter: a function, or a part of the hardware.
            own = self._weights.set_attribute if _is_self(node.value) else 0.0
        if isinstance(node, ast.BinOp) and _is_float(node):
            own = self._weights.float_operator
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            own += self._weights.method
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return own + sum(map(self._cost, node.decorator_list))
        if isinstance(node, ast.Lambda):
            return own
        if isinstance(node, ast.While):
            return self._cost(node.test)
        if isinstance(node, _COMPREHENSIONS):
            return self._weights.function + self._cost(node.generators[0].iter)
        if isinstance(node, ast.BoolOp):
            first, *others = map(self._cost, node.values)
            return first + sum(others) / 2
        if isinstance(node, ast.IfExp):
            return self._cost(node.test) + (self._cost(node.body) + self._cost(node.orelse)) / 2
        if isinstance(node, ast.AnnAssign):
            return self._cost(node.target) + (self._cost(node.value) if node.value is not None else 0.0)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return 0.0  # a docstring
        children = ast.iter_child_nodes(node)
        return own + sum(self._cost(child) for child in children if not isinstance(child, ast.stmt | ast.ExceptHandler))


def _charged(run: list[ast.stmt], cost_us: float) -> list[ast.stmt]:
    """Return a run of statements that starts by charging its cost.

    A docstring and ``__future__`` imports stay first.
    """
    if not run or cost_us <= 0.0:
        return run
    target = ast.Attribute(ast.Name(CLOCK, ast.Load()), "owed_us", ast.Store())
    charge = ast.AugAssign(target, ast.Add(), ast.Constant(round(cost_us, 3)))
    after = next((at for at, statement in enumerate(run) if not _comes_first(statement)), len(run))
    ast.copy_location(charge, run[min(after, len(run) - 1)])
    return [*run[:after], charge, *run[after:]]


def _renamed(code: CodeType, path: str) -> CodeType:
    """Return code as if compiled from another file of the same contents."""
    if code.co_filename == path:
        return code
    parts = tuple(_renamed(part, path) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_filename=path, co_consts=parts)


def _is_float(node: ast.BinOp) -> bool:
    literal = any(isinstance(part, ast.Constant) and isinstance(part.value, float) for part in (node.left, node.right))
    return literal or isinstance(node.op, ast.Div)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _locals(function: ast.FunctionDef) -> frozenset[str]:
    """Return the names of a function's local variables and those of nested functions."""
    found = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return frozenset(found)


def _comes_first(statement: ast.stmt) -> bool:
    docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return docstring or (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")


def _spend(cost_us: float) -> ast.expr:
    """Return an expression that charges a cost and is true."""
    method = ast.Attribute(ast.Name(CLOCK, ast.Load()), "spend", ast.Load())
    return ast.Call(method, [ast.Constant(round(cost_us, 3))], [])
