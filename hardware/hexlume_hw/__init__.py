"""Makes the hardware of a panel: its circuit, circuit board, face plate, case and pieces, and what proves them.

Everything begins with ``hexlume.panel``, the definition that the firmware and the twin use too.
"""
