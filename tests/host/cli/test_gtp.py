"""``hexlume gtp`` as a command: the engine is there before the first request is read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_engine.cli import gtp
from hexlume_record.errors import HexlumeError
from tests.in_process import Ran

pytestmark = pytest.mark.integration


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What happens on the way to the first request, in order, with nothing in the input."""
    happened: list[str] = []

    class Engine:
        def make_ready(self) -> None:
            happened.append("loaded")

    def make(*settings: object, **named: object) -> Engine:
        happened.append("made")
        return Engine()

    monkeypatch.setattr(gtp, "make_engine", make)
    monkeypatch.setattr(gtp, "compile_first", lambda hidden: happened.append("compiled"))
    monkeypatch.setattr(gtp, "serve", lambda *streams: happened.append("reads requests"))
    (tmp_path / "input").touch()
    monkeypatch.setattr("sys.stdin", (tmp_path / "input").open())
    return happened


@pytest.mark.parametrize("options", [(), ("--engine", "uct"), ("--level", "1", "--seconds", "1")])
def test_the_engine_is_loaded_before_the_first_request(
    hexlume: Callable[..., Ran], steps: list[str], options: tuple[str, ...]
) -> None:
    assert hexlume("gtp", *options) == Ran(0, "", "")
    assert steps == ["made", "compiled", "loaded", "reads requests"]


def test_chance_needs_no_engine(hexlume: Callable[..., Ran], steps: list[str]) -> None:
    assert hexlume("gtp", "--engine", "random") == Ran(0, "", "")
    assert steps == ["reads requests"]


def test_requests_are_read_also_where_there_is_no_engine(
    hexlume: Callable[..., Ran], steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*settings: object, **named: object) -> None:
        raise HexlumeError("The engine needs something.")

    monkeypatch.setattr(gtp, "make_engine", fail)
    assert hexlume("gtp") == Ran(0, "", "")
    assert steps == ["reads requests"]
