"""People who share a side, each with formations of his own."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make room for them; nobody has shared a side before."""
    op.create_table(
        "shares",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("side", sa.String(200), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("formations", sa.Text, nullable=False),
    )
    op.create_index("shares_by_token", "shares", ["token_hash"])
