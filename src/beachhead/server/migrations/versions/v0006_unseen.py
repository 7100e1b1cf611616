"""Which entries were made in secret, so that others do not count them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make room for it; entries of before have been counted by everybody."""
    op.add_column("entries", sa.Column("unseen", sa.Boolean, nullable=False, server_default=sa.false()))
