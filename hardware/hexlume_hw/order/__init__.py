"""What is ordered: bill of materials, prices, the starter, and the package with its pages."""
