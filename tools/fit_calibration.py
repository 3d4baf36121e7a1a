"""Fits the calibration of a game's win chances: python tools/fit_calibration.py droched --size 7."""

import argparse
import sys

from hexlume.games import NAMES
from hexlume_engine.search.calibration import CalibrationRun, fit, interval, log_loss, play, reliability
from hexlume_engine.search.match import Terms
from hexlume_engine.search.workers import LocalWorkers, spread


def main() -> None:
    """Play, report progress, and print the factor and the reliability of the chances with and without it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--size", type=int, required=True, help="the board's size")
    parser.add_argument("--games", type=int, default=100, help="number of games (100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds an action (0.2)")
    parser.add_argument("--playouts", type=int, default=None, help="playouts an action, instead of seconds")
    parser.add_argument("--opening", type=int, default=4, help="number of random actions first (4)")
    parser.add_argument(
        "--longest", type=int, default=600, help="number of actions after which a game does not count (600)"
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    parser.add_argument("--workers", type=int, default=2, help="number of processes (2)")
    wanted = parser.parse_args()
    terms = Terms(
        "", "", wanted.game, wanted.size, {}, wanted.seconds, wanted.opening, wanted.seed, 0.0, wanted.longest, True
    )
    games = []
    with LocalWorkers(wanted.workers) as workers:
        for game in spread(workers, play, CalibrationRun(terms, wanted.playouts), range(wanted.games)):
            games.append(game)
            positions = sum(len(game.chances) for game in games)
            print(f"{len(games)} games, {positions:,} positions", file=sys.stderr, flush=True)
    games.sort(key=lambda game: (game.chances, game.points))
    best = fit(games)
    low, high = interval(games)
    print(f"calibration {best:.3f} ({low:.3f} to {high:.3f})")
    for factor in (1.0, best):
        print(f"log odds times {factor:.3f}: log loss {log_loss(games, factor):.4f}")
        for found in reliability(games, factor):
            if found is not None:
                print(f"  chance {found.chance:.3f}, result {found.result:.3f}, positions {found.positions}")


if __name__ == "__main__":
    main()
