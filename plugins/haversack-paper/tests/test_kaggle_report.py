"""Text, tables and figures of the Kaggle experiment."""

from __future__ import annotations

import copy
import csv

import attrs
import pytest
from haversack_paper.experiments.kaggle.competitions import COMPETITIONS
from haversack_paper.experiments.kaggle.figures import figures
from haversack_paper.experiments.kaggle.results import collect, is_underflown, write_ensemble
from haversack_paper.experiments.kaggle.tables import tables
from haversack_paper.experiments.kaggle.text import text
from haversack_paper.files import read_report, write_report
from kaggle_fakes import PORTO, faked_study, pools_of

from haversack.plots.canvas import COLOURS, new_figure


def write(studies, draws=1):
    return text(studies, team_steps=1, pool_steps=1, draws=draws)


def underflown(study):
    """The study with an error of annealing that is 0 to the machine, as a whole leaderboard has it."""
    pools = copy.deepcopy(list(study.pools))
    for pool in pools:
        pool["at_limit"] |= {"value": 1.0, "error": 0.0, "log10_error": -484.3}
    return attrs.evolve(study, pools=pools)


def test_what_is_needed_is_told_for_odd_panels(kaggle, kaggle_results):
    (table,) = [table for table in kaggle.report(kaggle_results).tables if table.name == "needed"]
    assert "needed of 9 equal voters" in [column.head for column in table.columns]
    (nowhere,) = [table for table in tables([], [{"table": ""}]) if table.name == "needed"]
    assert [column.head for column in nowhere.columns][2:4] == [
        "needed of 29 equal voters",
        "needed of 99 equal voters",
    ]


def test_that_the_long_run_is_optimal_is_told_and_no_claim(kaggle, kaggle_studies, kaggle_results):
    report = kaggle.report(kaggle_results)
    found = sum(study.optimal for study in kaggle_studies if study.kind == "drawn")
    assert f"{found} of {3 * 6} (smaller pools at random)" in report.text
    assert not any("optimal" in made.statement for made in report.claims)


def test_the_text_says_that_the_papers_numbers_are_too_small_only_where_they_are(kaggle_studies):
    def with_optimum(optimum):
        return write([faked_study(study, mean=0.7, optimum=optimum) for study in kaggle_studies])

    assert "96.96 %, in 6 of 6 cases. A search that comes near it cannot give" in with_optimum(0.97)
    assert "96.96 %, in 0 of 6 cases." in with_optimum(0.96)
    assert "cannot give" not in with_optimum(0.96)


def test_leaderboards_whose_error_is_0_to_the_machine_are_marked_and_counted(kaggle_studies, kaggle_results):
    blind = [underflown(s) if s.competition.title == "APTOS 2019" else s for s in kaggle_studies]
    assert "0 to the machine" not in write(kaggle_studies)
    assert "In 1 of 6 whole leaderboards (APTOS 2019 as is) annealing comes to sets whose error is" in write(blind)
    assert "sees no improvement any more" in write(blind)
    (table,) = [table for table in tables(blind, kaggle_results["printed-tables"]) if table.name == "teams"]
    (column,) = [column for column in table.columns if column.key == "underflow"]
    marked = [row["competition"] for row in table.rows if column.shown(row["underflow"]) == "error 0 to the machine"]
    assert marked == ["APTOS 2019"]


def test_an_error_of_exactly_0_is_none_that_is_0_to_the_machine():
    assert is_underflown({"error": 0.0, "log10_error": -484.3})
    assert not is_underflown({"error": 0.0, "log10_error": None})
    assert not is_underflown({"error": 1e-300, "log10_error": -300.0})


def test_accuracy_and_size_of_the_optimum_are_those_of_one_pool(kaggle_studies):
    """Half of the pools have a perfect member, the others need many: a median of the sizes belongs to neither."""
    (study, *_) = [study for study in kaggle_studies if study.kind == "drawn"]
    sets = [{"log10_error": None, "size": 1}] * 2 + [{"log10_error": -31.0, "size": 89}] * 2
    pools = [copy.deepcopy(study.pools[0]) for _ in sets]
    for pool, optimum in zip(pools, sets, strict=True):
        pool["optimum"] |= optimum
    middle = attrs.evolve(study, pools=pools).middle("optimum")
    assert (middle["log10_error"], middle["size"]) == (-31.0, 89)


