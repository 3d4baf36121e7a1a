"""File formats of games: our JSON, AbstractPlay's JSON and text (docs/record.md)."""
