"""Pages on which a person plays without a board."""
