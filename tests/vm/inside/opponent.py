"""The board's engine against random actions: ``opponent.py RULES SIZE OWN SEED LOOP MOST``.

OWN is the colour that it plays, LOOP the us of the board's other work in a pass, MOST the max
number of actions in a game. The host answers the mark ``ms`` with the time of the work so far in
ms. Prints ``thought`` with the ms of each thought and of its longest pass, and at the end
``result``. The firmware is at ``/firmware``.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path.insert(0, "/firmware")

from hexlume import engine, games  # noqa: E402

host: "Any" = __import__("host")
gc: "Any" = __import__("gc")
gc.disable()
ROOM = 1 << 17
"""Bytes that a pass does not fill: the heap is cleared, which takes its time, before it has less."""
SIZE, OWN, SEED, LOOP, MOST = (int(word) for word in sys.argv[2:7])
drawn = [SEED]
others = [0]
thinking: "list[Any]" = [None]


def below(limit: int) -> int:
    """Return a random number below a limit (Park and Miller, 1988: all its digits are random)."""
    drawn[0] = drawn[0] * 48271 % 0x7FFFFFFF
    return drawn[0] % limit


def now() -> int:
    """Return the time in ms: of the work done, and of the passes' other work."""
    return int(host.call("ms", "")) + others[0] // 1000


def a_pass() -> int:
    """Think for a pass; return how long that took, in ms."""
    began = now()
    if gc.mem_free() < ROOM:
        gc.collect()
    thinking[0].think()
    return now() - began


def chosen() -> int:
    """Return what the opponent chooses, with few variables: the collector does not see those of larger functions."""
    gc.collect()
    began, longest = now(), 0
    thinking[0] = engine.start(game, below, now)
    while thinking[0].action < 0:
        longest = max(longest, a_pass())
        others[0] += LOOP
    print("thought", now() - began, longest)
    return int(thinking[0].action)


def drawn_at_random() -> int:
    """Return a random legal action."""
    gc.collect()
    codes = game.legal_actions()
    return codes[below(len(codes))]


game = games.start(sys.argv[1], SIZE)
while game.result is None and len(game.codes) < MOST:
    code = chosen() if game.to_move == OWN else drawn_at_random()
    gc.collect()
    game.push(code)
print("result", game.result or "0")
