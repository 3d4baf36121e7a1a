"""Stand-in for ``pwmio``."""

from hexlume_sim.chip.sound import PWMOut

__all__ = ["PWMOut"]
