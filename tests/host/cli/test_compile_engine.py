"""The engine is compiled before what needs it, where a person sees it and can stop it."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

pytest.importorskip("numba", reason="the extra engine is not installed")

HEXLUME = (sys.executable, "-c", "from hexlume_host.cli.main import main; main()")


@pytest.mark.parametrize(
    "command",
    [
        ("engine", "match", "random", "level:2", "--size", "3", "--games", "2"),
        ("puzzles", "make", "--size", "3"),
    ],
    ids=" ".join,
)
def test_a_person_sees_that_it_is_compiled_and_can_stop_it(command: tuple[str, ...], tmp_path: Path) -> None:
    master, slave = pty.openpty()
    seen = b""
    with subprocess.Popen(
        [*HEXLUME, *command],
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120", "XDG_CACHE_HOME": str(tmp_path)},
    ) as process:
        os.close(slave)
        try:
            while b"Compiling the engine for this computer, once" not in seen:
                seen += os.read(master, 1000)
            process.send_signal(signal.SIGINT)
            with suppress(OSError):  # the terminal has gone with its last user
                while True:
                    seen += os.read(master, 1000)
            process.communicate()
        finally:
            process.kill()
    os.close(master)
    assert process.returncode == 130
    assert b"Traceback" not in seen
    assert not re.search(rb"game 1|Starting|Game 1|positions", seen), "nothing else has begun"


def test_where_it_is_compiled_nothing_is_loaded_for_it(tmp_path: Path) -> None:
    program = """
import sys
from hexlume_engine.cli.compile_engine import compile_first
from hexlume_engine.search.compile_cache import compile_lock, cache_folder
cache_folder()
with compile_lock():
    pass
compile_first(hidden=False)
print("numba" in sys.modules)
"""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert (ran.stdout, ran.stderr) == ("False\n", "")
