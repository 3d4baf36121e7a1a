"""Makes a board's firmware small: what a board's heap holds of its sources is less by a fifth.

The sources go through the same steps on every computer, so the same release gives the same bytes.
"""

import ast
import builtins
import functools
import importlib
import sys
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

from .errors import DeployError
from .inlining import inlined
from .libraries import BUILT_IN, COPIED, library_source
from .shortening import shortened
from .slimming import slimmed
from .source_names import bodies, bound, walk
from .untyping import untyped
from .unused import without_unused

_TWIN = ("circuitpython", "chip")
"""The simulator's folders that stand in for a board's built-in modules."""


def condensed(package: Mapping[str, bytes], programs: Iterable[bytes]) -> dict[str, bytes]:
    """Return a firmware's sources (by path within its package) as they go to a board.

    Comments, docstrings, types and what nothing on a board names are left out, small constants are written where they
    are used, and names become short. ``programs`` import the package and stay as they are. Raises ``DeployError`` for
    sources that are no Python.
    """
    programs = list(programs)
    try:
        plain = {path: untyped(slimmed(source)) for path, source in sorted(package.items())}
        outside = _outside_names(_imported(plain.values()))
        return shortened(without_unused(inlined(plain, programs), programs, outside), programs, outside)
    except SyntaxError as error:
        raise DeployError(f"The firmware cannot be read ({error}): install hexlume again.") from None


@functools.cache
def _outside_names(imported: frozenset[str]) -> frozenset[str]:
    """Return the names that Python's own objects, a board's built-in modules and the libraries have.

    The board's are those of the simulator, which has all that the firmware uses; ``imported`` are Python's modules.
    """
    names = set(dir(builtins))
    for built_in in vars(builtins).values():
        names |= set(dir(built_in))
    # A board's own modules are the simulator's below.
    for module in imported & sys.stdlib_module_names:
        found = importlib.import_module(module)
        names |= set(dir(found)).union(*(dir(thing) for thing in vars(found).values() if isinstance(thing, type)))
    simulator = Path(str(resources.files("hexlume_sim")))
    sources = [path for folder in _TWIN for path in sorted((simulator / folder).rglob("*.py"))]
    sources += [library_source(*library) for library in (*COPIED.items(), *BUILT_IN.items())]
    for source in sources:
        tree = ast.parse(source.read_bytes())
        names |= {node.attr for node in walk(tree) if isinstance(node, ast.Attribute)}
        names |= {name for body in bodies(tree) for name in bound(body)}
    return frozenset(names)


def _imported(sources: Iterable[bytes]) -> frozenset[str]:
    """Return the names of the modules that a firmware imports and does not bring."""
    found = set()
    for source in sources:
        for node in walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found.add(node.module)
    return frozenset(found)
