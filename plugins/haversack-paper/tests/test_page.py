"""The page in the documentation is one that the command wrote, of all experiments there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from haversack_paper.experiments import all_experiments
from haversack_paper.page import page_text

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "reproduction.md"


@pytest.fixture(scope="module")
def page():
    if not PAGE.is_file():
        pytest.skip("the documentation is not beside the plugin")
    return PAGE.read_text(encoding="utf-8")


def test_it_has_a_section_for_every_experiment_in_order(page):
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert headings == ["Overview", *all_experiments()]


def test_it_was_written_at_the_usual_scale(page):
    commands = re.findall(r"^Command: `(haversack paper run .*?)`", page, re.MULTILINE)
    assert [command.split()[3] for command in commands] == list(all_experiments())
    assert not [command for command in commands if "--quick" in command]


def test_every_table_figure_and_section_with_numbers_is_there(page):
    for place in (*(f"Table {number}" for number in range(1, 7)), "Lemma 1", "Lemma 2", "Proposition 3", "Discussion"):
        assert re.search(rf"^\| [^|]*{place}", page, re.MULTILINE), place


def test_its_figures_are_there_and_no_others(page):
    shown = re.findall(r"\]\((reproduction/[^)]*)\)", page)
    assert sorted(shown) == sorted(f"reproduction/{path.name}" for path in (PAGE.parent / "reproduction").iterdir())


def test_what_differs_says_why(page):
    reasons = re.findall(r"\*\*(?:differs|cannot be checked)\*\*([^|]*)\|", page)
    assert len(reasons) > 50
    assert all(reason.startswith(" because ") and len(reason) > 20 for reason in reasons)


def test_totals_are_sums_of_the_rows(page):
    rows = re.findall(r"^\| (?:\[.*?\]\(#.*?\)|all) \|.*?\| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    numbers = [tuple(map(int, row)) for row in rows]
    assert tuple(map(sum, zip(*numbers[:-1], strict=True))) == numbers[-1]


def test_a_page_without_reports_has_an_empty_overview():
    assert "| all |  | 0 | 0 | 0 |" in page_text([])
