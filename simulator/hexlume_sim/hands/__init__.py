"""Scripted hands: from one disc on its way to whole games, careful or clumsy."""
