"""Where commands write."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import attrs
import pytest
import typer

from haversack import HaversackError
from haversack.cli.output import (
    check_files,
    exit_interrupted,
    find_width,
    finish,
    list_failures,
    print_json,
    report_answer,
)


@attrs.define
class CountingAnswer:
    """An answer that counts how often it is written as JSON."""

    count: int = 0
    failed: bool = False
    interrupted: bool = False
    stop_reason: str = "failed: energy 'x' of d 1 raised ValueError: no"

    def to_json(self):
        self.count += 1
        return '{"value": 1}'


@pytest.mark.parametrize(
    ("failed", "interrupted", "status"), [(True, False, 3), (True, True, 4), (False, True, 4), (False, False, None)]
)
def test_the_status_says_how_the_search_ended(failed, interrupted, status):
    answer = CountingAnswer(failed=failed, interrupted=interrupted)
    if status is None:
        finish(answer)
        return
    with pytest.raises(typer.Exit) as caught:
        finish(answer)
    assert caught.value.exit_code == status


def test_a_failure_is_printed_to_standard_error_even_if_the_file_cannot_be_written(tmp_path, capsys):
    with pytest.raises(HaversackError, match="cannot be written"):
        report_answer(CountingAnswer(failed=True), summary, as_json=False, out=tmp_path / "no" / "a.json")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (
        "one line\n",
        "error: energy 'x' of d 1 raised ValueError: no (--debug shows where)\n",
    )


@pytest.mark.parametrize(
    ("count", "listed"), [(0, ""), (5, "0 1 2 3 4"), (6, "0 1 2 3 4 5"), (1_205, "0 1 2 3 4 1,200 more failures")]
)
def test_many_failures_are_counted(count, listed):
    @attrs.frozen
    class Answer:
        failures: tuple[str, ...]
        failed: bool = True

    assert " ".join(list_failures(Answer(tuple(map(str, range(count)))))) == listed


def summary():
    return "one line"


@pytest.mark.parametrize(
    ("as_json", "out", "count"), [(False, None, 0), (True, None, 1), (False, "a.json", 1), (True, "a.json", 1)]
)
def test_json_is_built_once_and_only_where_it_is_needed(tmp_path, capsys, as_json, out, count):
    answer = CountingAnswer()
    file = None if out is None else tmp_path / out
    report_answer(answer, summary, as_json=as_json, out=file)
    assert answer.count == count
    assert capsys.readouterr().out == ('{"value": 1}\n' if as_json else "one line\n")
    assert file is None or file.read_text() == '{"value": 1}\n'


def test_the_summary_is_not_written_where_json_is_wanted(capsys):
    report_answer(CountingAnswer(), lambda: pytest.fail("summarised"), as_json=True, out=None)
    assert capsys.readouterr().out == '{"value": 1}\n'


@pytest.mark.parametrize(
    ("name", "to_csv", "text"),
    [
        ("a.csv", lambda: "x\n1\n", "x\n1\n"),
        ("a.CSV", lambda: "x\n1\n", "x\n1\n"),
        ("a.json", lambda: pytest.fail("written as CSV"), '{"value": 1}\n'),
        ("a.csv", None, '{"value": 1}\n'),
    ],
)
def test_the_ending_chooses_between_csv_and_json(tmp_path, name, to_csv, text):
    report_answer(CountingAnswer(), summary, as_json=False, out=tmp_path / name, to_csv=to_csv)
    assert (tmp_path / name).read_text() == text


def test_the_answer_is_printed_even_if_the_file_cannot_be_written(tmp_path, capsys):
    file = tmp_path / "no" / "a.json"
    with pytest.raises(HaversackError, match=r"^--out .*a.json: cannot be written: No such file or directory$"):
        report_answer(CountingAnswer(), summary, as_json=False, out=file)
    assert capsys.readouterr().out == "one line\n"


@pytest.mark.parametrize("name", ["a.txt", "a", "a.csv.gz"])
def test_files_of_tables_end_in_csv_or_json(name):
    with pytest.raises(HaversackError, match=f"^--out {name}: must end in one of .csv, .json$"):
        check_files(Path(name), None)
    check_files(Path("a.CSV"), None)
    check_files(None, None)


def test_plots_are_checked_too():
    with pytest.raises(HaversackError, match="^--plot a.gif: must end in one of .png, .svg, .pdf$"):
        check_files(Path("a.json"), Path("a.gif"))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_width_is_that_of_the_terminal_and_80_elsewhere(monkeypatch):
    monkeypatch.setenv("COLUMNS", "132")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert find_width() == 80
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert find_width() == 132


def test_the_table_is_as_wide_as_the_terminal(folder):
    pty = pytest.importorskip("pty", reason="needs a terminal")
    import fcntl
    import struct
    import subprocess
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    code = "from haversack.cli import main; main()"
    with subprocess.Popen([sys.executable, "-c", code, "plugins"], stdout=theirs, env=environment) as process:
        os.close(theirs)
        text = b""
        try:
            while chunk := os.read(ours, 4096):
                text += chunk
        except OSError:  # How Linux says that the other end is closed.
            pass
        finally:
            os.close(ours)
    assert process.returncode == 0
    lines = [" ".join(line.split()) for line in text.decode().splitlines()]
    assert "energy votes share of recorded items on which the most frequent answer is right" in lines


def test_plain_values_are_printed_as_json(capsys):
    print_json({"a": [1]})
    assert capsys.readouterr().out == '{\n  "a": [\n    1\n  ]\n}\n'


def test_an_interrupt_ends_with_one_sentence_and_status_130(capsys):
    with pytest.raises(typer.Exit) as end:
        exit_interrupted("interrupted before any set was found")
    assert end.value.exit_code == 130
    assert capsys.readouterr() == ("", "interrupted before any set was found\n")
