"""A game without input or output: its events, record, state, view and text."""
