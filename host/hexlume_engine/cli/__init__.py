"""The commands of the engine, a file each, and what attaches it to boards (``attachment``)."""
