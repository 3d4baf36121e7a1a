"""The command line: a file for each command, with ``register(app)``; ``main`` finds them."""
