"""The pages in the documentation are those that the command wrote, of all experiments there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from haversack_paper.experiments import all_experiments

DOCS = Path(__file__).parents[3] / "docs" / "explanation"
CLAIM = re.compile(
    r"^\|(?: (?:[^|\\]|\\.)* \|){4} (?:\*\*)?(agrees|differs|cannot be checked)\b.*\| ([^|]*) \|$", re.MULTILINE
)


@pytest.fixture(scope="module")
def overview():
    if not DOCS.is_dir():
        pytest.skip("the documentation is not beside the plugin")
    return (DOCS / "reproduction.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(overview):
    """The page of every experiment, by name."""
    return {name: (DOCS / "reproduction" / f"{name}.md").read_text(encoding="utf-8") for name in all_experiments()}


def test_every_experiment_has_a_page_and_there_are_no_others(overview, pages):
    linked = re.findall(r"^\| \[(.*?)\]\(reproduction/\1\.md\)", overview, re.MULTILINE)
    assert linked == list(pages)
    assert sorted(path.stem for path in (DOCS / "reproduction").glob("*.md")) == sorted(pages)


def test_they_were_written_at_the_usual_scale(pages):
    for name, page in pages.items():
        (command,) = re.findall(r"^Command: `(.*?)`", page, re.MULTILINE)
        assert command.startswith(f"haversack paper run {name}")
        assert "--quick" not in command


def test_every_table_figure_and_section_with_numbers_is_there(pages):
    for place in (*(f"Table {number}" for number in range(1, 7)), "Lemma 1", "Lemma 2", "Proposition 3", "Discussion"):
        assert any(re.search(rf"^\| [^|]*{place}", page, re.MULTILINE) for page in pages.values()), place


def test_their_figures_are_there_and_no_others(overview, pages):
    shown = [*re.findall(r"\]\(([^)/]*\.svg)\)", "".join(pages.values())), "verdicts.svg"]
    assert "(reproduction/verdicts.svg)" in overview
    assert sorted(shown) == sorted(path.name for path in (DOCS / "reproduction").glob("*.svg"))


def test_what_differs_says_why(pages):
    reasons = re.findall(r"\*\*(?:differs|cannot be checked)\*\*((?:[^|\\]|\\.)*)\|", "".join(pages.values()))
    assert len(reasons) > 50
    assert all(reason.startswith(" because ") and len(reason) > 20 for reason in reasons)


def test_the_counts_are_those_of_the_pages(overview, pages):
    rows = re.findall(r"^\| (?:\[(.*?)\]\(.*?\)|all) \|.*?\| (\d+) \| (\d+) \| (\d+) \|$", overview, re.MULTILINE)
    counts = {name: tuple(map(int, numbers)) for name, *numbers in rows}
    for name, page in pages.items():
        verdicts = [verdict for verdict, _ in CLAIM.findall(page)]
        assert counts[name] == tuple(map(verdicts.count, ("agrees", "differs", "cannot be checked")))
    assert counts.pop("") == tuple(map(sum, zip(*counts.values(), strict=True)))


def test_the_rule_of_every_verdict_is_in_one_table(overview, pages):
    table = overview[overview.index("## Rules") : overview.index("## Origin")]
    known = re.findall(r"^\| (?!rule|---)(.*?) \|", table, re.MULTILINE)
    used = {rule for page in pages.values() for _, rule in CLAIM.findall(page)}
    assert len(known) == len(set(known))
    assert set(known) == used


def test_the_origin_names_commit_machine_versions_and_data_but_no_path(overview):
    origin = overview[overview.index("## Origin") :]
    assert re.search(r"\bcommit [0-9a-f]{40}\b", origin)
    assert "with changes" not in origin
    for word in ("; machine ", "; python ", "haversack ", "numpy ", "MAGIC"):
        assert word in origin
    assert len(re.findall(r"`[0-9a-f]{64}`", origin)) >= 11
    assert not re.search(r"(?<![\w.])/(?:home|root|tmp|work|Users)/", overview)
