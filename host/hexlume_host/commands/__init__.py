"""The commands of ``hexlume``, a file for each group; each has ``register(app)``."""
