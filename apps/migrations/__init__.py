"""The forms that the tables had, one after the other, for Alembic."""
