"""The plots of the documentation can be drawn, and come out the same every time."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def plots():
    spec = importlib.util.spec_from_file_location("plots", DOCS / "_ext" / "plots.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_every_plot_is_the_same_file_twice_and_without_a_date(plots, tmp_path):
    for name in plots.PLOTS:
        for target in (tmp_path / "first.svg", tmp_path / "second.svg"):
            plots.draw(name, target)
        drawn = (tmp_path / "first.svg").read_bytes()
        assert drawn == (tmp_path / "second.svg").read_bytes(), name
        assert b"<dc:date>" not in drawn


def test_every_plot_is_shown_somewhere(plots):
    pages = [page.read_text(encoding="utf-8") for page in DOCS.glob("**/*.md") if "_build" not in page.parts]
    shown = {name for text in pages for name in re.findall(r"^```\{model-plot\} (\S+)$", text, re.MULTILINE)}
    assert shown == set(plots.PLOTS)
