"""The command: what it writes, what it says, and how it ends."""

from __future__ import annotations

import csv
import json

import haversack_paper.experiments
import pytest
from haversack_paper.computing import open_store
from haversack_paper.experiments import all_experiments
from haversack_paper.progress import PartProgress
from haversack_paper.tasks import Finished, tasks_of
from paper_fakes import Squares

from haversack.cli import main
from haversack.errors import ConfigError

pytestmark = pytest.mark.slow  # starts processes


@pytest.fixture
def call(monkeypatch, tmp_path, capsys):
    """Call `haversack paper` in an empty folder; returns status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()

    def called(*words):
        with pytest.raises(SystemExit) as caught:
            main(["paper", *(str(word) for word in words)])
        printed = capsys.readouterr()
        return caught.value.code or 0, printed.out, printed.err

    return called


@pytest.fixture
def squares(monkeypatch):
    """Have one experiment that costs nothing."""

    def only(experiment=Squares):
        monkeypatch.setattr(haversack_paper.experiments, "all_experiments", lambda: {"squares": experiment})

    only()
    return only


def test_the_experiments_are_listed(call):
    status, out, err = call()
    assert (status, err) == (0, "")
    for name, experiment in all_experiments().items():
        line = next(line for line in out.splitlines() if line.startswith(f"{name} "))
        assert experiment.summary[:40] in line
        assert ("--data" in line) == ("data" in experiment.options)


def test_a_run_writes_tables_figures_json_and_the_page(call, squares, tmp_path):
    status, out, err = call("run", "squares", "--data", "data", "--workers", "1")
    assert status == 0
    assert "squares: written to paper-results/squares" in out
    assert "squares: 4 of 4 parts" in err
    folder = tmp_path / "paper-results"
    rows = list(csv.DictReader((folder / "squares" / "squares.csv").read_text().splitlines()))
    assert rows[2] == {"number": "3", "square": "9", "note": ""}
    assert b"<svg" in (folder / "reproduction" / "squares-line.svg").read_bytes()
    assert (folder / "reproduction" / "squares-line.png").read_bytes().startswith(b"\x89PNG")
    page = (folder / "reproduction" / "squares.md").read_text()
    assert "Command: `haversack paper run squares --data DIR`, less than 10 s of computing." in page
    assert r"| Table 0 | squares \| sum up | 14 | 14 | agrees: of size | equal |" in page
    assert "| text | all is well | yes | ? | **cannot be checked** because nobody knows | unknown |" in page
    assert "| number | its square |\n| --- | --- |\n| 1 | 0x1 |" in page
    assert "![A line with x.](squares-line.svg)" in page
    assert "| [squares](reproduction/squares.md) | Squares. | 1 | 0 | 1 |" in (folder / "reproduction.md").read_text()
    report = json.loads((folder / "squares" / "report.json").read_text())
    assert (report["scale"], report["parts"]) == ("usual", 4)


def test_the_scale_and_the_folder_are_the_users(call, squares, tmp_path):
    assert call("run", "--all", "--quick", "--data", "data", "--out", "here")[0] == 0
    page = (tmp_path / "here" / "reproduction" / "squares.md").read_text()
    assert "`haversack paper run squares --quick --data DIR`" in page
    assert "| Table 0 | squares \\| sum up | 14 | 5 | **differs** because of size | equal |" in page


def test_a_second_run_computes_nothing_and_a_fresh_one_everything(call, squares, tmp_path):
    class Marked(Squares):
        @classmethod
        def at_scale(cls, scale, sources):
            return Squares(data=sources.data, marks=str(tmp_path / "marks"))

    squares(Marked)
    for extra, computed in (([], 4), ([], 4), (["--fresh"], 8)):
        assert call("run", "squares", "--data", "data", *extra)[0] == 0
        assert len((tmp_path / "marks").read_text().split()) == computed


def test_a_mistake_beside_fresh_forgets_nothing(call, squares, tmp_path):
    assert call("run", "squares", "--data", "data")[0] == 0
    assert call("run", "squares", "--data", "data", "--fresh", "--workers", "two")[0] == 2
    assert len(open_store(tmp_path / "paper-results" / "parts").records) == 4


def test_data_that_is_no_good_stops_its_experiment_and_no_other(call, monkeypatch, tmp_path):
    class Spoilt(Squares):
        name = "spoilt"

        @classmethod
        def at_scale(cls, scale, sources):
            return cls()

        def parts(self):
            raise ConfigError(["numbers.csv: row 3: must be a number, got 'x'"])

    class Unreadable(Spoilt):
        name = "unreadable"

        def parts(self):
            raise PermissionError(13, "Permission denied", "numbers.csv")

    kinds = {kind.name: kind for kind in (Spoilt, Unreadable, Squares)}
    monkeypatch.setattr(haversack_paper.experiments, "all_experiments", lambda: kinds)
    status, out, err = call("run", "--all", "--data", "data")
    assert status == 2
    assert "squares: written" in out
    assert "error: spoilt: numbers.csv: row 3: must be a number, got 'x'\n" in err
    assert "error: unreadable: numbers.csv: cannot be read: Permission denied\n" in err


def test_a_report_that_could_not_be_made_anew_leaves_the_page(call, squares, tmp_path):
    class Failing(Squares):
        @classmethod
        def at_scale(cls, scale, sources):
            return Squares(data=sources.data, numbers=(7, 8), failing=(7,))

    assert call("run", "squares", "--data", "data")[0] == 0
    squares(Failing)
    assert call("run", "squares", "--data", "data")[0] == 2
    assert not (tmp_path / "paper-results" / "squares" / "report.json").exists()
    assert call("page", "docs")[0] == 2


def test_missing_data_is_told_at_the_end_with_status_two(call, squares, tmp_path):
    status, out, err = call("run", "squares")
    assert status == 2
    assert "squares: written" in out
    assert err.endswith("error: squares: squares.csv: not found; --data DIR says where it is\n")


@pytest.mark.parametrize(("bug", "status"), [(False, 2), (True, 1)])
def test_a_part_that_fails_is_told_and_the_others_are_kept(call, squares, tmp_path, bug, status):
    class Failing(Squares):
        @classmethod
        def at_scale(cls, scale, sources):
            return Squares(data=sources.data, failing=(2,), bug=bug)

    squares(Failing)
    ended, out, err = call("run", "squares", "--data", "data")
    assert ended == status
    assert "Traceback" not in err
    assert (
        "error: unexpected ZeroDivisionError: a bug" if bug else "error: first problem\nerror: second problem"
    ) in err
    assert "written" not in out
    assert len(open_store(tmp_path / "paper-results" / "parts").records) == 2


def test_for_lack_of_data_a_fuller_report_stays(call, squares, tmp_path):
    class Partial(Squares):
        @classmethod
        def at_scale(cls, scale, sources):
            return Squares(data=sources.data, numbers=(1, 2, 3) if sources.data else (1,))

    squares(Partial)
    assert call("run", "squares", "--data", "data")[0] == 0
    status, out, err = call("run", "squares")
    assert status == 2
    assert "squares: the report of an earlier run stays, for it has more data" in out
    assert "squares.csv: not found" in err
    assert "| 3 | 0x9 |" in (tmp_path / "paper-results" / "reproduction" / "squares.md").read_text()


def test_the_page_says_if_something_is_smaller(call, squares, tmp_path):
    for extra, is_told in (([], False), (["--quick"], True)):
        assert call("run", "squares", "--data", "data", *extra)[0] == 0
        page = (tmp_path / "paper-results" / "reproduction.md").read_text()
        assert ("**Some of this was run with `--quick`**" in page) == is_told


def test_a_spoilt_report_is_left_out_of_the_page(call, squares, tmp_path):
    call("run", "squares", "--data", "data")
    (tmp_path / "paper-results" / "squares" / "report.json").write_text("{}")
    assert call("page", "docs")[::2] == (
        2,
        "error: --out paper-results: no results there; `haversack paper run` makes them\n",
    )


def test_the_same_problem_is_told_once(call, monkeypatch):
    class Failing(Squares):
        @classmethod
        def at_scale(cls, scale, sources):
            return Squares(data=sources.data, failing=(1, 2))

    monkeypatch.setattr(haversack_paper.experiments, "all_experiments", lambda: {"squares": Failing})
    assert call("run", "squares", "--data", "data")[2].count("first problem") == 1


def test_ctrl_c_while_the_report_is_written_is_told(call, squares, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Squares, "report", interrupted)
    status, _, err = call("run", "squares", "--data", "data")
    assert status == 130
    assert err.endswith("interrupted; the same command goes on from what is finished\n")


def test_where_there_is_no_terminal_a_line_tells_of_progress_now_and_then(capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("haversack_paper.progress.time.monotonic", lambda: now[0])
    tasks = tasks_of(Squares())
    with PartProgress(tasks) as progress:
        for task, now[0] in zip(tasks, [10.0, 45.0, 50.0, 51.0], strict=True):
            progress.advance(task, Finished(None, 1.0))
    assert capsys.readouterr().err == (
        "squares: 2 of 4 parts, 45 s since the start\nsquares: 4 of 4 parts, 51 s since the start\n"
    )


def test_the_page_can_be_put_elsewhere(call, squares, tmp_path):
    call("run", "squares", "--data", "data")
    stale = tmp_path / "paper-results" / "reproduction" / "of-another-time.svg"
    stale.write_text("<svg/>")
    assert call("page", "docs")[:2] == (0, "page: docs/reproduction.md\n")
    docs = tmp_path / "docs"
    for page in ("reproduction.md", "reproduction/squares.md"):
        assert (docs / page).read_text() == (tmp_path / "paper-results" / page).read_text()
    copied = sorted(path.name for path in (docs / "reproduction").iterdir())
    assert copied == ["squares-line.svg", "squares.md", "verdicts.svg"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run"], "expected either names of experiments or --all, got neither; known: squares"),
        (["run", "squares", "--all"], "expected either names of experiments or --all, got both; known: squares"),
        (["run", "sqares"], "'sqares' is no experiment; did you mean 'squares'? known: squares"),
        (["run", "squares", "--quick", "--full"], "--quick and --full: give one of them, not both"),
        (["run", "squares", "--data", "nowhere"], "--data nowhere: must be a folder, got nothing of that name"),
        (["run", "squares", "--cost", "money"], "--cost money: must be one of flops, time"),
        (["run", "squares", "--workers", "0"], "--workers: must be a whole number of at least 1, got '0'"),
        (["run", "squares", "--workers", "two"], "--workers: must be a whole number of at least 1, got 'two'"),
        (["page", "docs"], "--out paper-results: no results there; `haversack paper run` makes them"),
    ],
)
def test_mistakes_are_told_in_one_sentence_with_status_two(call, squares, words, message, tmp_path):
    status, out, err = call(*words)
    assert (status, out, err) == (2, "", f"error: {message}\n")
    assert not (tmp_path / "paper-results").exists()


def test_a_page_that_cannot_be_written_is_told_with_its_folder(call, squares, tmp_path):
    call("run", "squares", "--data", "data")
    (tmp_path / "docs").write_text("a file")
    status, _, err = call("page", "docs")
    assert status == 2
    assert err.startswith("error: FOLDER: docs/reproduction")


def test_a_folder_that_cannot_be_written_is_told(call, squares, tmp_path):
    (tmp_path / "paper-results").write_text("a file")
    status, _, err = call("run", "squares", "--data", "data")
    assert status == 2
    assert "error: --out: paper-results" in err
    assert "cannot be written" in err
