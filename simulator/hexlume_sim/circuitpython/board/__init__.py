"""Stand-in for ``board``: the pins of a Raspberry Pi Pico."""

from hexlume_sim.chip.chip import powered as _powered

globals().update({pin.name: pin for pin in _powered().pins if pin.number not in (23, 24, 29)})
