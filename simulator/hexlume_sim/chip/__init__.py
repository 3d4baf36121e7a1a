"""The twin's microcontroller, which the stand-ins for the CircuitPython modules use.

These files stay within the Python subset that MicroPython also runs: no sockets, no typing at run
time.
"""
