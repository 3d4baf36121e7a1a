"""Perft: how many sequences of actions there are, the count by which rule engines are compared."""

from hexlume.games.game import Game


def perft(game: Game, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` legal actions; the game is left as it was.

    A sequence that ends the game before its last action does not count; depth 0 has one, the empty sequence.
    The last action of each is counted and not played. No position is looked up instead of being counted, and
    nothing recurses, so that any depth is counted in memory that grows only with the depth.
    """
    if depth == 0:
        return 1
    count = 0
    # For each depth the actions that are not counted yet.
    stack = [game.legal_actions()]
    while stack:
        if len(stack) < depth and stack[-1]:
            game.push(stack[-1].pop())
            stack.append(game.legal_actions())
            continue
        if len(stack) == depth:
            count += len(stack[-1])
        stack.pop()
        if stack:
            game.pop()
    return count
