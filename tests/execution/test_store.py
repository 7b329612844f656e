"""The store: whole results or none, nothing overwritten, and one sentence for whatever is wrong with it."""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import signal
import subprocess

import pytest

from haversack import ConfigError, HaversackError
from haversack.execution.digests import digest_bytes
from haversack.execution.lines import write_line
from haversack.execution.store import Store, write_new

PLAN = {"rows": [["a", 0]], "keys": ["k0"]}


def record(number, status="done", **further):
    return {"key": f"k{number}", "status": status, **further}


def write(folder, *records, plan=PLAN):
    store = Store(folder, create=True)
    with store.open_writer(store.keep_plan(plan)) as writer:
        for each in records:
            writer.add([each])
    return writer


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "deep" / "store"


def snapshot(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_written_is_read(folder):
    write(folder, record(1, value=0.5), record(2))
    write(folder, record(3), plan={"rows": [], "keys": []})
    store = Store(folder)
    assert store.records == {"k1": record(1, value=0.5), "k2": record(2), "k3": record(3)}
    assert store.latest_plan() == {"rows": [], "keys": []}


def test_each_process_has_a_file_of_its_own_and_changes_no_other(folder):
    write(folder, record(1))
    before = snapshot(folder)
    write(folder, record(2))
    after = snapshot(folder)
    assert len(after) == len(before) + 1
    assert {path: after[path] for path in before} == before


def test_folders_that_a_copy_lacks_are_made_again(folder):
    Store(folder, create=True)
    for name in ("results", "plans"):
        (folder / name).rmdir()
    store = Store(folder)
    with store.open_writer(store.keep_plan({"rows": []})) as writer:
        writer.add([{"key": "a", "status": "done"}])
    assert Store(folder).records.keys() == {"a"}


def test_a_line_cut_by_a_crash_is_skipped(folder):
    writer = write(folder, record(1), record(2))
    file = folder / "results" / writer.name
    file.write_bytes(file.read_bytes()[:-3])
    assert Store(folder).records.keys() == {"k1"}


def test_a_later_result_replaces_a_failure_only(folder):
    write(folder, record(1, "failed"), record(2, value=1.0))
    write(folder, record(1), record(2, value=2.0))
    write(folder, record(1, "failed"))
    assert Store(folder).records == {"k1": record(1), "k2": record(2, value=1.0)}


def test_a_result_may_say_that_it_replaces_another(folder):
    write(folder, record(1, value=1.0))
    newer = record(1, value=2.0, replaces=True)
    write(folder, newer)
    write(folder, record(1, value=3.0))
    assert Store(folder).records == {"k1": newer}


def test_the_store_of_another_kind_is_refused_and_left_alone(folder):
    write(folder, record(1))
    before = snapshot(folder)
    with pytest.raises(HaversackError, match=r"holds other files and is not the store of a comparison; name an empty"):
        Store(folder, create=True, kind="comparison")
    assert snapshot(folder) == before


def test_damaged_results_are_named_and_left_alone(folder):
    file = folder / "results" / write(folder, record(1)).name
    file.write_bytes(file.read_bytes().replace(b"done", b"dome"))
    before = snapshot(folder)
    for create in (False, True):
        with pytest.raises(
            HaversackError, match=rf"^{file}: line 2 is damaged or was not written by haversack; move the file"
        ):
            Store(folder, create=create)
    assert snapshot(folder) == before


HEADER = {"plan": "0f", "started": 1.0}


@pytest.mark.parametrize(
    "line", [{"key": "k1", "status": "done"}, [1], {**HEADER, "started": "x"}, {**HEADER, "plan": "../../x"}]
)
def test_results_without_a_header_are_refused(folder, line):
    write(folder)
    file = folder / "results" / "0.log"
    file.write_bytes(write_line(line))
    with pytest.raises(
        HaversackError, match=rf"^{file}: expected results of a study, got .*; move the file elsewhere$"
    ):
        Store(folder)


def test_a_damaged_plan_is_named(folder):
    write(folder)
    (file,) = (folder / "plans").iterdir()
    file.write_text("{")
    with pytest.raises(HaversackError, match=rf"^{file}: is damaged: its content does not match its name"):
        Store(folder).latest_plan()


@pytest.mark.parametrize("data", [b"{", b"[" * 100_000, b'"\xff"'])
def test_a_plan_that_is_no_json_is_named(folder, data):
    file = folder / "plans" / f"{digest_bytes(data)}.json"
    Store(folder, create=True)
    file.write_bytes(data)
    (folder / "results" / "0.log").write_bytes(write_line({**HEADER, "plan": file.stem}))
    with pytest.raises(HaversackError, match=f"^{file}: was not written by haversack: "):
        Store(folder).latest_plan()


def test_a_folder_with_other_files_is_not_touched(tmp_path):
    (tmp_path / "thesis.tex").write_text("all I have")
    with pytest.raises(
        HaversackError, match=r"holds other files and is not the store of a study; name an empty folder"
    ):
        Store(tmp_path, create=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_folder_with_other_files_cannot_be_read(tmp_path):
    """Advice on where to write would not help."""
    (tmp_path / "thesis.tex").write_text("all I have")
    with pytest.raises(HaversackError, match=r": is not the store of a study; `haversack study` makes one$"):
        Store(tmp_path)


def test_a_file_is_no_store(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(HaversackError, match=r"file: must be a folder, got a file$"):
        Store(file, create=True)


def test_a_folder_that_is_not_there_is_made_only_on_request(folder):
    with pytest.raises(HaversackError, match=r"is not the store of a study; `haversack study` makes one$"):
        Store(folder)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("mark", "message"),
    [("{", "is damaged: "), ("[" * 100_000, "is damaged: "), ('{"haversack-study": 9}', "expected .* made by")],
)
def test_the_store_of_another_version_is_refused(folder, mark, message):
    write(folder)
    (folder / "haversack-study.json").write_text(mark)
    with pytest.raises(HaversackError, match=rf"haversack-study.json: {message}"):
        Store(folder, create=True)


def test_results_that_cannot_be_listed_are_named(folder, monkeypatch):
    """Root may list everything, so this is done by hand."""
    write(folder, record(1))

    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(type(folder), "iterdir", refuse)
    with pytest.raises(HaversackError, match=r"results: cannot be read: Permission denied$"):
        Store(folder)


@pytest.mark.parametrize("given", [3, None])
def test_what_names_no_folder_is_reported(given):
    with pytest.raises(ConfigError, match=rf"^store: expected the name of a folder, got {given}$"):
        Store(given)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_named(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(HaversackError, match=r"cannot be written: Permission denied"):
        Store(tmp_path / "store", create=True)


def test_a_folder_that_cannot_be_made_is_named(monkeypatch, folder):
    """As on a read-only file system, also where root runs the tests."""

    def refuse(path, *_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    with pytest.raises(HaversackError, match=r"store/results: cannot be written: Read-only file system$"):
        Store(folder, create=True)


def test_a_full_disk_ends_with_a_sentence_and_keeps_what_was_whole(monkeypatch, folder):
    store = Store(folder, create=True)
    with store.open_writer(store.keep_plan(PLAN)) as writer:
        writer.add([record(1)])
        original = os.write

        def fill_up(descriptor, data):
            if len(data) > 10:
                return original(descriptor, bytes(data[:10]))
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr("os.write", fill_up)
        with pytest.raises(
            HaversackError, match=r"cannot be written: No space left on device; what is finished is kept"
        ):
            writer.add([record(2, value="long enough to be cut")])
        monkeypatch.undo()
    assert Store(folder).records == {"k1": record(1)}


@pytest.fixture
def small_disk(tmp_path):
    """A real file system of 64 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("file systems can be mounted by root only")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_is_really_full(small_disk):
    store = Store(small_disk / "store", create=True)
    with store.open_writer() as writer:
        records = [record(number, text="x" * 1000) for number in range(1000)]
        with pytest.raises(HaversackError, match=r"cannot be written: No space left on device; what is finished is ke"):
            list(map(writer.add, [[each] for each in records]))
    number = len(Store(small_disk / "store").records)
    assert Store(small_disk / "store").records == {each["key"]: each for each in records[:number]}
    assert 10 < number < 64
    with pytest.raises(HaversackError, match=r"cannot be written: No space left on device"):
        Store(small_disk / "store").open_writer()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert len(Store(small_disk / "store").records) == number
    with pytest.raises(HaversackError, match=r"cannot be written: Read-only file system"):
        Store(small_disk / "store").open_writer()
    with pytest.raises(HaversackError, match=r"cannot be written: Read-only file system"):
        Store(small_disk / "other", create=True)


def fill_file(folder):
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = Store(folder, create=True)
    try:
        with store.open_writer() as writer:
            for number in range(100):
                writer.add([record(number, text="x" * 1000)])
    except HaversackError as error:
        os._exit(7 if "cannot be written: File too large; what is finished is kept" in str(error) else 8)
    os._exit(9)


def test_a_file_that_may_not_grow_ends_with_a_sentence(folder):
    """As with a quota, on machines where nobody is root."""
    process = multiprocessing.get_context("fork").Process(target=fill_file, args=(folder,))
    process.start()
    process.join(60)
    assert process.exitcode == 7
    assert Store(folder).records.keys() == {f"k{number}" for number in range(len(Store(folder).records))}


def test_a_new_file_replaces_none(tmp_path):
    write_new(tmp_path / "file", b"first")
    write_new(tmp_path / "file", b"second")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("file", "first")]


def write_many(folder, first, barrier):
    barrier.wait()
    write(folder, *(record(number) for number in range(first, first + 50)))


def test_processes_that_start_together_share_a_store(folder):
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(3)
    processes = [context.Process(target=write_many, args=(folder, 50 * index, barrier)) for index in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert len(Store(folder).records) == 150
    assert not list(folder.rglob(".*"))
