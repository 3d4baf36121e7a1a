"""What the rules cost: a legal-action set and an action of every game, and the heap they need."""

import random
import time
import tracemalloc

from hexlume import games
from hexlume.games import game_class

from .figure import Figure

BOARDS = (
    ("orochi", (4, 9)),
    ("sibling", (5, 9)),
    ("orcoon", (9, 11)),
    ("organica", (5, 9)),
    ("droched", (7, 9)),
)
"""Each game at its default size and at hex9 or square11."""

MOST_ACTIONS = 300


def cost(name: str, size: int, seed: int) -> tuple[float, float, int]:
    """Play one random game; return us per legal-action set, us per action and the peak of the heap in bytes."""
    choice = random.Random(seed)
    legal_s = action_s = 0.0
    actions = 0
    tracemalloc.start()
    game = games.start(name, size)
    plan = []
    while game.result is None and actions < MOST_ACTIONS:
        plan.append(choice.choice(game.legal_actions()))
        game.push(plan[-1])
        actions += 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    game = games.start(name, size)
    for action in plan:
        began = time.perf_counter()
        game.legal_actions()
        between = time.perf_counter()
        game.push(action)
        legal_s += between - began
        action_s += time.perf_counter() - between
    return legal_s * 1e6 / actions, action_s * 1e6 / actions, peak


def measure() -> list[Figure]:
    """Return the costs of every game that can be played."""
    figures = []
    for name, sizes in BOARDS:
        if name not in games.NAMES:
            continue
        for size in sizes:
            board = f"{name} {game_class(name).GRID.kind}{size}"
            legal_us, action_us, peak = cost(name, size, 11)
            note = f"CPython, one random game of at most {MOST_ACTIONS} actions"
            figures.append(Figure(f"legal actions {board}", legal_us, "us / set", note))
            figures.append(Figure(f"action {board}", action_us, "us", note))
            figures.append(Figure(f"peak heap {board}", peak / 1024, "kB", note + ", 64-bit objects"))
    return figures
