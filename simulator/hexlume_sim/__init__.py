"""The simulator: the unchanged firmware on a digital twin of the board."""
