"""Lessons: the steps of a course, and the positions they begin in."""
