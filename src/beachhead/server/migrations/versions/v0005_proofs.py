"""Seats that are claimed, dice that people have a part in, records as chains, and when a computer is waited for."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make room for all of it. Tables with computers are looked at once, so that none stands still."""
    for column in (
        sa.Column("dice", sa.String(8), nullable=False, server_default=""),
        sa.Column("due", sa.Double, nullable=True),
    ):
        op.add_column("tables", column)
    for column in (
        sa.Column("invite_hash", sa.String(64), nullable=True),
        sa.Column("promise", sa.String(64), nullable=False, server_default=""),
        sa.Column("number", sa.String(64), nullable=False, server_default=""),
    ):
        op.add_column("seats", column)
    for column in (
        sa.Column("chance", sa.Text, nullable=False, server_default=""),
        sa.Column("head", sa.String(64), nullable=False, server_default=""),
    ):
        op.add_column("entries", column)
    op.create_index("tables_by_due", "tables", ["due"])
    op.execute("UPDATE tables SET due = 0 WHERE id IN (SELECT table_id FROM seats WHERE player <> 'human')")
