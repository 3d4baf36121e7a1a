"""How the comparison's random players choose, so that rare situations come up.

Every policy but ``cover``, whose goal bears no slip, leaves one choice in five to plain chance.
"""

import collections
import re

from .geometry import border_places, hex_neighbours, hexagon, square_neighbours

PLACED = re.compile(r"[WBPL]?([a-z]\d+)")
STEP = re.compile(r"([a-z]\d+)[-x]([a-z]\d+)")

OF_GAME = {
    "droched": ["even", "kinds", "seek", "seek", "seek", "linger", "crowd", "scatter", "ring"],
    "hex": ["even", "kinds", "seek", "linger", "crowd", "scatter"],
    "orcoon": ["even", "kinds", "seek", "linger", "linger", "crowd", "scatter"],
    "organica": [
        "even",
        "kinds",
        "seek",
        "seek",
        "linger",
        "crowd",
        "scatter",
        "shuffle",
        "shuffle",
        "capture",
        "besiege",
        "cover",
    ],
    "orochi": ["even", "kinds", "seek", "crowd", "crowd"],
    "sibling": ["even", "kinds", "seek", "crowd", "scatter"],
}


def fitting_options(policy, options):
    """The options, changed where a policy needs something: the ring needs handicap stones enough."""
    if policy == "ring":
        return {**options, "handicap": 13 + options.get("komi", 0) % 8}
    return options


class Player:
    """Chooses for both sides of one game."""

    def __init__(self, policy, rng, counts):
        self.policy, self.rng, self.counts = policy, rng, counts
        self._last_step = {}
        self._siege = (rng.choice(["white", "black"]), None)

    def choose(self, module, state, legal):
        """One of the legal actions."""
        if self.rng.random() < 0.2 and self.policy != "cover":
            return self.rng.choice(legal)
        return getattr(self, f"_{self.policy}")(module, state, legal)

    def _even(self, module, state, legal):
        return self.rng.choice(legal)

    def _kinds(self, module, state, legal):
        """First a kind of action, then one of it: ``pass``, ``free``, ``swap`` and captures come up far more often."""
        kinds = collections.defaultdict(list)
        for action in legal:
            kinds[re.sub(r"[a-z]?\d+", "", action)].append(action)
        return self.rng.choice(kinds[self.rng.choice(sorted(kinds))])

    def _seek(self, module, state, legal):
        """Of a few actions the one whose consequences have been seen least."""
        few = self.rng.sample(legal, min(8, len(legal)))
        rarity = {}
        for action in few:
            events = module.play(state, action).events
            rarity[action] = sum(1 / (1 + self.counts[event]) for event in events)
        return max(few, key=rarity.get)

    def _linger(self, module, state, legal):
        """Neither passes nor ends if anything else can be done."""
        few = [action for action in legal if action not in ("pass", "done", "end")] or legal
        few = self.rng.sample(few, min(4, len(few)))
        return next((action for action in few if not module.play(state, action).result), few[0])

    def _crowd(self, module, state, legal):
        """Places where most neighbours are taken."""
        return self._by_neighbours(module, state, legal, 1)

    def _scatter(self, module, state, legal):
        """Places where fewest neighbours are taken, and makes no voluntary step."""
        return "end" if "end" in legal else self._by_neighbours(module, state, legal, -1)

    def _by_neighbours(self, module, state, legal, sign):
        near = (square_neighbours if module.__name__.endswith("orcoon") else hex_neighbours)(state.size)
        few = self.rng.sample(legal, min(12, len(legal)))

        def taken(action):
            match = PLACED.fullmatch(action)
            return sign * sum(n in state.pieces for n in near[match[1]]) if match else 0

        return max(few, key=taken)

    def _shuffle(self, module, state, legal):
        """Organica: steps to and fro, so that positions come back."""
        side = state.to_move
        if "end" in legal:
            return "end"
        if back := self._last_step.get(side):
            action = f"{back[1]}-{back[0]}"
            if action in legal:
                self._last_step[side] = (back[1], back[0])
                return action
        action = self.rng.choice(legal)
        if match := STEP.fullmatch(action):
            self._last_step[side] = (match[1], match[2])
        return action

    def _capture(self, module, state, legal):
        """Organica: captures above all, then leaders, then steps of leaders."""
        for wanted in (
            [action for action in legal if action[0] not in "PL" and "x" in action[1:]],
            [action for action in legal if action[0] == "L"],
            [action for action in legal if "-" in action and state.pieces[action.split("-")[0]] in "WB"],
        ):
            if wanted:
                return self.rng.choice(wanted)
        return self.rng.choice(legal)

    def _besiege(self, module, state, legal):
        """Organica: one side rings a free corner or border cell, the other puts its leaders there (ORG-12, ORG-13)."""
        victim, corner = self._siege
        if corner is None:
            border = border_places(state.size)
            free = [cell for cell in border if cell not in state.pieces]
            corner = self.rng.choice([cell for cell in free if border[cell].startswith("corner")] or free)
            self._siege = (victim, corner)
        ring = hex_neighbours(state.size)[corner]
        if "end" in legal:
            return "end"
        if state.to_move != victim:
            wanted = [action for action in legal if action[0] == "P" and action[1:] in ring]
        elif f"L{corner}" in legal and all(cell in state.pieces for cell in ring):
            wanted = [f"L{corner}"]
        else:
            wanted = [action for action in legal if action[0] == "P" and action[1:] not in ring]
        return self.rng.choice(wanted or legal)

    def _cover(self, module, state, legal):
        """Organica: white keeps a leader in hand until its others forbid every empty hex (ORG-5)."""
        if "end" in legal:
            return "end"
        near = hex_neighbours(state.size)
        covered = {n for cell, letter in state.pieces.items() if letter == "W" for n in near[cell]}

        def promise(action):
            match = PLACED.fullmatch(action)
            if not match:
                return 0
            if action[0] == "L" and state.to_move == "white":
                gain = sum(n not in covered and n not in state.pieces for n in near[match[1]])
                return gain - 100 * (state.hand["white"]["leader"] == 1)
            return -(match[1] in covered)

        self.rng.shuffle(legal := list(legal))
        if state.to_move == "white" and state.hand["white"]["leader"] > 1:
            legal = [action for action in legal if action[0] == "L"] or legal
        return max(legal, key=promise)

    def _ring(self, module, state, legal):
        """Droched: handicap stones on the centre and all around it, two cells away (DRO-12); then as ``seek``."""
        if state.due != "handicap":
            return self._seek(module, state, legal)
        places = hexagon(state.size)

        def distance(cell):
            q, r = places[cell]
            return max(abs(q), abs(r), abs(q + r))

        wanted = [cell for cell in legal if distance(cell) in (0, 2)]
        return self.rng.choice(wanted or legal)
