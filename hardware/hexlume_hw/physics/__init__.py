"""Magnets above Hall sensors: the study of what the panel can tell apart, and the figures that the twin shares with it.

``sensor``, ``converter``, ``tolerances`` and ``field_table`` need none of the extra's packages, so that the twin can
take its numbers from them; everything else computes with magpylib.
"""
