"""The push buttons and their pins. Imports nothing: ``boot.py`` needs no more of the firmware than this."""

BUTTONS = ("act", "back", "menu")
"""The push buttons, in the order of their key numbers."""
BUTTON_PINS = ("GP17", "GP18", "GP19")
"""The buttons' pins, in the order of ``BUTTONS``; each connects to ground when pressed."""
