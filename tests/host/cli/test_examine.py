"""``hexlume doctor --examine`` on a simulated board with a fault: a script lays discs and answers, as people would."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexlume_host.cli.main import main
from hexlume_sim.client import TwinProcess

pytestmark = [pytest.mark.integration, pytest.mark.soak]

BUTTONS = ("act", "back", "menu")


class Person:
    """Reads what the doctor says, and does it on the twin."""

    def __init__(self, twin: TwinProcess, process: "subprocess.Popen[bytes]") -> None:
        self._twin = twin
        self._process = process
        self._lain = ""
        self.said: list[str] = []

    def work(self) -> None:
        assert self._process.stdout is not None
        for line in iter(self._process.stdout.readline, b""):
            self.said.append(line.decode().rstrip())
            self._do(self.said[-1])

    def _do(self, line: str) -> None:
        if found := re.match(r"White disc, alone: (\w+)\.", line):
            self._lay(found[1])
            # The doctor sees a disc by itself; a dead cell takes a word.
            if found[1] == "d4":
                time.sleep(0.5)
                self._answer("")
        elif found := re.match(r"Press (\w+)\.", line):
            for gesture in ("press", "release"):
                self._twin.send({"do": gesture, "button": found[1]})
                time.sleep(0.2)
        elif line.startswith("Take every disc off"):
            time.sleep(3)
            self._answer("")
        elif line.startswith(("All lights", "Does a part get hot")):
            self._answer("")
        elif line.endswith("(y or n)"):
            self._answer("n" if any(no in line for no in ("Pico's USB alone", "meter", "magnet")) else "y")

    def _lay(self, cell: str) -> None:
        if self._lain:
            self._twin.send({"do": "lift", "cell": self._lain})
        self._twin.send({"do": "put", "cell": cell, "piece": "white"})
        self._lain = cell

    def _answer(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())
        self._process.stdin.flush()


@pytest.mark.timeout(600)
def test_a_dead_sensor_is_named_with_its_part(tmp_path: Path) -> None:
    command = [sys.executable, "-c", f"from {main.__module__} import main; main()", "doctor"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with TwinProcess("hex4", "real", 1, faults={"dead_sensor": "d4"}) as twin:
        arguments = [*command, twin.port, "--examine", "--store", str(tmp_path / "games")]
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
            person = Person(twin, process)
            person.work()
            assert process.wait(60) == 1
    assert person.said[-2:] == ["Seen: a disc on d4 is felt nowhere.", "The fault is B19: dead."]
