"""The Python features that CircuitPython lacks, and the static check that keeps them out of the firmware."""
