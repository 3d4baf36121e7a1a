"""The command ``hexlume`` (``main``): a file for each command, and folders for what commands share."""
