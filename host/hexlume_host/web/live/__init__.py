"""Live boards: pages that show and play games on boards, real or simulated."""
