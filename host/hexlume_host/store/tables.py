"""Tables of a store: the kernel's and those of its plugins."""

from importlib import import_module

from sqlalchemy import Connection, delete, insert

from ..plugins import plugins
from .models import VERSION, Base, SchemaRow


def tables() -> set[str]:
    """Load the tables of plugins, and return the names of all."""
    for plugin in plugins():
        for module in plugin.tables:
            import_module(module)
    return set(Base.metadata.tables)


def make_tables(connection: Connection) -> None:
    """Create the tables that are missing, in the connection's transaction."""
    Base.metadata.create_all(connection, [Base.metadata.tables[name] for name in tables()])
    connection.execute(delete(SchemaRow))
    connection.execute(insert(SchemaRow).values(version=VERSION))
