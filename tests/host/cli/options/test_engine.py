"""``--engine`` of the commands that log boards."""

from pathlib import Path
from typing import Any

import pytest

from hexlume_host.cli.options import engine as engine_options
from hexlume_host.cli.options.engine import engine_offer
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


def test_without_the_extra_one_sentence_only_for_who_asks_for_it(
    hexlume: Any, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_options, "is_installed", lambda: False)
    ran = hexlume("log", "--engine", "easy")
    assert ran.code == 1 and ran.err == "The engine needs numba: install it with pip install 'hexlume[engine]'.\n"
    for engine in (None, "off"):
        assert engine_offer(engine, 3.0, store, pytest.fail) is None


def test_with_the_extra_it_is_offered_unless_it_is_off(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_options, "is_installed", lambda: True)
    offer = engine_offer(None, 3.0, store, pytest.fail)
    assert offer is not None and (offer.level.name, offer.seconds, offer.ms) == ("level 6", 3.0, 0)
    assert engine_offer("off", 3.0, store, pytest.fail) is None


def test_a_service_keeps_the_engine_that_was_chosen(hexlume: Any) -> None:
    assert "--engine medium --engine-seconds 2.0" in hexlume(
        "log", "--service", "--engine", "medium", "--engine-seconds", "2"
    ).out.replace('"', "")
