"""The pages of a package: what to order, and how to assemble it step by step, with drawings."""
