"""Stand-in for ``analogio``. The chip has no analog output."""

from hexlume_sim.chip.analog import AnalogIn

__all__ = ["AnalogIn"]
