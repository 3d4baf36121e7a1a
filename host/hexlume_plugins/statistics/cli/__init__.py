"""The command ``stats``."""
