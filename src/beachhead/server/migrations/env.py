"""Run by alembic, on the connection that `beachhead.server.upgrades` hands over."""

from alembic import context

from beachhead.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
