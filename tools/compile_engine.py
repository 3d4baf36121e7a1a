"""Compiles the engine for this computer, so that nothing waits for it later: python tools/compile_engine.py."""

from hexlume_engine.search.engine import Engine
from hexlume_engine.search.learner import Learner


def main() -> None:
    """Load all that thinking and learning need; what is not compiled yet is compiled, and kept."""
    Engine.make_ready()
    Learner("orochi", 3, seed=1).learn_solved(1)


if __name__ == "__main__":
    main()
