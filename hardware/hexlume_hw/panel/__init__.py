"""The panel as all parts of the design share it: outline, stackup, wiring, parts and netlist."""
