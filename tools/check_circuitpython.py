"""Check the firmware for Python features that CircuitPython lacks: ``python tools/check_circuitpython.py FOLDER``.

Prints each use in the folder; exits with 1 if there are any.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from hexlume_plugins.gamekit.circuitpython.checker import find


def find_all(folder: Path) -> Iterator[str]:
    """Yield a line for each finding in a folder: ``file:line: feature``."""
    for path in sorted(folder.rglob("*.py")):
        for line, feature in find(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(folder.parent)}:{line}: {feature}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Name the firmware's folder.")
    findings = list(find_all(Path(sys.argv[1])))
    for finding in findings:
        print(f"{finding}: CircuitPython lacks it (hexlume_plugins/gamekit/circuitpython/table.py)")
    sys.exit(bool(findings))
