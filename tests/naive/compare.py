"""Plays random games on the engine and on the plain implementation side by side.

    python -m tests.naive.compare --games 2000 --game organica --seed 7

After every action the sorted legal lists, the whole positions (ACT-5; the plain reason is a clause, the engine's the
code for it), the board changes and the results must agree; now and then an action that is not legal must be refused
(ACT-6) and a few actions taken back and played again (ACT-4). The final counts tell how often each situation that a
clause is about has occurred.
"""

import argparse
import collections
import json
import random
import sys

from hexlume import games
from hexlume.games import notation
from hexlume_record.game.position import legal_texts, position_of

from . import GAMES, policies

SIZES = {  # small boards mostly: they reach the rare situations soonest
    "droched": [3] * 6 + [4] * 6 + [5] * 3 + [7],
    "hex": [5] * 6 + [6] * 3 + [7],
    "orcoon": [4] * 5 + [5] * 5 + [6] * 3 + [7] * 2 + [9],
    "organica": [4] * 6 + [5] * 6 + [6, 7],
    "orochi": [2] * 3 + [3] * 6 + [4] * 6 + [5, 6],
    "sibling": [3] * 6 + [4] * 5 + [5] * 4 + [6, 7],
}
CLAUSES = {
    "droched": {"eliminated": "DRO-9", "no-moves": "DRO-10"},
    "hex": {"joined-sides": "HEX-4"},
    "orcoon": {"fill-ended": "ORC-5", "chain": "ORC-6"},
    "organica": {"leaders-lost": "ORG-13", "no-moves": "ORG-14", "repetition": "ORG-15"},
    "orochi": {"larger-group": "ORO-7", "placed-last": "ORO-8"},
    "sibling": dict.fromkeys(("larger-first-group", "larger-second-group", "larger-next-group"), "SIB-5"),
}
"""The clause by which a game has ended, by the engine's code for the reason."""
LONGEST = 400
"""Actions after which a game is broken off."""

GARBAGE = ["", "a0", "z99", "a1-a1", "pass", "done", "end", "free", "swap", "Pa1", "Wa1", "*a1", "komi=21", "a01", "A1"]


class Discrepancy(AssertionError):
    """The two implementations disagree; the text holds everything needed to play it again."""


def random_options(game, rng):
    """Options for one game, sometimes left to their defaults."""
    if game == "sibling":
        return rng.choice([{}, {"pie": True}, {"pie": False}])
    if game in ("hex", "orcoon"):
        return rng.choice([{}, {"pie": True}, {"pie": False}])
    if game == "organica":
        return rng.choice([{}, {"setup": "clusters"}, {"setup": "corners"}])
    if game == "droched":
        options = {}
        if rng.random() < 0.3:
            options["handicap"] = rng.choice([0, 2, 3, rng.randint(2, 20), rng.randint(13, 20)])
        if rng.random() < 0.3:
            options["pie"] = True
        elif rng.random() < 0.4:
            options["komi"] = rng.randint(0, 20)
        return options
    return {}


def forbidden(verdicts):
    """What verdicts forbid, as situations to count."""
    return [
        f"forbidden: {clause} for free" if action == "free" else f"forbidden: {clause}"
        for action, clause in verdicts.items()
        if clause
    ]


