"""The board's parts and how they are wired: panel, pins, scan, buttons, buzzer, time and current."""
