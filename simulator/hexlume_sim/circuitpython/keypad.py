"""Stand-in for ``keypad``: keys with one pin each."""

from hexlume_sim.chip.keys import Event, EventQueue, Keys

__all__ = ["Event", "EventQueue", "Keys"]
