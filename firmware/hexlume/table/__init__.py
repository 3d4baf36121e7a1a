"""Between the pieces on the table and the legal actions of the game: what was done, what may be done, what to show."""
