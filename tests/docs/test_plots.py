"""The plots of the documentation can be drawn, and come out the same every time."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from haversack.cli import main

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


def read_curve(path, name):
    """Return the coordinates of a named curve of a plot."""
    group = ElementTree.parse(path).find(f".//{{*}}g[@id='{name}']")
    drawn = next(element for element in group.iter() if element.tag.endswith("}path"))
    return np.array(re.findall(r"-?[\d.]+", drawn.get("d")), dtype=float)


@pytest.mark.slow
def test_the_picture_of_the_readme_is_what_its_command_draws(tmp_path, capsys):
    picture, again = DOCS / "tutorial" / "frontier.svg", tmp_path / "again.svg"
    command = f"haversack\nfrontier docs/tutorial/run.toml --plot {picture.relative_to(DOCS.parent)}"
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert command.replace("\n", " ") in readme.replace("\n", " ")
    with pytest.raises(SystemExit):
        main(["frontier", str(DOCS / "tutorial" / "run.toml"), "--plot", str(again)])
    capsys.readouterr()
    # Another release of matplotlib may draw axes and letters differently, and move the curve by their width.
    for name in ("frontier", "budget"):
        np.testing.assert_allclose(read_curve(picture, name), read_curve(again, name), atol=3.0)
    assert picture.stat().st_size < 200_000
