"""Where people want to be called when it is their move."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make room for it; nobody has been called before."""
    op.create_table(
        "calls",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.String(200), primary_key=True),
        sa.Column("person", sa.String(200), primary_key=True),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("service", sa.String(100), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("due", sa.Double, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("is_told", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("problem", sa.String(200), nullable=False, server_default=""),
    )
    op.create_index("calls_by_due", "calls", ["due"])
