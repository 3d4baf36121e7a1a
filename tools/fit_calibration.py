"""Finds how sure the engine may be of its chances in a game: python tools/fit_calibration.py droched --size 7."""

import argparse
import sys

from hexlume.games import NAMES
from hexlume_host.engine.calibration import Expecting, fitted, interval, log_loss, play, promises
from hexlume_host.engine.match import Terms
from hexlume_host.engine.workers import LocalWorkers, spread


def main() -> None:
    """Play, tell how it goes, and print the sureness and how promises were kept with and without it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--size", type=int, required=True, help="the board's size")
    parser.add_argument("--games", type=int, default=100, help="so many games (100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="an action, of the processor's time (0.2)")
    parser.add_argument("--playouts", type=int, default=None, help="an action, in place of seconds")
    parser.add_argument("--opening", type=int, default=4, help="so many random actions first (4)")
    parser.add_argument("--longest", type=int, default=600, help="after so many actions a game tells nothing (600)")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn by lot (1)")
    parser.add_argument("--workers", type=int, default=2, help="so many processes (2)")
    wanted = parser.parse_args()
    terms = Terms(
        "", "", wanted.game, wanted.size, {}, wanted.seconds, wanted.opening, wanted.seed, 0.0, wanted.longest, True
    )
    games = []
    with LocalWorkers(wanted.workers) as workers:
        for game in spread(workers, play, Expecting(terms, wanted.playouts), range(wanted.games)):
            games.append(game)
            positions = sum(len(game.chances) for game in games)
            print(f"{len(games)} games, {positions:,} positions", file=sys.stderr, flush=True)
    games.sort(key=lambda game: (game.chances, game.points))
    sureness = fitted(games)
    low, high = interval(games)
    print(f"sureness {sureness:.3f} ({low:.3f} to {high:.3f})")
    for factor in (1.0, sureness):
        print(f"log odds times {factor:.3f}: log loss {log_loss(games, factor):.4f}")
        for kept in promises(games, factor):
            if kept is not None:
                print(f"  promised {kept.promised:.3f}, came {kept.came:.3f}, positions {kept.positions}")


if __name__ == "__main__":
    main()
