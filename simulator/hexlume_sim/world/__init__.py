"""Physical model of the table: discs, their magnets, the sensors and their faults."""
