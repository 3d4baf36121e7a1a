"""Uses of what CircuitPython lacks in a game's code, found by the checker that the repository has for the firmware.

The wheel has a copy of the checker in this package; in the repository it lies among the tests.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import hexlume
import hexlume_plugins.gamekit

_TESTS = Path(__file__).parents[3] / "tests"


def missing_features(path: Path) -> Iterator[str]:
    """Yield a sentence for each use of what CircuitPython lacks in a source file."""
    if str(_TESTS) not in hexlume_plugins.gamekit.__path__:
        hexlume_plugins.gamekit.__path__.append(str(_TESTS))
    checker = import_module(".circuitpython.checker", __package__)
    sources = import_module(".circuitpython.sources", __package__)
    module = f"games.{path.parent.name}"
    # As on a board: the game lies among the others, whose types its code uses.
    package = sources.Sources(Path(hexlume.__file__).parent, {module: path.parent})
    for line, feature in checker.find(path.read_text(encoding="utf-8"), package, f"{module}.{path.stem}"):
        yield f"CircuitPython lacks what line {line} of {path.name} uses: {feature}."
