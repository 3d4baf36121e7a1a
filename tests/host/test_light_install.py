"""A plain installation is small, and what the LED library brings along stays out of every program of ours."""

import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
OWN = ("firmware", "host", "simulator", "hardware")
MOST_DISTRIBUTIONS = 43
MOST_MB = 110

WALK = """
import importlib, pkgutil, sys
import hexlume_host, hexlume_record, hexlume_sim
for package in (hexlume_record, hexlume_host, hexlume_sim):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name.partition(".")[2].partition(".")[0] not in ("engine", "circuitpython", "chip_emulator", "mqtt"):
            apart = ("__main__", "drive", "gamekit.example", "gamekit.metered_program")
            if not any(part in module.name for part in apart):
                try:
                    importlib.import_module(module.name)
                except ModuleNotFoundError as error:
                    print("missing", module.name, error, file=sys.stderr)
print(*[getattr(module, "__file__", None) or "" for module in list(sys.modules.values())], sep="\\n")
"""


def plain() -> dict[str, Distribution]:
    """Return the distributions that `pip install hexlume` installs, by name, Hexlume among them."""
    found: dict[str, Distribution] = {}
    waiting = ["hexlume"]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found[name] = distribution(name)
            for text in found[name].requires or ():
                requirement = Requirement(text)
                if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                    waiting.append(requirement.name)
    return found


def test_a_plain_install_has_at_most_43_distributions_and_takes_at_most_110_mb() -> None:
    """With the sources of Hexlume itself, which this environment has elsewhere."""
    found = plain()
    theirs = [one for name, one in found.items() if name != "hexlume"]
    files = [Path(str(one.locate_file(file))) for one in theirs for file in one.files or ()]
    own = [ROOT / file for file in subprocess.check_output(["git", "ls-files", *OWN], text=True, cwd=ROOT).split()]
    assert len(files) > 1000 and len(own) > 300
    assert len(found) <= MOST_DISTRIBUTIONS, sorted(found)
    assert sum(file.stat().st_size for file in (*files, *own) if file.is_file()) < MOST_MB * 10**6


@pytest.mark.integration
def test_no_module_of_ours_imports_one_of_blinkas() -> None:
    """Its modules have the names of CircuitPython's."""
    blinka = distribution("adafruit-blinka")
    files = {str(blinka.locate_file(file)) for file in blinka.files or () if file.suffix == ".py"}
    assert any(file.endswith("/board.py") for file in files)
    ran = subprocess.run([sys.executable, "-c", WALK], capture_output=True, text=True, check=True)
    assert ran.stderr == "" and "/hexlume_host/web/site.py" in ran.stdout
    assert not set(ran.stdout.splitlines()) & files
