"""The commands of network games, a file each."""
