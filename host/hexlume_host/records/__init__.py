"""Games in files: what ``hexlume export`` writes and ``hexlume import`` reads (docs/record.md)."""
