"""Parts are computed once, in any number of processes, and nothing that is finished is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import attrs
import pytest
from haversack_paper.computing import compute_tasks, open_store
from haversack_paper.experiment import Part
from haversack_paper.tasks import tasks_of
from paper_fakes import Squares

from haversack.errors import ConfigError, HaversackError

pytestmark = pytest.mark.slow  # starts processes


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "out" / "parts")


@pytest.fixture
def marks(tmp_path):
    """Where parts leave a mark when they are computed."""
    path = tmp_path / "marks"
    path.touch()
    return path


def results(outcome, experiment):
    return {key: done.result for key, done in outcome.of(experiment).items()}


@pytest.mark.parametrize("workers", [1, 3])
def test_all_parts_are_computed_and_get_what_they_need(store, workers):
    experiment = Squares()
    outcome = compute_tasks(tasks_of(experiment), store, workers=workers)
    assert results(outcome, experiment)["sum"] == {"sum": 14}
    assert not outcome.failed


def test_what_is_finished_is_not_computed_again(store, marks):
    few = Squares(numbers=(1, 2), marks=str(marks))
    compute_tasks(tasks_of(few), store)
    marks.write_text("")
    more = attrs.evolve(few, numbers=(1, 2, 5))
    outcome = compute_tasks(tasks_of(more), store)
    # The sum has other numbers to add, so it is another sum.
    assert sorted(marks.read_text().split()) == ["square-5", "sum"]
    assert results(outcome, more)["sum"] == {"sum": 30}


def test_other_arguments_are_another_part_and_neither_is_lost(store, marks):
    for numbers in ((1, 2), (1, 3), (1, 2)):
        compute_tasks(tasks_of(Squares(numbers=numbers, marks=str(marks))), store)
    assert sorted(marks.read_text().split()) == ["square-1", "square-2", "square-3", "sum", "sum"]


def test_what_failed_takes_only_those_along_that_need_it(store):
    experiment = Squares(failing=(2,))
    outcome = compute_tasks(tasks_of(experiment), store)
    assert sorted(results(outcome, experiment)) == ["square-1", "square-3"]
    assert list(outcome.failed) == [("squares", "square-2")]
    error = outcome.failed["squares", "square-2"]
    assert isinstance(error, ConfigError)
    # It came from another process.
    assert error.problems == ("first problem", "second problem")


def test_a_file_that_is_spoilt_is_named_and_stays(store):
    compute_tasks(tasks_of(Squares(numbers=(1,))), store)
    (path,) = (store.folder / "results").iterdir()
    spoilt = path.read_bytes().replace(b"square", b"sqare!")
    path.write_bytes(spoilt)
    with pytest.raises(HaversackError, match=r"line 2 is damaged or was not written by haversack; move the file"):
        open_store(store.folder)
    assert path.read_bytes() == spoilt


def test_a_line_cut_off_by_a_kill_counts_as_nothing(store, marks):
    experiment = Squares(numbers=(1,), marks=str(marks))
    compute_tasks(tasks_of(experiment), store)
    (path,) = (store.folder / "results").iterdir()
    path.write_bytes(path.read_bytes()[:-5])
    again = open_store(store.folder)
    assert results(compute_tasks(tasks_of(experiment), again), experiment)["sum"] == {"sum": 1}
    assert marks.read_text().split() == ["square-1", "sum", "sum"]


def test_every_result_is_told_also_those_that_were_there(store):
    tasks = tasks_of(Squares())
    message = []
    for _ in range(2):
        compute_tasks(tasks, store, on_done=lambda task, finished: message.append(task.part.key))
    assert sorted(message) == sorted(2 * [task.part.key for task in tasks])


def test_fresh_results_replace_old_ones(store, marks):
    experiment = Squares(numbers=(1, 2), marks=str(marks))
    tasks = tasks_of(experiment)
    compute_tasks(tasks, store)
    seconds = [record["seconds"] for record in store.records.values()]
    compute_tasks(tasks, store, fresh=True)
    assert len(marks.read_text().split()) == 6
    assert [record["seconds"] for record in open_store(store.folder).records.values()] != seconds
    assert open_store(store.folder).records == store.records
    compute_tasks(tasks, open_store(store.folder))
    assert len(marks.read_text().split()) == 6
    # A run that has nothing to compute writes nothing.
    assert len(list((store.folder / "results").iterdir())) == 2


def test_a_result_that_is_no_json_fails_its_part_and_no_other(store):
    experiment = Squares(numbers=(1, 2, 3), unfit=(2,))
    outcome = compute_tasks(tasks_of(experiment), store)
    assert sorted(results(outcome, experiment)) == ["square-1", "square-3"]
    assert "JSON compliant" in str(outcome.failed["squares", "square-2"])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_process_that_dies_costs_its_part_and_no_other(store, workers):
    experiment = Squares(numbers=(1, 2, 3, 4), deadly=(2,))
    outcome = compute_tasks(tasks_of(experiment), store, workers=workers)
    assert sorted(results(outcome, experiment)) == ["square-1", "square-3", "square-4"]
    (error,) = outcome.failed.values()
    assert str(error) == "squares: square-2: its process died"
    assert isinstance(error, HaversackError)


def test_two_parts_may_have_the_same_arguments(store):
    class Alike(Squares):
        def parts(self):
            return [Part("first", {"number": 2}), Part("second", {"number": 2})]

    experiment = Alike()
    outcome = compute_tasks(tasks_of(experiment), store)
    assert [result["square"] for result in results(outcome, experiment).values()] == [4, 4]


def test_results_come_in_the_order_of_the_parts(store):
    """A report must not depend on which worker was faster."""
    experiment = Squares(numbers=(3, 1, 2), slow=(3,))
    arrived = []
    tasks = tasks_of(experiment)
    outcome = compute_tasks(tasks, store, workers=2, on_done=lambda task, finished: arrived.append(task.part.key))
    assert arrived[0] != "square-3"
    assert list(outcome.of(experiment)) == ["square-3", "square-1", "square-2", "sum"]


def test_a_part_is_computed_again_if_what_it_was_made_from_has_changed(store, marks):
    """Measured costs are never the same twice: what was chosen by the old ones does not go with the new ones."""
    experiment = Squares(numbers=(1, 2), marks=str(marks))
    tasks = tasks_of(experiment)
    compute_tasks(tasks, store)
    with store.open_writer() as writer:
        other = {"key": tasks[0].find_key({}), "status": "done", "seconds": 0.1, "result": {"square": 100}}
        writer.add([other | {"replaces": True}])
    marks.write_text("")
    assert results(compute_tasks(tasks, store), experiment)["sum"] == {"sum": 104}
    assert marks.read_text().split() == ["sum"]


def test_parts_know_the_versions_of_the_software(monkeypatch):
    before = [task.digest for task in tasks_of(Squares())]
    monkeypatch.setattr("haversack_paper.tasks.versions", lambda: {"numpy": "0.1"})
    assert not set(before) & {task.digest for task in tasks_of(Squares())}


def test_parts_must_come_in_order_and_once():
    class Wrong(Squares):
        def parts(self):
            return [Part("sum", {}, needs=("square-1",)), Part("square-1", {"number": 1})]

    class Twice(Squares):
        def parts(self):
            return [Part("square-1", {"number": 1}), Part("square-1", {"number": 2})]

    with pytest.raises(ValueError, match="squares: part 'sum' needs 'square-1', which does not come before it"):
        tasks_of(Wrong())
    with pytest.raises(ValueError, match="squares: part 'square-1': there are two of that key"):
        tasks_of(Twice())


def test_workers_compute_on_one_thread_and_the_caller_keeps_its_own_setting(store, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    experiment = Squares(numbers=(1,))
    assert results(compute_tasks(tasks_of(experiment), store), experiment)["square-1"]["threads"] == "1"
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "OPENBLAS_NUM_THREADS" not in os.environ


LONG = """
import sys
import haversack_paper.experiments
from paper_fakes import Squares
from haversack.cli import main

