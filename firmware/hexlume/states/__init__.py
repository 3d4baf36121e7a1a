"""What the board does while no game is played: its menu and its calibration."""
