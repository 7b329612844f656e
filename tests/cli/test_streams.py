"""Standard streams that are closed, full, or know few letters; each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from haversack.cli.streams import writing_output

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

COMMAND = f"{sys.executable} -m haversack"
SELECT = f"{COMMAND} select pool.csv --budget 8 --seed 1"
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def shell(tmp_path):
    """Run a line in a shell; returns status, standard output and standard error."""
    (tmp_path / "pool.csv").write_text("name,accuracy,cost\nann,0.9,4\nbob,0.8,2\ncat,0.7,2\n")

    def run(line, **environment):
        ran = subprocess.run(
            line,
            shell=True,
            cwd=tmp_path,
            capture_output=True,
            env=os.environ | {"HAVERSACK_NO_PLUGINS": "1"} | environment,
            check=False,
        )
        return ran.returncode, ran.stdout.decode(), ran.stderr.decode()

    return run


@pytest.mark.slow
@pytest.mark.parametrize("command", [SELECT, f"{COMMAND} --help", f"{COMMAND} schema", f"{SELECT} --json"])
@pytest.mark.parametrize(
    ("target", "reason"), [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")]
)
def test_an_answer_that_cannot_be_printed_is_an_error_in_one_sentence(shell, command, target, reason):
    status, _, err = shell(f"{command} >{target}")
    assert (status, err) == (2, f"error: standard output: cannot be written: {reason}\n")


def test_without_a_buffer_a_full_output_is_noticed_too(shell):
    status, _, err = shell(f"{SELECT} >/dev/full", PYTHONUNBUFFERED="1")
    assert (status, err) == (2, "error: standard output: cannot be written: No space left on device\n")


def test_the_file_is_written_although_standard_output_is_closed(shell, tmp_path):
    status, _, _ = shell(f"{SELECT} --out answer.json >&-")
    assert status == 2
    assert (tmp_path / "answer.json").read_text().startswith("{")


def test_a_file_that_cannot_be_used_is_not_taken_for_standard_output():
    with pytest.raises(PermissionError), writing_output():
        raise PermissionError(13, "Permission denied", "pool.csv")


@pytest.mark.parametrize("target", ["&-", "/dev/full"])
@pytest.mark.slow
def test_a_standard_error_that_is_closed_or_full_changes_nothing(shell, target):
    status, out, _ = shell(f"{SELECT} 2>{target}")
    assert status == 0
    assert "ann" in out
    status, out, _ = shell(f"{COMMAND} select missing.csv 2>{target}")
    assert (status, out) == (2, "")


def test_all_streams_may_be_closed(shell):
    assert shell(f"{SELECT} <&- >&- 2>&-") == (2, "", "")


@pytest.mark.parametrize("environment", [ASCII, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}])
@pytest.mark.slow
def test_a_name_is_printed_whatever_the_encoding(shell, tmp_path, environment):
    """U+0142 is neither in ASCII nor in Latin-1."""
    (tmp_path / "pool.csv").write_text("name,accuracy,cost\nPawe\u0142,0.9,4\n", encoding="utf-8")
    status, out, err = shell(SELECT, **environment)
    assert (status, err) == (0, "")
    assert "Pawe\\u0142" in out


@pytest.mark.slow
def test_control_characters_do_not_reach_the_terminal(shell, tmp_path):
    (tmp_path / "pool.csv").write_text('name,accuracy,cost\n"a\x1b[31m\x07\nb\u202ec",0.9,4\n', encoding="utf-8")
    for command in (SELECT, f"{COMMAND} frontier pool.csv"):
        status, out, err = shell(command)
        assert (status, err) == (0, "")
        assert "a\\x1b[31m\\x07\\nb\\u202ec" in out
        assert not {"\x1b", "\x07", "\u202e"} & set(out)
    status, _, err = shell(f"{COMMAND} select $(printf 'a\\033b.csv')")
    assert (status, err) == (2, "error: a\\x1bb.csv: cannot be read: No such file or directory\n")


def test_what_others_write_while_output_is_diverted_goes_to_standard_error(shell):
    code = (
        "import os, sys; from haversack.cli.streams import diverting_output; out = sys.stdout\n"
        "print('before')\n"
        "with diverting_output():\n"
        "    print('print'); os.write(1, b'descriptor\\n'); out.write('kept stream\\n'); os.system('echo child')\n"
        "print('after')\n"
    )
    status, out, err = shell(f'{sys.executable} -c "{code}"')
    assert (status, out) == (0, "before\nafter\n")
    assert sorted(err.splitlines()) == ["child", "descriptor", "kept stream", "print"]
