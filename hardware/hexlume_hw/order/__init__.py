"""What is ordered: bill of materials, prices, panelization, the starter, and the package with its pages."""
