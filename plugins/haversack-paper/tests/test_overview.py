"""What the pages are made of: nothing of a report is lost between the overview and the page of the experiment."""

from __future__ import annotations

import json

import attrs
import pytest
from haversack_paper.experiment_page import write_experiment_page
from haversack_paper.files import FIGURES, _as_json
from haversack_paper.overview import draw_verdicts, write_overview
from haversack_paper.page import write_pages
from matplotlib.figure import Figure
from paper_fakes import Squares

ORIGIN = {"commit": "0" * 40, "machine": "a processor, 2 cores", "python": "3.11.7"}


def make_report(name="squares", **other):
    """Return the report of the fake experiment as it is read from a file."""
    squares = Squares()
    results = {f"square-{number}": {"square": number**2} for number in squares.numbers} | {"sum": {"sum": 14}}
    about = {"experiment": name, "summary": "Squares.", "scale": "usual", "command": f"haversack paper run {name}"}
    about |= {"parts": 4, "seconds": 3.0, "data": {}, "origins": [ORIGIN], "versions": {"numpy": "2.0"}}
    return json.loads(json.dumps(about | _as_json(name, squares.report(results)) | other))


@pytest.fixture
def report():
    return make_report()


def overview(*reports):
    return write_overview(reports, FIGURES, "reproduction/verdicts.svg")


def test_every_part_of_a_report_is_on_its_page(report):
    page = write_experiment_page(report, "../reproduction.md")
    for claim in report["claims"]:
        for word in ("where", "statement", "paper", "ours", "verdict", "because"):
            assert claim[word].replace("|", r"\|") in page
        assert f"| {claim['rule']['name']} |" in page
    for table in report["tables"]:
        assert table["caption"] in page
        for row in (table["heads"], *table["cells"]):
            assert f"| {' | '.join(row)} |" in page
    for figure in report["figures"]:
        assert f"({figure['file']}.svg)" in page
        assert f"*{figure['caption']}*" in page
    for word in (report["summary"], report["text"], report["command"], "../reproduction.md#rules"):
        assert word in page


def test_an_experiment_beside_the_paper_has_no_claims_and_no_bar(report):
    beside = make_report("beside", claims=[])
    assert "## Claims" not in write_experiment_page(beside, "../reproduction.md")
    axes = Figure().subplots()
    draw_verdicts([report, beside], axes)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["squares"]


def test_tables_for_files_only_are_not_on_the_page(report):
    report["tables"][0]["on_page"] = False
    assert "0x1" not in write_experiment_page(report, "../reproduction.md")


def test_a_small_run_is_marked_on_both_pages():
    quick = make_report(scale="quick")
    assert "**Run with `--quick`**" in write_experiment_page(quick, "../reproduction.md")
    assert "**Some of this was run with `--quick`**" in overview(quick)
    assert "--quick" not in overview(make_report())


def test_the_overview_counts_verdicts_and_links_the_pages(report):
    text = overview(report, make_report("cubes"))
    assert "| [cubes](reproduction/cubes.md) | Squares. | 1 | 0 | 1 |" in text
    assert "| all |  | 2 | 0 | 2 |" in text
    assert "Of 4 claims, 2 agree, 0 differ and 2 cannot be checked." in text
    assert ":hidden:\n\nreproduction/squares\nreproduction/cubes\n" in text


def test_a_rule_is_listed_once_with_what_it_decides(report):
    text = overview(report, make_report("cubes"))
    assert text.count("| equal | The numbers are equal. | squares, cubes | 2 | 0 | 0 |") == 1
    assert r"| unknown | Nobody \| knows. | squares, cubes | 0 | 0 | 2 |" in text


def test_where_numbers_come_from_is_told_and_by_experiment_where_it_differs(report):
    text = overview(report, make_report("cubes", origins=[ORIGIN | {"machine": "another, 8 cores"}]))
    assert f"Computed with commit {'0' * 40}; machine a processor, 2 cores, another, 8 cores (cubes);" in text
    assert "; software numpy 2.0. Times" in text


def test_digests_of_the_data_are_listed():
    assert "| Birds | `abc` |" in overview(make_report(data={"Birds": "abc"}))


def test_results_of_unknown_origin_are_shown_without_one():
    assert "Computed with software numpy 2.0." in overview(make_report(origins=[{}]))


def test_the_model_stands_beside_what_real_votes_show(report):
    assert "**On real votes.**" not in overview(report)
    rows = [{"optimum estimate": 0.99, "optimum test": value, "votes test": 0.9} for value in (0.8, 0.84)]
    table = {"name": "measured", "caption": "", "on_page": True, "heads": [], "cells": [], "rows": rows}
    text = overview(report | {"tables": [table]})
    assert (
        "in [2 pools of trained classifiers](reproduction/squares.md) it predicts 99.00 %, they reach 82.00 %" in text
    )
    assert "and panels chosen by recorded votes 90.00 %." in text


def test_no_reports_give_an_empty_overview_and_no_pages(tmp_path):
    assert "| all |  | 0 | 0 | 0 |" in overview()
    assert write_pages(tmp_path, ["squares"]) is None


def test_the_chart_has_a_bar_for_each_experiment_and_verdict(report):
    axes = Figure().subplots()
    draw_verdicts([report, make_report("cubes")], axes)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["squares", "cubes"]
    assert sum(bar.get_width() for bar in axes.patches) == 4
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["agrees", "differs", "cannot be checked"]


def test_the_page_of_an_experiment_without_a_report_is_removed(tmp_path, report):
    for name in ("squares", "cubes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "report.json").write_text(json.dumps(report | {"experiment": name}))
    write_pages(tmp_path, ["squares", "cubes"])
    (tmp_path / "cubes" / "report.json").unlink()
    write_pages(tmp_path, ["squares", "cubes"])
    assert [path.name for path in (tmp_path / FIGURES).glob("*.md")] == ["squares.md"]


def test_a_claim_needs_a_rule():
    claim = Squares().report({f"square-{n}": {"square": n} for n in (1, 2, 3)} | {"sum": {"sum": 14}}).claims[0]
    with pytest.raises(TypeError, match="rule"):
        type(claim)(*attrs.astuple(claim, recurse=False)[:-1])
