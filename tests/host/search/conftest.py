"""The engine's tests need the extra engine."""

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")
