"""The solids of a panel: face plate, case and pieces as STEP and STL, and the checks that they are sound.

Everything is modelled where it is in the assembled board: x and y as ``cell_site`` has them, z above the circuit
board's upper face, in mm.
"""
