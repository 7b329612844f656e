"""What a page shows."""

from __future__ import annotations

from haversack.pages.model import Column


def test_columns_name_their_class():
    columns = [Column("pool"), Column("members", is_number=True), Column("SHA-256", is_code=True)]
    assert [column.style for column in columns] == ["", "number", "code"]
