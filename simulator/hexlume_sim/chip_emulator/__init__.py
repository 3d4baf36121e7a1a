"""The chip back end: real CircuitPython on an emulated RP2040 (``rp2040py``)."""
