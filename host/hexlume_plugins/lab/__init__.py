"""The lab: what building and mending a board takes beyond ``hexlume doctor``.

``examination`` names a board's fault with a person at the ``terminal_bench``, by the tables that ``fault_table`` reads
and ``hexlume_hw.faults`` computes. ``readings`` is the link to the board that is looked at.
"""

from hexlume_host.plugins import Plugin

PLUGIN = Plugin(
    __package__,
    {"Build a board": {"lab": "Examine a board or its parts."}},
    {
        "lab": {
            "breadboard": "Measure a sensor and a magnet before you order a board.",
            "examine": "Name a board's fault by what you see and measure.",
        }
    },
)
