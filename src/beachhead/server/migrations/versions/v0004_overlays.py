"""With which corrections of an owner a table is played, and what data that gives."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make room for both; tables of before have no corrections."""
    op.add_column("tables", sa.Column("overlay", sa.String(200), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("data", sa.String(200), nullable=False, server_default=""))
