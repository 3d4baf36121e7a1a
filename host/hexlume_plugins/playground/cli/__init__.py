"""The command of the playground."""
