"""What the board's sensors feel: discs on the table, their magnets, and the sensors' faults."""
