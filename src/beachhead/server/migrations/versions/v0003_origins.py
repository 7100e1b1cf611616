"""Where an imported table came from. Its earlier seeds are proven by that table, and are kept nowhere else."""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make room for it, and forget the seeds of other tables that saves have brought so far."""
    op.add_column("tables", sa.Column("origin", sa.String(32), nullable=False, server_default=""))
    tables = sa.table("tables", sa.column("id"), sa.column("base", sa.LargeBinary))
    landmarks = sa.table("landmarks", *map(sa.column, ("table_id", "seq")), sa.column("save", sa.LargeBinary))
    connection = op.get_bind()
    for name in connection.execute(sa.select(tables.c.id).where(tables.c.base.is_not(None))).scalars().all():
        mine = tables.c.id == name
        base = connection.execute(sa.select(tables.c.base).where(mine)).scalar_one()
        connection.execute(sa.update(tables).where(mine).values(base=_without_seeds(base)))
        kept = connection.execute(sa.select(landmarks).where(landmarks.c.table_id == name)).all()
        for landmark in kept:
            same = sa.and_(landmarks.c.table_id == name, landmarks.c.seq == landmark.seq)
            save = zlib.compress(_without_seeds(zlib.decompress(landmark.save)), 1)
            connection.execute(sa.update(landmarks).where(same).values(save=save))


def _without_seeds(save: bytes) -> bytes:
    document = json.loads(save)
    for seed in document.get("earlier_seeds", ()):
        seed["seed"] = None
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
