"""The fault model: single faults of a panel's netlist, and what each does to readings, lights and voltages."""
