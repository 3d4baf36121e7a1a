"""What belongs on a board."""

import ast
import re
from pathlib import Path

import pytest

import hexlume
from hexlume import games
from hexlume.games import catalogue
from hexlume_host.flash.errors import DeployError
from hexlume_host.flash.firmware_files import LIBRARIES, packaged_firmware, read_firmware

FIRMWARE = Path(__file__).parents[3] / "firmware"


def test_every_source_of_the_firmware_is_there_but_the_parts_for_hosts() -> None:
    firmware = packaged_firmware()
    for_hosts = {f"hexlume/games/{name}/{part}.py" for name in games.NAMES for part in ("setup", "texts")}
    for_hosts |= {"hexlume/games/external.py", "hexlume/hardware/cell_site.py"}
    sources = {path.relative_to(FIRMWARE).as_posix() for path in FIRMWARE.rglob("*.py")}
    sources |= {f"hexlume/games/{name}/course.jsonl" for name in games.NAMES if catalogue.course(name)}
    assert for_hosts < sources
    sources -= for_hosts
    assert {f"hexlume/{path}" for path in firmware.package} | set(firmware.programs) == sources
    assert list(firmware.programs)[-1] == "code.py"
    assert firmware.settings == (FIRMWARE / "settings.toml").read_bytes()
    assert firmware.version == hexlume.VERSION


def test_no_module_on_a_board_asks_for_the_parts_for_hosts() -> None:
    asked = re.compile(rb'"texts"|part\(.*"setup"|import .*\b(texts|setup|cell_site)\b|\.(texts|setup|cell_site)\b')
    for path, source in packaged_firmware().package.items():
        assert not asked.search(source), path


def imports(source: bytes) -> set[str]:
    """Return the packages that a module imports, but by dots."""
    nodes = list(ast.walk(ast.parse(source)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.partition(".")[0] for name in names}


def test_the_package_works_under_either_name() -> None:
    """It imports itself by dots, and programs only by ``from hexlume…`` at the beginning of a line."""
    firmware = packaged_firmware()
    for path, source in (*firmware.programs_for("hexlume_b").items(), *firmware.package.items()):
        assert "hexlume" not in imports(source), path
    assert "hexlume_b" in imports(firmware.programs_for("hexlume_b")["code.py"])
    assert firmware.programs_for("hexlume") == firmware.programs


def test_circup_is_asked_for_the_same_libraries() -> None:
    lines = (FIRMWARE / "requirements.txt").read_text().splitlines()
    assert {line for line in lines if not line.startswith("#")} == set(LIBRARIES)


def test_the_libraries_need_nothing_that_is_missing_on_a_board() -> None:
    """The modules that CircuitPython has built in on RP2040 and RP2350, or that are asked for in vain."""
    built_in = {"sys", "adafruit_pixelbuf", "board", "digitalio", "neopixel_write", "microcontroller"}
    for source in packaged_firmware().libraries.values():
        assert {name.decode() for name in re.findall(rb"^(?:from|import) (\w+)", source, re.MULTILINE)} <= built_in


def test_a_firmware_without_its_program_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"^There is no code\.py in .*: install hexlume again\.$"):
        read_firmware(tmp_path, FIRMWARE / "hexlume")
