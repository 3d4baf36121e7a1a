"""Lessons: the steps of a course, and what they claim of their positions."""
