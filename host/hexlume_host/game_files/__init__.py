"""Files of games that the host reads and writes: records, variations, courses and rule sheets."""
