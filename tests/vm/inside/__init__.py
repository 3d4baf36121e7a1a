"""The firmware under another Python: a trace of all that crosses the vendor API, recorded on the twin and replayed.

``recorder`` writes a trace while the firmware runs on the twin under CPython. ``replay`` and ``modules`` run in the
other virtual machine, such as MicroPython: they answer the same firmware from the trace, and stop at the first thing
that it does otherwise. ``run`` is what the virtual machine is started with, ``measure`` in its place
counts heap and work; ``calls`` is the format.
"""
