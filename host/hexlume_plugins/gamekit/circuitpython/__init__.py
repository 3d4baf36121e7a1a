"""Python features that CircuitPython lacks, and the static check against them in the firmware."""
