"""Checks of a design: its circuit, power, settling time and solids."""
