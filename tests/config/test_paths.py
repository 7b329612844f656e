from __future__ import annotations

from pathlib import Path

import pytest

from haversack.config.paths import resolve_paths
from haversack.plugins import default_catalog


def test_names_of_files_are_relative_to_the_directory():
    spec = {"kind": "jsonl", "path": "a.jsonl", "members": True}
    found = resolve_paths("observer", spec, default_catalog(), "runs")
    assert found == {"kind": "jsonl", "path": str(Path("runs") / "a.jsonl"), "members": True}


@pytest.mark.parametrize("spec", [{}, {"kind": "unknown", "path": "a"}, {"kind": 3}, {"kind": "jsonl", "path": 3}])
def test_what_is_wrong_is_left_for_others_to_report(spec):
    assert resolve_paths("observer", spec, default_catalog(), "runs") == spec
