"""The store: every game that boards report, in SQLite or PostgreSQL."""
