"""Learns the weights of patterns that come with Hexlume: python tools/learn_patterns.py orochi --size 4."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hexlume_engine.search import pattern_weights
from hexlume_engine.search.learner import Learner

_AT_ONCE = 1_000


def main() -> None:
    """Learn, tell how it goes, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("orochi", "sibling", "organica", "droched"))
    parser.add_argument("--size", type=int, required=True, help="the board's size")
    parser.add_argument("--games", type=int, default=1_000_000, help="so many games (1,000,000)")
    parser.add_argument(
        "--solved", type=int, default=0, help="so many games more, of Orochi, whose ends are solved (0)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn by lot (1)")
    parser.add_argument("--out", type=Path, default=None, help="where to write them (to what comes with Hexlume)")
    wanted = parser.parse_args()
    if wanted.solved and wanted.game != "orochi":
        parser.error("--solved: only ends of Orochi are solved in so short a time; leave it out.")
    out = wanted.out or pattern_weights.SHIPPED / f"{wanted.game}.npz"
    learner = Learner(wanted.game, wanted.size, wanted.seed)
    teach(learner.learn, wanted.games, "games", learner, out)
    # What is proven is learned in long steps again.
    learner = Learner(wanted.game, wanted.size, wanted.seed, learner.weights)
    teach(learner.learn_solved, wanted.solved, "games solved", learner, out)


def teach(learn: Callable[[int], float], games: int, what: str, learner: Learner, out: Path) -> None:
    """Have it learn from so many games, tell how it goes, and write the weights."""
    began = time.monotonic()
    for done in range(0, games, _AT_ONCE):
        count = min(_AT_ONCE, games - done)
        error = learn(count)
        print(f"{done + count:,} {what}, {time.monotonic() - began:.0f} s, error {error:.4f}", file=sys.stderr)
        pattern_weights.save(out, learner.weights)


if __name__ == "__main__":
    main()
