"""Compiles the engine for this computer, so that nothing waits for it later: python tools/compile_engine.py."""

from hexlume_engine.search.engine import Engine

if __name__ == "__main__":
    Engine.make_ready()
