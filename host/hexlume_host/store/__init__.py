"""The store: every game that boards report, in an SQLite file."""
