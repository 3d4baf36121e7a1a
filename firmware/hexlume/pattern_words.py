"""Words for the lights' patterns, for pictures, pages and tests: a board never imports them."""

PATTERNS = (
    "steady",
    "breathe",
    "blink",
    "double flash",
    "slow blink",
    "slow breathe",
    "flicker",
    "triple flash",
    "double gap",
    "wink",
    "triple gap",
    "slow gap",
    "slow double gap",
    "slow triple gap",
)
"""The patterns of ``hexlume.looks``, by their number."""
