"""Words for people: of actions, turns, refusals, results, clocks and players."""
