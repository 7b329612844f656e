"""The command `haversack report`."""

from __future__ import annotations

import json
import sys

import pytest

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

import haversack
import haversack.pages.report as writer


@pytest.fixture
def results(folder):
    """A selection and a frontier of the same pool."""
    pool = haversack.Pool.from_csv("pool.csv")
    (folder / "found.json").write_text(haversack.select(pool, 8.0, seed=1).to_json())
    (folder / "frontier.json").write_text(haversack.frontier(pool).to_json())


@pytest.mark.slow
@pytest.mark.usefixtures("results")
def test_a_page_is_written_and_can_be_run_and_reported_again(answer, folder, without_seconds):
    assert answer("report", "found.json", "--out", "page.html").startswith("page.html: 1 result, ")
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert "you are here" in page
    again = json.loads(answer("run", "page.html", "--json"))
    first = json.loads((folder / "found.json").read_text())
    assert without_seconds(again) == without_seconds(first)
    assert answer("report", "page.html", "--out", "copy.html").startswith("copy.html: 1 result, ")
    assert (folder / "copy.html").read_text(encoding="utf-8") == page
    assert json.loads(answer("frontier", "page.html", "--json", "--budgets", "2,4"))["budgets"] == [2.0, 4.0]


@pytest.mark.usefixtures("results")
def test_several_files_are_one_page_and_a_given_frontier_is_used(answer, folder, monkeypatch):
    asked = []
    original = writer.compute_beside
    monkeypatch.setattr(
        writer, "compute_beside", lambda *words, **keywords: asked.append(keywords) or original(*words, **keywords)
    )
    assert answer("report", "found.json", "frontier.json", "--out", "page.html").startswith("page.html: 2 results, ")
    assert asked == [{"with_frontier": False}]
    assert (folder / "page.html").read_text(encoding="utf-8").count("you are here") == 1


@pytest.mark.usefixtures("results")
def test_nothing_is_computed_if_only_what_is_recorded_is_wanted(answer, folder, monkeypatch):
    monkeypatch.setattr(writer, "compute_beside", None)
    answer("report", "found.json", "--out", "page.html", "--recorded-only")
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert "best single: ann" in page
    assert "you are here" not in page


@pytest.mark.usefixtures("results")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["found.json"], "report: missing option '--out'; see `haversack report --help`"),
        (["found.json", "--out", "x.pdf"], "--out x.pdf: must end in one of .html, .htm"),
        (["found.json", "--out", "no/x.html"], "--out no/x.html: cannot be written: No such file or directory"),
        (["none.json", "--out", "x.html"], "none.json: cannot be read: No such file or directory"),
        (["pool.csv", "--out", "x.html"], "pool.csv: is not JSON: Expecting value: line 1 column 1 (char 0)"),
    ],
)
def test_mistakes_are_one_sentence(call, words, message):
    status, out, err = call("report", *words)
    assert (status, out) == (2, "")
    assert err == f"error: {message}\n"


@pytest.mark.usefixtures("results")
def test_a_page_is_not_written_over_what_is_read(answer, call):
    answer("report", "found.json", "--out", "page.html", "--recorded-only")
    status, _, err = call("report", "page.html", "--out", "./page.html")
    assert (status, err) == (2, "error: --out page.html: would overwrite page.html, which the command reads\n")


@pytest.mark.usefixtures("results")
def test_a_report_on_a_frontier_repeats_it(answer, folder):
    answer("report", "frontier.json", "--out", "page.html")
    first = json.loads((folder / "frontier.json").read_text())
    again = json.loads(answer("run", "page.html", "--json"))
    assert (again["points"], again["config"]) == (first["points"], first["config"])


@pytest.mark.usefixtures("results")
def test_a_page_without_one_run_cannot_be_run(answer, call, folder):
    old = json.loads((folder / "frontier.json").read_text())
    del old["config"]
    (folder / "old.json").write_text(json.dumps(old))
    answer("report", "old.json", "--out", "page.html")
    message = "this frontier records no pool, so it cannot be repeated"
    assert call("run", "page.html")[::2] == (2, f"error: page.html: {message}\n")


@pytest.mark.usefixtures("results")
def test_an_interrupt_ends_it_without_a_page(call, folder, monkeypatch):
    def interrupt(*words):
        raise KeyboardInterrupt

    monkeypatch.setattr(writer, "write_report", interrupt)
    assert call("report", "found.json", "--out", "page.html")[::2] == (
        130,
        "interrupted before the report was written\n",
    )
    assert not (folder / "page.html").exists()


@pytest.mark.usefixtures("results")
@pytest.mark.parametrize("missing", ["jinja2", "matplotlib"])
def test_a_missing_extra_is_named_first(call, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    status, _, err = call("report", "none.json", "--out", "page.html")
    assert (status, err) == (2, f'error: a report needs {missing}: pip install "haversack[report]"\n')
