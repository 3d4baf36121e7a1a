"""Learns the weights of Orochi's patterns that come with Hexlume: python tools/learn_patterns.py."""

import argparse
import sys
import time
from pathlib import Path

from hexlume_host.engine import learned
from hexlume_host.engine.learning import Learner

_AT_ONCE = 10_000


def main() -> None:
    """Learn, tell how it goes, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=4, help="the board's size (4)")
    parser.add_argument("--games", type=int, default=1_000_000, help="so many games (1,000,000)")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn by lot (1)")
    parser.add_argument("--out", type=Path, default=learned.SHIPPED / "orochi.npz", help="where to write them")
    wanted = parser.parse_args()
    learner = Learner(wanted.size, wanted.seed)
    began = time.monotonic()
    for done in range(0, wanted.games, _AT_ONCE):
        count = min(_AT_ONCE, wanted.games - done)
        error = learner.learn(count)
        print(f"{done + count:,} games, {time.monotonic() - began:.0f} s, error {error:.4f}", file=sys.stderr)
        learned.keep(wanted.out, learner.weights)


if __name__ == "__main__":
    main()
