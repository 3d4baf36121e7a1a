"""The table that a game is played on: what a board reports of it, the running clock, and words for what differs."""
