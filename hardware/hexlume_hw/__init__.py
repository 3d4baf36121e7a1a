"""Makes the hardware of a panel: its circuit, circuit board, face plate, case and pieces, and what proves them.

Everything begins with ``hexlume.hardware.panel``, the definition that the firmware and the twin use too.
"""

ORDERABLE = ("hex4", "hex5", "hex7", "square9")
"""Panels with a package to order. The starter, built by hand, has a parts list only (``write_starter``)."""
