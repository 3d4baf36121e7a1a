"""What can go wrong when hardware is made, each told in one sentence that a person can act on."""


class HardwareError(Exception):
    """A package cannot be made: a tool is missing, a panel is not made, or a tool failed."""
