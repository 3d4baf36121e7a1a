"""The CPython back end: runs the firmware in this process on stand-in CircuitPython modules."""