def test_the_text_tells_which_leaderboards_lack_their_lower_end(kaggle_studies):
    assert "that of Porto Seguro has 61 of about 5,170 teams" in write(kaggle_studies)
    whole = [study for study in kaggle_studies if study.competition.slug == PORTO and study.kind == "all"]
    assert "lower end" not in write([attrs.evolve(study, members=5_170) for study in whole])
    for worst, cut in ((0.584, True), (0.45, False)):
        (santander,) = [
            attrs.evolve(
                study,
                competition=COMPETITIONS["santander-customer-satisfaction"],
                pools=[study.pools[0] | {"worst_member": worst}],
            )
            for study in whole
            if study.reading.key == "as-is"
        ]
        assert ("that of Santander ends at an AUC of 0.584" in write([santander])) == cut


def test_one_is_told_in_the_singular(kaggle_studies):
    (weak,) = [s for s in kaggle_studies if s.competition.slug == PORTO and s.kind == "all" and s.mean_accuracy < 0.5]
    message = write([weak])
    assert "with 1 member, STOP" in message
    assert "in 1 of 1 pool." in message
    assert "(1 draw each)" in message
    assert "(2 draws each)" in write([weak], draws=2)


def test_cells_of_csv_files_are_numbers_or_words(kaggle, kaggle_results, tmp_path):
    """Powers of ten and percentages are for the page alone."""
    report = kaggle.report(kaggle_results)
    about = {"summary": "", "scale": "usual", "command": "", "parts": 1, "seconds": 1.0, "data": {}, "origins": []}
    write_report("kaggle", attrs.evolve(report, figures=()), about, tmp_path)
    for name in "teams", "drawn-teams", "most-accurate-teams", "needed", "every-pool":
        with (tmp_path / "kaggle" / f"{name}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert rows
        for row in rows:
            assert not [cell for cell in row.values() if "$" in cell or "%" in cell or " of " in cell]
            for key, cell in row.items():
                if key.endswith(("error", "value", "size", "seconds", "reachable")) and not key.startswith(
                    "stop_reach"
                ):
                    float({"True": "1", "False": "0"}.get(cell, cell))
    cells = {table["name"]: table["cells"] for table in read_report("kaggle", tmp_path)["tables"]}
    assert any("%" in cell for row in cells["teams"] for cell in row)
    assert any("no number" in row for row in cells["needed"])


def test_bars_end_at_1_and_no_two_curves_look_alike(kaggle_studies):
    whole = [study for study in kaggle_studies if study.kind == "all"] * 2
    drawn = [study for study in kaggle_studies if study.kind == "drawn"]
    by_name = {figure.name: figure for figure in figures([*whole, *drawn])}
    bars, curves = new_figure().add_subplot(), new_figure().add_subplot()
    bars.set_prop_cycle(color=COLOURS)
    curves.set_prop_cycle(color=COLOURS)
    by_name["ensembles"].draws[0](bars)
    assert bars.get_xlim() == (0.0, 1.02)
    by_name["voters"].draws[0](curves)
    looks = [(line.get_color(), line.get_linestyle()) for line in curves.lines[: len(whole)]]
    assert len(looks) > len(COLOURS)
    assert len(set(looks)) == len(looks)


def test_accuracies_next_to_1_are_told_by_their_error():
    assert write_ensemble({"value": 0.9299, "error": 0.0701, "log10_error": -1.15}) == "92.99 %"
    assert write_ensemble({"value": 1.0, "error": 0.0, "log10_error": -499.6}) == "$1 - 10^{-500}$"
    assert write_ensemble({"value": 1.0, "error": 0.0, "log10_error": None}) == "100 %"


@pytest.mark.slow
def test_the_report_can_be_written(kaggle, kaggle_results, tmp_path):
    report = kaggle.report(kaggle_results)
    about = {"summary": "", "scale": "usual", "command": "", "parts": 1, "seconds": 1.0, "data": {}, "origins": []}
    write_report("kaggle", attrs.evolve(report, figures=()), about, tmp_path)
    assert (tmp_path / "kaggle" / "every-pool.csv").read_text().count("\n") == len(
        pools_of(collect(kaggle.parts(), kaggle_results))
    ) + 1
    for figure in report.figures:
        for draw in figure.draws:
            axes = new_figure().add_subplot()
            draw(axes)
            assert axes.has_data()
