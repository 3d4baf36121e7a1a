"""Scripted hands: from single gestures to whole games, careful or clumsy."""
