"""The value of a position or an action with best play, for one player."""

WIN, DRAW, LOSS = "win", "draw", "loss"
CHANCE = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}
"""The chance to win that goes with each value."""
OPPOSITE = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}
"""The opponent's value for each value of a player."""
