"""The CPython back end: runs the firmware in this process, above fake CircuitPython modules."""
