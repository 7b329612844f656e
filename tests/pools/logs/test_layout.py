"""The columns of a log by role."""

from __future__ import annotations

from haversack.pools.logs.layout import Layout


def test_origins_are_the_columns_unless_the_log_was_laid_out_otherwise():
    layout = Layout(item=("task", "doc"), member="model", answer="label")
    assert layout.list_origins() == {"item": "task and doc", "member": "model", "answer": "label"}
    assert Layout(item=("i",), member="m", origins={"item": "id"}).list_origins() == {"item": "id"}
