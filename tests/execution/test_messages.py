"""Messages between processes that are files."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from haversack.errors import HaversackError
from haversack.execution.messages import answer_message, making_folder, pickle_object, take_message, write_message


def add(task, shared):
    return task + shared


def test_a_message_is_taken_once(tmp_path):
    name = write_message(tmp_path, {"a": [1, 2]})
    assert take_message(name) == {"a": [1, 2]}
    assert not list(tmp_path.iterdir())


def test_a_group_is_answered_by_its_report(tmp_path):
    pickles = {name: pickle.dumps(value) for name, value in (("a", 10), ("b", 20))}
    array = np.frombuffer(pickles.pop("b"), dtype=np.uint8)
    call = write_message(tmp_path, (add, 7, [(1, "a"), (2, "b")], pickles, ("b",)))
    report = take_message(answer_message(call, array))
    assert (report.number, report.results) == (7, [11, 22])
    assert not list(tmp_path.iterdir())


def test_what_goes_through_the_pipe_is_written_as_a_whole(tmp_path):
    """POSIX promises it for 512 bytes, Linux for 4,096."""
    results = write_message(tmp_path, list(range(100_000)))
    assert len(pickle.dumps(results)) < 512


def test_objects_of_scripts_can_be_sent():
    here = {"__name__": "__main__"}
    exec("class Local:\n    size = 3", here)
    assert pickle.loads(pickle_object(here["Local"]())).size == 3


def test_a_folder_that_is_gone_is_named(tmp_path):
    with pytest.raises(HaversackError, match=r"workers: .*gone: cannot be written: FileNotFoundError"):
        write_message(tmp_path / "gone", 1)


def test_a_folder_is_removed_at_its_end():
    with making_folder() as folder:
        write_message(folder, 1)
    assert not folder.exists()


@pytest.mark.slow
def test_the_folder_of_a_process_that_is_killed_is_removed():
    script = (
        "import os, signal\nfrom haversack.execution.messages import making_folder, write_message\n"
        "with making_folder() as folder:\n"
        "    write_message(folder, 1)\n    print(folder, flush=True)\n    os.kill(os.getpid(), signal.SIGTERM)"
    )
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode != 0
    folder = Path(done.stdout.strip())
    assert folder.name.startswith("haversack-")
    deadline = time.monotonic() + 60
    while folder.exists():
        assert time.monotonic() < deadline, "is not removed"
        time.sleep(0.01)
