"""The board's own interface: its menu and its calibration."""
