"""``hexlume gtp`` as a command: the engine is there before the first request is read."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hexlume_engine.cli import gtp

pytestmark = pytest.mark.integration


@pytest.mark.parametrize(
    ("options", "happens"),
    [
        ((), ["made", "compiled", "loaded", "reads requests"]),
        (("--engine", "uct"), ["made", "compiled", "loaded", "reads requests"]),
        (("--engine", "random"), ["reads requests"]),
    ],
)
def test_the_engine_is_loaded_before_the_first_request(
    hexlume: Any, options: tuple[str, ...], happens: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And compiled before it is loaded; chance needs none. Nothing is in the input."""
    steps: list[str] = []
    engine = SimpleNamespace(make_ready=lambda: steps.append("loaded"))
    monkeypatch.setattr(gtp, "make_engine", lambda *settings, **named: steps.append("made") or engine)
    monkeypatch.setattr(gtp, "compile_first", lambda hidden: steps.append("compiled"))
    monkeypatch.setattr(gtp, "serve", lambda *streams: steps.append("reads requests"))
    (tmp_path / "input").touch()
    monkeypatch.setattr("sys.stdin", (tmp_path / "input").open())
    assert hexlume("gtp", *options) == (0, "", "")
    assert steps == happens
