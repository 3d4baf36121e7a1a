"""The twin's microcontroller, which the stand-ins for the CircuitPython modules use."""
