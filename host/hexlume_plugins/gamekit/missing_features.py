"""Uses of what CircuitPython lacks in a game's code."""

from collections.abc import Iterator
from pathlib import Path

import hexlume

from .circuitpython.checker import find
from .circuitpython.sources import Sources


def missing_features(path: Path) -> Iterator[str]:
    """Yield a sentence for each use of what CircuitPython lacks in a source file."""
    module = f"games.{path.parent.name}"
    # As on a board: the game lies among the others, whose types its code uses.
    package = Sources(Path(hexlume.__file__).parent, {module: path.parent})
    for line, feature in find(path.read_text(encoding="utf-8"), package, f"{module}.{path.stem}"):
        yield f"CircuitPython lacks what line {line} of {path.name} uses: {feature}."
