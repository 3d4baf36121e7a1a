"""The commands of ``hexlume lab``, a file each."""
