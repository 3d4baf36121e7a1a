"""The learned weights of patterns that come with Hexlume, in ``weights`` beside this file."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .cell_patterns import kinds
from .patterns import Patterns

SHIPPED = Path(__file__).parent / "weights"
_NOTHING: Any = Patterns(np.zeros(0, np.int32), np.zeros(0, np.float32))


@cache
def patterns_of(name: str) -> Patterns:
    """Return what was learned of a game; nothing for most."""
    path = SHIPPED / f"{name}.npz"
    return patterns_in(path) if path.exists() else _NOTHING


def patterns_in(path: Path) -> Patterns:
    """Return what was learned and written by ``save``."""
    with np.load(path, allow_pickle=False) as found:
        weights: Any = found["weights"].astype(np.float32)
    return Patterns(kinds(), weights)


def save(path: Path, weights: Any) -> None:
    """Write weights: three digits of each are enough."""
    np.savez_compressed(path, weights=np.asarray(weights).astype(np.float16))
