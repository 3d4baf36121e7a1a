"""Print what CircuitPython lacks of the firmware's sources, and end with 1 if there is anything."""

import sys

from .checker import find_all

findings = list(find_all())
for finding in findings:
    print(f"{finding}: CircuitPython lacks it (tests/circuitpython/table.py)")
sys.exit(bool(findings))
