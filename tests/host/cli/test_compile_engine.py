"""The engine is compiled before what needs it, and a person can stop that."""

from typing import Any
from unittest.mock import Mock

import pytest

pytestmark = pytest.mark.integration

pytest.importorskip("numba", reason="the extra engine is not installed")


@pytest.mark.parametrize("command", ["engine match random level:2 --size 3 --games 2", "puzzles make --size 3"])
def test_ctrl_c_while_compiling_ends_the_command_without_a_word(
    command: str, hexlume: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiling = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr("hexlume_engine.cli.compile_engine.needs_compiling", lambda: True)
    monkeypatch.setattr("hexlume_engine.search.engine.Engine.make_ready", compiling)
    assert hexlume(*command.split()) == (130, "", "")
    assert compiling.call_count == 1
