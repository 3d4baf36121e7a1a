"""The plugins that Hexlume brings. Each uses the kernel as any other plugin may (``hexlume_host.plugins``)."""
