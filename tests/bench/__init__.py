"""Benchmarks: figures, not checks. ``make bench`` prints them and writes build/bench.json."""
