"""The circuit of a panel: described in code, checked by electrical rules and against the panel's definition."""
