"""``hexlume hardware``: the starter, and what is refused, in one sentence each; tests/hardware tests packages."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_hw.order.package import BILL, REPORT
from hexlume_hw.order.starter import starter
from tests.in_process import Ran

pytestmark = pytest.mark.integration


def test_the_starter_has_a_parts_list_and_a_guide(hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    out = tmp_path / "hex2"
    ran = hexlume("hardware", "hex2", "--out", out)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{out / BILL} lists the starter's parts; docs/build.md says how to build it.\n"
    assert {path.name for path in out.iterdir()} == {BILL, REPORT}
    assert all(item.name in (out / BILL).read_text(encoding="utf-8") for item in starter())
    assert hexlume("hardware", "hex2", "--out", out).code == 0, "a package may be written again"


def test_a_folder_with_other_files_is_left_alone(hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    ran = hexlume("hardware", "hex4", "--out", mine)
    assert (ran.code, ran.err) == (1, f"{mine} holds other files: name a folder that is new or empty.\n")
    assert [path.name for path in mine.iterdir()] == ["letter.txt"]
    ran = hexlume("hardware", "hex4", "--out", mine / "letter.txt")
    assert (ran.code, ran.err) == (1, f"{mine / 'letter.txt'} cannot be written: File exists.\n")
