"""Changes of the database from version to version, by alembic."""
