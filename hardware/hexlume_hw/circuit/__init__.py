"""The circuit of a panel: described in skidl, checked by its electrical rules and against the panel's definition."""
