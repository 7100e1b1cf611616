"""Clocks of tables, and when the server was up."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make room for both; no table has had a clock before."""
    op.add_column("tables", sa.Column("clock", sa.String(200), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("begun", sa.Double, nullable=True))
    op.create_table(
        "uptimes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("began", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
