"""Trace replay of the firmware: recorded on the twin, replayed under another Python.

``recorder`` writes a trace of all calls of the vendor API while the firmware runs on the twin under
CPython. ``replay`` and ``modules`` run in the other virtual machine, such as MicroPython: they
answer the same firmware from the trace and stop at the first difference. The virtual machine starts
with ``run``, or with ``measure``, which counts heap and work. ``calls`` is the format.
"""
