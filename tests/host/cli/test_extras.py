"""Every command that needs an optional extra says so in one sentence, with the command that installs it."""

import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hexlume_host.extras import PACKAGES

pytestmark = pytest.mark.integration

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_the_extras_are_those_of_pyproject() -> None:
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
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
        ("numba", ("puzzles", "make"), "The engine needs numba: install it with {}."),
        ("numba", ("play", "--engine", "gentle"), "The engine needs numba: install it with {}."),
        ("paho", ("log", "--mqtt", "mqtt://127.0.0.1"), "MQTT needs paho: install it with {}."),
        ("rp2040py", ("sim", "--chip"), "The emulated chip needs rp2040py: install it with {}."),
        ("fatfs", ("play", "--chip"), "The emulated chip needs fatfs: install it with {}."),
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
    monkeypatch.setitem(sys.modules, hidden, None)
    ran = hexlume(*arguments)
    (extra,) = (extra for extra, packages in PACKAGES.items() if hidden in packages)
    assert (ran.code, ran.out, ran.err) == (1, "", sentence.format(f"pip install 'hexlume[{extra}]'") + "\n")
