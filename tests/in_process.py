"""Runner of ``hexlume`` in this process, as its entry point does: all that a command imports is there already."""

import gc
import sys
from typing import NamedTuple

import pytest

from hexlume_host.cli.main import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Hexlume:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capfd = capfd

    def __call__(self, *arguments: object) -> Ran:
        """Run a command."""
        self._monkeypatch.setattr(sys, "argv", ["hexlume", *map(str, arguments)])
        # A command keeps what it has loaded from the garbage collector; this process goes on, and has kept its own.
        self._monkeypatch.setattr(gc, "freeze", lambda: None)
        self._capfd.readouterr()
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            gc.enable()
        out, err = self._capfd.readouterr()
        return Ran(code, out, err)