class Long(Squares):
    @classmethod
    def at_scale(cls, scale, sources):
        return Squares(numbers=tuple(range(1, 200)), sleep=0.1, marks=sys.argv[2], pids=sys.argv[3])

if __name__ == "__main__":
    haversack_paper.experiments.all_experiments = lambda: {"squares": Long}
    main(["paper", "run", "squares", "--workers", "2", "--out", sys.argv[1]])
"""


@pytest.fixture
def long_run(store, marks, tmp_path):
    """A run that takes ten seconds, in a process group of its own, once some parts are done; and its workers' pids."""
    script, pids = tmp_path / "long.py", tmp_path / "pids"
    script.write_text(LONG)
    pids.mkdir()
    process = subprocess.Popen(
        [sys.executable, script, store.folder.parent, marks, pids],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        while not store.folder.is_dir() or len(kept(store)) < 4:
            assert process.poll() is None
            time.sleep(0.05)
        yield process, lambda: [int(path.name) for path in pids.iterdir()]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)


def kept(store):
    return open_store(store.folder).records


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that has ended and that nobody has asked about is no longer there either.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_after_ctrl_c_what_was_finished_is_there(store, marks, long_run):
    process, _ = long_run
    # Ctrl-C goes to all processes of the terminal's group, the workers included.
    os.killpg(process.pid, signal.SIGINT)
    printed, complaints = process.communicate(timeout=30)
    assert (process.returncode, printed) == (130, "")
    # Behind it joblib's tracker of semaphores may warn of one that a worker had removed already.
    assert complaints.startswith("interrupted; the same command goes on from what is finished\n")
    assert "Traceback" not in complaints
    assert 4 <= len(kept(store)) < 199
    # All that was begun is finished and kept, but for what the two workers had in hand: a group of short parts each,
    # of which none is started after a second.
    assert len(kept(store)) >= len(marks.read_text().split()) - 2 * 11


@pytest.mark.parametrize(("how", "status"), [(signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)])
def test_workers_do_not_outlive_a_run_that_is_killed(store, long_run, how, status):
    process, workers = long_run
    assert all(map(is_alive, workers()))
    process.send_signal(how)
    assert process.wait(timeout=30) == status
    deadline = time.monotonic() + 20
    while any(map(is_alive, workers())):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert len(kept(store)) >= 4
