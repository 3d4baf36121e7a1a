"""``--engine`` of the commands that log boards."""

from pathlib import Path
from typing import Any

import pytest

from hexlume_engine.cli import attachment
from hexlume_engine.cli.attachment import offering
from hexlume_host.store.repository import Store

COMMANDS = (("play", "--no-browser", "--port", "0"), ("log",), ("serve", "--no-browser", "--port", "0"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("engine", ["level:3", "GENTLE", "3", "uct", ""])
def test_an_unknown_engine_is_refused_with_the_list(hexlume: Any, command: tuple[str, ...], engine: str) -> None:
    ran = hexlume(*command, "--engine", engine)
    assert (ran.code, ran.out) == (2, "")
    assert f"'{engine}' is not one of 'off', 'gentle'" in ran.err


def test_without_the_extra_one_sentence_only_for_who_asks_for_it(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachment, "is_installed", lambda: False)
    ran = hexlume("log", "--engine", "easy")
    assert ran.code == 1 and ran.err == "The engine needs numba: install it with pip install 'hexlume[engine]'.\n"
    assert (offering(None), offering("off")) == (None, None)


def test_with_the_extra_it_is_offered_unless_it_is_off(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachment, "is_installed", lambda: True)
    assert offering("off") is None
    offered = offering(None)
    assert offered is not None and offered.listeners("") == []
    with offered.attached(store, None, pytest.fail):
        (listener,) = offered.listeners("")
        assert listener.engine_ms == 0


def test_a_service_keeps_the_engine_that_was_chosen(hexlume: Any) -> None:
    assert "--engine medium --engine-seconds 2.0" in hexlume(
        "log", "--service", "--engine", "medium", "--engine-seconds", "2"
    ).out.replace('"', "")