class Together:
    """One game on both implementations."""

    def __init__(self, game, size, options):
        self.game, self.size, self.options = game, size, options
        self.module = GAMES[game]
        self.state = self.module.start(size, options)
        self.engine = games.start(game, size, options)
        self.states = [self.state]
        self.actions = []
        self._agree("position at the start", self._text(position_of(self.engine)), self._text())

    def _text(self, position=None):
        if position is None:
            position = self.module.position(self.state)
        else:
            position["reason"] = CLAUSES[self.game].get(position["reason"])
        return json.dumps(position, sort_keys=True)

    def _agree(self, what, engine, plain):
        if engine != plain:
            start = {"game": self.game, "size": self.size, "options": self.options, "actions": self.actions}
            raise Discrepancy(f"{what} differs after {json.dumps(start)}\n engine: {engine}\n plain:  {plain}")

    def verdicts(self):
        """The plain verdicts, once both lists of legal actions are found equal."""
        verdicts = self.module.verdicts(self.state)
        legal = sorted(action for action, clause in verdicts.items() if not clause)
        self._agree("list of legal actions", legal_texts(self.engine), legal)
        for action, clause in verdicts.items():
            if clause:
                named = self.engine.why_not(notation.parse(action, self.engine.grid))
                # Several clauses may forbid a placement; then either implementation may name any of them.
                if named != clause:
                    second = self.module.placement_forbidden_by(self.state, action, {clause})
                    self._agree(f"clause that forbids {action!r}", named, second or clause)
        return verdicts

    def play(self, action):
        """Play one action on both and compare what came of it."""
        before = self.module.position(self.state)["pieces"]
        self.state = self.module.play(self.state, action)
        self.states.append(self.state)
        self.actions.append(action)
        try:
            self.engine.push_text(action)
        except games.IllegalAction as refusal:
            self._agree(f"answer to the legal {action!r}", str(refusal), "played")
        self._agree("position", self._text(position_of(self.engine)), self._text())
        after = self.module.position(self.state)["pieces"]
        changed = sorted(cell for cell in {**before, **after} if before.get(cell) != after.get(cell))
        reported = sorted(self.engine.grid.name(cell) for cell, _, _ in self.engine.changes())
        self._agree("list of changed cells", reported, changed)

    def refuse(self, action):
        """Both must refuse an action and stay as they are (ACT-6)."""
        try:
            self.engine.push_text(action)
        except games.IllegalAction:
            self._agree(f"position after the refused {action!r}", self._text(position_of(self.engine)), self._text())
        else:
            self._agree(f"answer to {action!r}", "played", "refused")

    def take_back(self, count):
        """Take actions back on both, comparing each position on the way (ACT-4); returns them."""
        taken = self.actions[len(self.actions) - count :]
        for _ in range(count):
            self.engine.pop()
            self.actions.pop()
            self.states.pop()
            self.state = self.states[-1]
            self._agree("position after undo", self._text(position_of(self.engine)), self._text())
        return taken


def play_game(game, rng, counts, size=None):
    """Play one random game on both implementations; adds to ``counts``, raises ``Discrepancy``."""
    size = size or rng.choice(SIZES[game])
    policy = rng.choice(policies.OF_GAME[game])
    together = Together(game, size, policies.fitting_options(policy, random_options(game, rng)))
    player = policies.Player(policy, rng, counts)
    counts["games"] += 1
    while len(together.actions) < LONGEST:
        verdicts = together.verdicts()
        counts.update(forbidden(verdicts))
        legal = sorted(action for action, forbidden in verdicts.items() if not forbidden)
        if not legal:
            break
        if rng.random() < 0.1:
            tried = rng.choice([*(action for action, forbidden in verdicts.items() if forbidden), *GARBAGE])
            if tried not in legal:
                together.refuse(tried)
        together.play(player.choose(together.module, together.state, legal))
        counts["actions"] += 1
        counts.update(together.state.events)
        if rng.random() < 0.03:
            for action in together.take_back(rng.randint(1, len(together.actions))):
                together.play(action)
    if together.state.result:
        together.refuse(rng.choice(together.actions))
        counts[f"result {together.state.result}"] += 1
    else:
        counts["broken off"] += 1
    together.take_back(len(together.actions))
    together.verdicts()


def compare(game, numbers, seed, size=None, progress=None):
    """Compare the random games of these numbers; returns the counts of what occurred."""
    counts = collections.Counter()
    for index in numbers:
        play_game(game, random.Random(f"{game} {seed} {index}"), counts, size)
        if progress and (index + 1) % progress == 0:
            print(f"{game}: {index + 1} of {len(numbers)} games, {counts['actions']} actions", flush=True)
    return counts


def main():
    """Run from the command line; exit code 1 on the first discrepancy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of each kind (default 200)")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this one (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="another seed plays other games (default 1)")
    parser.add_argument("--size", type=int, help="always this board size (default: random, small ones mostly)")
    arguments = parser.parse_args()
    for game in [arguments.game] if arguments.game else sorted(GAMES):
        try:
            counts = compare(
                game, range(arguments.games), arguments.seed, arguments.size, max(1, arguments.games // 10)
            )
        except Discrepancy as found:
            sys.exit(f"{game}: {found}")
        for situation in sorted(counts):
            print(f"  {counts[situation]:8d}  {situation}")
        print(f"{game}: {counts['games']} games, {counts['actions']} actions, no discrepancy")


if __name__ == "__main__":
    main()
