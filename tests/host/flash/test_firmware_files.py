"""What belongs on a board."""

import ast
import re
import subprocess
import sys
import tomllib
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


def test_every_file_is_copied_as_it_is() -> None:
    firmware = packaged_firmware()
    for path, contents in firmware.package.items():
        assert contents == (FIRMWARE / "hexlume" / path).read_bytes()
    for name, contents in firmware.programs.items():
        assert contents == (FIRMWARE / name).read_bytes()


def test_programs_import_the_package_by_the_name_it_has() -> None:
    """Nothing but ``from hexlume…`` at the beginning of a line imports the package, so nothing else need be renamed."""
    firmware = packaged_firmware()
    for name, moved in firmware.programs_for("hexlume_b").items():
        imported = [
            (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
            for node in ast.walk(ast.parse(moved))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        ]
        assert not [module for module in imported if module.split(".")[0] == "hexlume"], name
    assert firmware.programs_for("hexlume") == firmware.programs


def test_the_package_imports_itself_by_dots_only() -> None:
    """So it works under either name."""
    for path, source in packaged_firmware().package.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                assert node.level or (node.module or "").split(".")[0] != "hexlume", path
            if isinstance(node, ast.Import):
                assert all(alias.name.split(".")[0] != "hexlume" for alias in node.names), path


def test_the_wheel_has_every_file_of_the_firmwares_root() -> None:
    """The package is in it anyway; what lies beside it must be named."""
    with (FIRMWARE.parent / "pyproject.toml").open("rb") as file:
        named = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert {path: place for path, place in named.items() if path.startswith("firmware/")} == {
        f"firmware/{path.name}": f"hexlume_sim/drive/{path.name}" for path in FIRMWARE.iterdir() if path.is_file()
    }


def test_circup_is_asked_for_the_same_libraries() -> None:
    lines = (FIRMWARE / "requirements.txt").read_text().splitlines()
    assert {line for line in lines if not line.startswith("#")} == set(LIBRARIES)


def test_the_libraries_need_nothing_that_is_missing_on_a_board() -> None:
    """The modules that CircuitPython has built in on RP2040 and RP2350, or that are asked for in vain."""
    built_in = {"sys", "adafruit_pixelbuf", "board", "digitalio", "neopixel_write", "microcontroller"}
    for source in packaged_firmware().libraries.values():
        imported = re.findall(rb"^(?:from|import) (\w+)", source, re.MULTILINE)
        assert {name.decode() for name in imported} <= built_in


@pytest.mark.integration
def test_nothing_of_the_libraries_is_imported_on_the_computer() -> None:
    code = (
        "import sys; from hexlume_host.flash.firmware_files import packaged_firmware; packaged_firmware(); "
        "print(sorted({'neopixel', 'board', 'digitalio'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_a_firmware_without_its_program_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=r"^There is no code\.py in .*: install hexlume again\.$"):
        read_firmware(tmp_path, FIRMWARE / "hexlume")
    (tmp_path / "code.py").touch()
    with pytest.raises(
        DeployError, match=r"^The firmware cannot be read \(.*settings\.toml.*\): install hexlume again"
    ):
        read_firmware(tmp_path, FIRMWARE / "hexlume")
