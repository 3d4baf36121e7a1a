"""From sensor counts to the pieces at rest on the panel's cells."""
