"""What Alembic runs to reach the database: the connection and transaction that ``migrate`` was given."""

from alembic import context
from sqlalchemy import delete, insert

from hexlume_host.store.models import Base, SchemaRow

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()
    # Hosts read the version here, without Alembic.
    reached = context.get_context().get_current_revision() or ""
    connection.execute(delete(SchemaRow))
    connection.execute(insert(SchemaRow).values(version=int(reached)))
