"""Command line of the check.

Prints the features that the firmware uses but CircuitPython lacks; exits with 1 if there are any.
"""

import sys

from .checker import find_all

findings = list(find_all())
for finding in findings:
    print(f"{finding}: CircuitPython lacks it (tests/circuitpython/table.py)")
sys.exit(bool(findings))
