"""``tools/check_circuitpython.py``: a line for each feature that CircuitPython lacks, and exit code 1."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "check_circuitpython.py"


def test_each_use_of_a_missing_feature_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "new.py").write_text("x = 1\nmatch x:\n    case 1:\n        pass\n")
    ran = subprocess.run([sys.executable, TOOL, tmp_path], capture_output=True, text=True, check=False)
    assert ran.stdout.startswith(f"{tmp_path.name}/inner/new.py:2: match: CircuitPython lacks it")
    assert (ran.returncode, ran.stdout.count("\n"), ran.stderr) == (1, 1, "")
    (tmp_path / "inner" / "new.py").write_text("x = 1\n")
    assert subprocess.run([sys.executable, TOOL, tmp_path], check=False).returncode == 0
