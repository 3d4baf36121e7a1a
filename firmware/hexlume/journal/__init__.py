"""What outlasts a power cut: a log in flash, its archive on the drive, and the games in it (docs/journal.md)."""
