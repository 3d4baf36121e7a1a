"""What older versions left behind, and that today's firmware and host lose nothing of it."""
