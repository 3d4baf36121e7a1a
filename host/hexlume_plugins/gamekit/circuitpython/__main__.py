"""Command line of the check: ``python -m hexlume_plugins.gamekit.circuitpython FOLDER``.

Prints the features that the firmware in a folder uses but CircuitPython lacks; exits with 1 if there are any.
"""

import sys
from pathlib import Path

from .checker import find_all

if len(sys.argv) != 2:
    sys.exit("Name the firmware's folder.")
findings = list(find_all(Path(sys.argv[1])))
for finding in findings:
    print(f"{finding}: CircuitPython lacks it (hexlume_plugins/gamekit/circuitpython/table.py)")
sys.exit(bool(findings))
