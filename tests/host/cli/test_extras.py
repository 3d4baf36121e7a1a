"""Every command that needs an optional extra says so in one sentence, with the command that installs it."""

import json
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hexlume import games
from hexlume_host.extras import PACKAGES
from hexlume_record.game.position import position_of

pytestmark = pytest.mark.integration

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_the_extras_are_those_of_pyproject() -> None:
    with PYPROJECT.open("rb") as file:
        declared = tomllib.load(file)["project"]["optional-dependencies"]
    del declared["dev"], declared["all"]
    installed = packages_distributions()
    assert {
        extra: [canonicalize_name(installed[package][0]) for package in packages]
        for extra, packages in PACKAGES.items()
    } == {extra: [canonicalize_name(Requirement(text).name) for text in texts] for extra, texts in declared.items()}


@pytest.mark.sample(10)
@pytest.mark.parametrize(
    ("hidden", "arguments", "sentence"),
    [
        ("numba", ("engine", "match", "level:1", "random"), "The engine needs numba: install it with {}."),
        ("numba", ("engine", "match", "random", "uct"), "The engine needs numba: install it with {}."),
        ("numba", ("puzzles", "make"), "The engine needs numba: install it with {}."),
        ("numba", ("play", "--engine", "gentle"), "The engine needs numba: install it with {}."),
        ("numba", ("serve", "--engine", "gentle"), "The engine needs numba: install it with {}."),
        ("numba", ("log", "--engine", "gentle"), "The engine needs numba: install it with {}."),
        (
            "PIL",
            ("picture", "--position", "p.json", "-o", "p.png"),
            "A picture in pixels needs PIL: install it with {}.",
        ),
        ("paho", ("log", "--mqtt", "mqtt://127.0.0.1"), "MQTT needs paho: install it with {}."),
        (
            "paho",
            ("host-game", "--page", "--broker", "mqtt://127.0.0.1"),
            "A game through an MQTT broker needs paho: install it with {}.",
        ),
        ("rp2040py", ("demo", "--chip"), "The emulated chip needs rp2040py: install it with {}."),
        ("fatfs", ("play", "--chip"), "The emulated chip needs fatfs: install it with {}."),
        ("fatfs", ("sim", "--chip"), "The emulated chip needs fatfs: install it with {}."),
        (
            "psycopg",
            ("games", "--store", "postgresql://127.0.0.1/games"),
            "The store postgresql://127.0.0.1/games needs the Python package psycopg: for PostgreSQL, {}.",
        ),
        *(
            (package, ("hardware", "hex4", "--out", "."), f"Hardware needs {package}: install it with {{}}.")
            for package in PACKAGES["hardware"]
        ),
    ],
)
def test_without_its_extra_a_command_says_what_to_install(
    hexlume: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    hidden: str,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.json").write_text(json.dumps(position_of(games.start("orochi", 3))))
    monkeypatch.setitem(sys.modules, hidden, None)
    ran = hexlume(*arguments)
    (extra,) = (extra for extra, packages in PACKAGES.items() if hidden in packages)
    assert (ran.code, ran.out, ran.err) == (1, "", sentence.format(f"pip install 'hexlume[{extra}]'") + "\n")


def test_several_missing_packages_are_one_sentence(
    hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    monkeypatch.setitem(sys.modules, "shapely", None)
    ran = hexlume("hardware", "hex4", "--out", tmp_path / "out")
    assert ran.err == "Hardware needs shapely, ezdxf: install them with pip install 'hexlume[hardware]'.\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("hidden", ["numba", "numpy", "llvmlite"])
def test_gtp_plays_by_the_rules_without_the_engine_and_says_what_genmove_needs(hidden: str) -> None:
    program = f"import sys; sys.modules['{hidden}'] = None; from hexlume_host.cli.main import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", program, "gtp"],
        input="1 play white Wd4\n2 genmove black\n3 hexlume-analyze\n4 quit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    refused = f"The engine needs {hidden}: install it with pip install 'hexlume[engine]', or play with --engine random."
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == f"=1\n\n?2 {refused}\n\n?3 {refused}\n\n=4\n\n"


@pytest.mark.parametrize(
    ("package", "sentence"),
    [
        ("ezdxf", "This command needs ezdxf: install it with pip install 'hexlume[hardware]'."),
        ("psycopg.pq", "This command needs psycopg: install it with pip install 'hexlume[postgres]'."),
        ("h11", "The Python package h11 is missing: install Hexlume again, or that package alone."),
    ],
)
def test_a_package_that_turns_out_to_be_missing_is_one_sentence(
    hexlume: Any, monkeypatch: pytest.MonkeyPatch, package: str, sentence: str
) -> None:
    def fail() -> None:
        raise ModuleNotFoundError(f"No module named '{package}'", name=package)

    monkeypatch.setattr("hexlume_host.cli.watch.found_ports", fail)
    ran = hexlume("watch")
    assert (ran.code, ran.out, ran.err) == (1, "", sentence + "\n")
