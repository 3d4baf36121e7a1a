"""The template of translations has today's texts, and every translation can be read."""

import subprocess
import sys
from pathlib import Path

import pytest

from hexlume_host.languages import FOLDER, read_catalogue

TOOL = Path(__file__).parents[2] / "tools" / "list_texts.py"


def test_the_template_of_translations_is_current() -> None:
    ran = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert ran.returncode == 0


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.po*")), ids=lambda path: path.name)
def test_a_translation_can_be_read(path: Path) -> None:
    if path.suffix == ".pot":
        assert "msgid" in path.read_text(encoding="utf-8")
    else:
        assert read_catalogue(path).texts
