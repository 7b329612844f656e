"""Instances in studies: the file that counts is that of the process that starts the study."""

from __future__ import annotations

import pytest

import haversack as hs

SMALL = "tiny\n3\n3 1 4\n5 0\n2\n\n0\n5\n2 3 4\n"


@pytest.mark.slow
def test_workers_that_are_used_again_read_the_files_of_the_new_folder(tmp_path, monkeypatch):
    for name, profits in (("first", "3 1 4"), ("second", "30 10 40")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tiny.txt").write_text(SMALL.replace("3 1 4", profits), encoding="utf-8")
    energies = [{"kind": "quadratic", "path": "tiny.txt"}]
    found = {}
    for name in ("first", "second"):
        monkeypatch.chdir(tmp_path / name)
        # Two tasks, one for each worker.
        result = hs.study(pools=hs.Pool(costs=[2, 3, 4]), energies=energies, budgets=[5], seeds=2, jobs=2)
        found[name] = [row["value"] for row in result.rows()]
    assert found == {"first": [9.0, 9.0], "second": [45.0, 45.0]}
