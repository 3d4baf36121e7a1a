"""The lab: what building and mending a board takes beyond ``hexlume doctor``.

``examination`` names a board's fault with a person at the ``terminal_bench``, by the tables that ``fault_table`` reads
and ``hexlume_hw.faults`` computes. ``fault_report`` writes what a board says of itself. ``readings``
is the link to the board that is looked at.
"""

from hexlume_host.plugins import Plugin

PLUGIN = Plugin(
    __package__,
    {"Build a board": {"lab": "Examine a board, and report its faults."}},
    {
        "lab": {
            "breadboard": "Measure a sensor and a magnet before you order a board.",
            "examine": "Name a board's fault by what you see and measure.",
            "report": "Write a fault report, to be sent with a bug.",
        }
    },
)
