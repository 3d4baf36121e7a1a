"""The twin's microcontroller: what lies behind the twins of the CircuitPython modules.

These files keep to the Python subset that MicroPython runs as well: no sockets, no typing at run time.
"""
