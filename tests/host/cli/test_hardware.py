"""``hexlume hardware``: the starter, and what is refused, in one sentence each; tests/hardware tests packages."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume.hardware.panel import STARTER
from hexlume_hw import ORDERABLE
from hexlume_hw.order.package import BILL, REPORT
from hexlume_hw.order.starter import starter
from tests.in_process import Ran

pytestmark = pytest.mark.integration


@pytest.mark.parametrize(
    ("panel", "said"),
    [
        ("hex3", "There is no package for 'hex3': choose hex4, hex5, hex7, square9 or hex2."),
        ("square11", "There is no package for 'square11': choose hex4, hex5, hex7, square9 or hex2."),
        ("nonsense", "There is no package for 'nonsense': choose hex4, hex5, hex7, square9 or hex2."),
        (
            "hex9",
            "There is no package for 'hex9': its regulator can reach 153 °C, above its limit of 125 °C, "
            "so it needs another regulator; choose hex4, hex5, hex7, square9 or hex2.",
        ),
    ],
)
def test_a_panel_without_package_is_refused(panel: str, said: str, hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    ran = hexlume("hardware", panel, "--out", tmp_path / "out")
    assert (ran.code, ran.out, ran.err) == (1, "", said + "\n")
    assert not (tmp_path / "out").exists()


def test_the_starter_has_a_parts_list_and_a_guide(hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    out = tmp_path / "hex2"
    ran = hexlume("hardware", "hex2", "--out", out)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{out / BILL} lists the starter's parts; docs/build.md says how to build it.\n"
    assert {path.name for path in out.iterdir()} == {BILL, REPORT}
    with (out / BILL).open(encoding="utf-8") as file:
        _, *rows, _ = csv.reader(file)
    assert [row[0] for row in rows] == [item.name for item in starter()]
    assert hexlume("hardware", "hex2", "--out", out).code == 0, "a package may be written again"


@pytest.mark.parametrize(
    ("panel", "assembler", "said"),
    [
        ("hex4", "pcbway", "There are no files for 'pcbway': choose jlcpcb."),
        ("hex2", "jlcpcb", "hex2 has no circuit board, so nobody assembles it: leave --for out."),
    ],
)
def test_an_assembler_without_files_is_refused(
    panel: str, assembler: str, said: str, hexlume: Callable[..., Ran], tmp_path: Path
) -> None:
    ran = hexlume("hardware", panel, "--for", assembler, "--out", tmp_path / "out")
    assert (ran.code, ran.out, ran.err) == (1, "", said + "\n")
    assert not (tmp_path / "out").exists()


def test_make_hardware_makes_every_package() -> None:
    makefile = (Path(__file__).parents[3] / "Makefile").read_text(encoding="utf-8")
    assert f"PANELS ?= {' '.join((STARTER, *ORDERABLE))}\n" in makefile


def test_a_folder_with_other_files_is_left_alone(hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    ran = hexlume("hardware", "hex4", "--out", mine)
    assert (ran.code, ran.err) == (1, f"{mine} holds other files: name a folder that is new or empty.\n")
    assert [path.name for path in mine.iterdir()] == ["letter.txt"]


def test_a_file_is_no_folder(hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = hexlume("hardware", "hex4", "--out", tmp_path / "file")
    assert (ran.code, ran.err) == (1, f"{tmp_path / 'file'} is a file: name a folder to write to.\n")
