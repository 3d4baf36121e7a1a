"""The commands of the game kit, a file each."""
