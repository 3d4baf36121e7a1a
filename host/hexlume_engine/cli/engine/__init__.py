"""The commands ``hexlume engine ...``."""
