"""Counts the perft tables with the plain implementation and writes them.

    python -m tests.perft.count                   # all tables, about ten minutes
    python -m tests.perft.count --game sibling    # one of them
    python -m tests.perft.count --game sibling --most 30000 --print    # only look

A perft count of depth d is the number of sequences of d atomic actions that can be played from a position; a
sequence that ends the game earlier is none. The positions are the openings and points of fixed random games.
"""

import argparse
import collections
import json
import pathlib
import random
import time

from tests.naive import GAMES, policies

FOLDER = pathlib.Path(__file__).parent

# size, options, policy of the random game that leads to the position, actions played in it, depths
POSITIONS = {
    "orochi": [
        (2, {}, None, 0, [1, 2, 3, 4, 5]),
        (2, {}, "even", 3, [1, 2, 3, 4, 5, 6]),
        (3, {}, None, 0, [1, 2, 3, 4]),
        (3, {}, "crowd", 9, [1, 2, 3, 4]),
        (3, {}, "crowd", 14, [1, 2, 3, 4, 5, 6]),
        (4, {}, None, 0, [1, 2, 3]),
        (4, {}, "crowd", 20, [1, 2, 3, 4]),
        (4, {}, "crowd", 36, [1, 2, 3, 4, 5]),
        (6, {}, "crowd", 60, [1, 2, 3]),
    ],
    "sibling": [
        (3, {}, None, 0, [1, 2, 3, 4, 5]),
        (3, {"pie": True}, None, 0, [1, 2, 3, 4]),
        (3, {}, "scatter", 9, [1, 2, 3, 4, 5, 6, 7]),
        (4, {"pie": True}, None, 0, [1, 2, 3, 4]),
        (4, {}, "even", 20, [1, 2, 3, 4, 5]),
        (5, {}, None, 0, [1, 2, 3]),
        (5, {"pie": True}, None, 0, [1, 2, 3]),
        (5, {}, "even", 30, [1, 2, 3, 4]),
        (5, {}, "crowd", 51, [1, 2, 3, 4, 5, 6]),
    ],
    "orcoon": [
        (4, {}, None, 0, [1, 2, 3, 4, 5]),
        (4, {"pie": False}, None, 0, [1, 2, 3, 4]),
        (4, {"pie": False}, "linger", 5, [1, 2, 3, 4, 5]),
        (5, {"pie": False}, "linger", 12, [1, 2, 3, 4]),
        (6, {}, "linger", 15, [1, 2, 3, 4]),
        (7, {}, None, 0, [1, 2, 3]),
        (9, {}, None, 0, [1, 2, 3]),
        (9, {"pie": False}, "linger", 30, [1, 2, 3]),
        (9, {}, "linger", 50, [1, 2, 3]),
    ],
    "hex": [
        (5, {}, None, 0, [1, 2, 3, 4]),
        (5, {"pie": False}, None, 0, [1, 2, 3]),
        (5, {}, "seek", 12, [1, 2, 3, 4]),
        (5, {}, "crowd", 20, [1, 2, 3, 4, 5]),
        (7, {}, None, 0, [1, 2]),
        (9, {}, None, 0, [1, 2, 3]),
        (7, {}, "seek", 25, [1, 2, 3]),
        (9, {}, "even", 50, [1, 2, 3]),
    ],
    "organica": [
        (4, {}, None, 0, [1, 2, 3]),
        (4, {"setup": "corners"}, None, 0, [1, 2, 3]),
        (4, {}, "linger", 24, [1, 2, 3, 4]),
        (4, {}, "shuffle", 42, [1, 2, 3, 4, 5]),
        (4, {"setup": "corners"}, "capture", 50, [1, 2, 3, 4, 5]),
        (5, {}, None, 0, [1, 2, 3]),
        (5, {"setup": "corners"}, None, 0, [1, 2, 3]),
        (5, {}, "linger", 30, [1, 2, 3]),
        (5, {}, "capture", 40, [1, 2, 3, 4]),
        (5, {}, "shuffle", 55, [1, 2, 3, 4, 5]),
        (6, {}, "crowd", 25, [1, 2, 3]),
    ],
    "droched": [
        (3, {}, None, 0, [1, 2, 3, 4]),
        (3, {"pie": True}, None, 0, [1, 2, 3, 4]),
        (3, {"handicap": 2, "komi": 2}, None, 0, [1, 2, 3, 4]),
        (3, {}, "seek", 16, [1, 2, 3, 4, 5]),
        (3, {"komi": 3}, "seek", 24, [1, 2, 3, 4, 5]),
        (4, {"handicap": 13}, "ring", 13, [1, 2, 3]),
        (4, {"komi": 6}, "seek", 40, [1, 2, 3, 4]),
        (5, {}, None, 0, [1, 2, 3]),
        (5, {}, "linger", 60, [1, 2, 3]),
        (7, {}, None, 0, [1, 2, 3]),
        (7, {"pie": True, "handicap": 2}, None, 0, [1, 2, 3]),
        (7, {}, "even", 90, [1, 2, 3]),
        (9, {}, "even", 150, [1, 2]),
    ],
}
SEED = 1


def perft(module, state, depth):
    """The number of sequences of ``depth`` actions from a position of the plain implementation."""
    if depth == 0:
        return 1
    actions = module.legal(state)
    if depth == 1:
        return len(actions)
    return sum(perft(module, module.play(state, action), depth - 1) for action in actions)


def random_actions(module, size, options, policy, number):
    """The first ``number`` actions of the first random game of this policy that goes on after them."""
    for attempt in range(1000):
        rng = random.Random(f"{SEED} {policy} {number} {attempt}")
        player = policies.Player(policy, rng, collections.Counter())
        state, actions = module.start(size, options), []
        while len(actions) < number and not state.result:
            actions.append(player.choose(module, state, module.legal(state)))
            state = module.play(state, actions[-1])
        if not state.result:
            return actions
    raise ValueError(f"no random {policy} game of {module.__name__} on size {size} lasts {number} actions")


def entries(game, most):
    """The table of one game: for each position its counts, as deep as stated and as ``most`` sequences allow."""
    module = GAMES[game]
    found = []
    for size, options, policy, number, depths in POSITIONS[game]:
        actions = random_actions(module, size, options, policy, number) if policy else []
        state = module.start(size, options)
        for action in actions:
            state = module.play(state, action)
        count = grown = 1
        for depth in depths:
            if count * grown > most:  # the next depth would be about so large
                break
            began = time.monotonic()
            last, count = count, perft(module, state, depth)
            grown = count / last if last else 0
            print(
                f"{game} {size} {options} +{number} depth {depth}: {count} ({time.monotonic() - began:.1f} s)",
                flush=True,
            )
            board = module.position(state)["board"]
            filled = module.position(state)["options"]
            found.append(
                {
                    "game": game,
                    "board": board,
                    "size": size,
                    "options": filled,
                    "actions": actions,
                    "depth": depth,
                    "count": count,
                    "source": "naive",
                }
            )
    return found


def main():
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=sorted(GAMES), help="only this one (default: all five)")
    parser.add_argument("--most", type=int, default=3_000_000, help="about the largest count to make (default 3000000)")
    parser.add_argument("--print", action="store_true", help="write no file")
    arguments = parser.parse_args()
    for game in [arguments.game] if arguments.game else sorted(GAMES):
        table = entries(game, arguments.most)
        if not arguments.print:
            lines = ",\n".join("  " + json.dumps(entry) for entry in table)
            (FOLDER / f"{game}.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
