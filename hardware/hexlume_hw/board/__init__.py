"""A panel's circuit board: placed, routed, written for KiCad and a fabricator, and proven.

``write.write_board`` makes and checks all of it.
"""
