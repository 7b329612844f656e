"""The commands, and that the checker runs without haversack."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from haversack_verify.__main__ import main

from certificate_cases import sign
from conftest import paper_pool
from haversack import select
from haversack.cli import main as run_haversack

BLOCKED = """
import runpy, sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("haversack", "numpy", "scipy", "numba"):
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Block())
sys.argv = ["haversack_verify", *sys.argv[1:]]
runpy.run_module("haversack_verify", run_name="__main__")
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    pool = paper_pool(30, 0)
    found = select(pool, 0.3 * pool.costs.sum(), certify="prove", seed=0)
    path = tmp_path_factory.mktemp("certificate") / "panel.json"
    found.certificate.write(path)
    return path


def run_alone(path):
    return subprocess.run([sys.executable, "-I", "-c", BLOCKED, str(path)], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_it_runs_without_haversack(file, tmp_path):
    verified = run_alone(file)
    assert verified.stdout.startswith("verified: no panel within the budget has an error below 0.0036208; the panel's")
    assert (verified.returncode, verified.stderr) == (0, "")
    document = json.loads(file.read_text())
    document["claim"]["bound"] = repr(1.01 * float(document["claim"]["error"]))
    (tmp_path / "changed.json").write_text(json.dumps(sign(document)))
    rejected = run_alone(tmp_path / "changed.json")
    assert rejected.stdout.startswith("rejected: bound: 0.00365")
    assert (rejected.returncode, rejected.stderr) == (5, "")
    unreadable = run_alone(tmp_path / "nothing.json")
    assert "nothing.json: No such file or directory" in unreadable.stderr
    assert (unreadable.returncode, unreadable.stdout) == (2, "")


NO_CERTIFICATE = "format: expected 'haversack-certificate', which `haversack select --certificate` writes"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"format": NaN}', "NaN is not a number of JSON"),
        (b"1", "certificate: expected an object, got 1"),
        (b'{"format": "other", "version": 1}', f"{NO_CERTIFICATE}, got 'other'"),
        (b'{"format": 1, "value": 0.9}', f"{NO_CERTIFICATE}, got 1"),
        (b'{"format": "haversack-certificate", "version": true}', "version: expected a whole number from 1 to 1, got"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "not JSON"),
        (b"[" + b"[]," * 1_000_000 + b"1]", "more than 1,000,000 lists and objects"),
    ],
)
def test_other_files_are_unreadable(content, message, tmp_path, capsys):
    (tmp_path / "file").write_bytes(content)
    assert main([str(tmp_path / "file")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    assert message in printed.err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"problem":{', '"problem":{"more":1e999,', "error: problem, claim: not JSON: Out of range float"),
        (
            '"problem":{',
            '"problem":{"more":' + "[" * 200_000 + "]" * 200_000 + ",",
            "not JSON: maximum recursion depth",
        ),
        ('"accuracies":[', '"accuracies":[1e999,', "problem.accuracies: expected 30 items, got 31"),
        ('"bound":"', '"bound":"1e999999999', "error: claim.bound: expected a decimal number up to 1"),
        ('"bound":"', '"bound":"9', "error: claim.bound: expected a decimal number up to 1"),
        ('"members":30', '"members":1e9', "error: problem.members: expected a whole number from 1 to 20000, got 1"),
        ('"members":30', '"members":' + "9" * 4_000, "expected a whole number from 1 to 20000, got a huge number"),
    ],
)
def test_hostile_numbers_are_unreadable(file, tmp_path, capsys, old, new, message):
    text = file.read_text()
    assert old in text
    (tmp_path / "file").write_text(text.replace(old, new, 1))
    assert main([str(tmp_path / "file")]) == 2
    assert message in capsys.readouterr().err


def test_other_arguments_show_the_usage(capsys):
    assert main([]) == main(["a", "b"]) == 2
    assert capsys.readouterr().err == 2 * "usage: python -m haversack_verify FILE\n"


def test_haversack_has_the_command(file, capsys):
    with pytest.raises(SystemExit) as end:
        run_haversack(["verify", str(file)])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("verified: ")
