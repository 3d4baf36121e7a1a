"""HTTP: the server, rights, limits and static files."""
