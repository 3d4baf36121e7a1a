"""Learns the weights of patterns that come with Hexlume: python tools/learn_patterns.py orochi --size 4."""

import argparse
import sys
import time
from pathlib import Path

from hexlume_host.engine import learned
from hexlume_host.engine.learning import Learner

_AT_ONCE = 1_000


def main() -> None:
    """Learn, tell how it goes, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("orochi", "organica"))
    parser.add_argument("--size", type=int, required=True, help="the board's size")
    parser.add_argument("--games", type=int, default=1_000_000, help="so many games (1,000,000)")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn by lot (1)")
    parser.add_argument("--out", type=Path, default=None, help="where to write them (to what comes with Hexlume)")
    wanted = parser.parse_args()
    learner = Learner(wanted.game, wanted.size, wanted.seed)
    began = time.monotonic()
    for done in range(0, wanted.games, _AT_ONCE):
        count = min(_AT_ONCE, wanted.games - done)
        error = learner.learn(count)
        print(f"{done + count:,} games, {time.monotonic() - began:.0f} s, error {error:.4f}", file=sys.stderr)
        learned.keep(wanted.out or learned.SHIPPED / f"{wanted.game}.npz", learner.weights)


if __name__ == "__main__":
    main()
