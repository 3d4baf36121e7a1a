"""Twin of ``pwmio``."""

from hexlume_sim.chip.sound import PWMOut

__all__ = ["PWMOut"]
