"""Data is downloaded once, checked, and never overwritten. Addresses are files here: tests need no network."""

from __future__ import annotations

import gzip
import hashlib
import zipfile
from pathlib import Path

import attrs
import numpy as np
import pytest
from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.fetching import fetch_source
from haversack_paper.sources import BY_HAND, SOURCES, Source, digest_rows

from haversack.cli import main
from haversack.errors import HaversackError

DATA = Path(__file__).parents[4] / "shared" / "data"
BOARD = b"rank,score\n1,0.9\n2,0.8\n"
# Of "abc" and a line end, as the program compress packs it: Python cannot.
PACKED = bytes.fromhex("1f9d90 61c48c51 00".replace(" ", ""))


@pytest.fixture
def board(tmp_path):
    """A source of a leaderboard."""
    path = tmp_path / "site" / "board.csv"
    path.parent.mkdir()
    path.write_bytes(BOARD)
    return Source("A board", path.as_uri(), "boards/board_private.csv", hashlib.sha256(BOARD).hexdigest())


@pytest.fixture
def spambase(tmp_path):
    """A source of a UCI set in an archive, the rows, and their text."""
    random = np.random.default_rng(0)
    rows = [[*random.integers(0, 9, 57), index % 2] for index in range(600)]
    text = "\n".join(",".join(map(str, row)) for row in rows) + "\n"
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "spambase.data").write_text(text)
    with zipfile.ZipFile(tmp_path / "spambase.zip", "w") as archive:
        archive.writestr("folder/spambase.data", text)
    digest = digest_rows(DATA_SETS["spambase"].read(plain))
    address = (tmp_path / "spambase.zip").as_uri()
    return Source("Spam", address, "spambase/spambase.data", digest, "spambase.data", "spambase"), text


def files_in(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_is_fetched_once_and_then_checked(board, tmp_path):
    data = tmp_path / "data"
    assert fetch_source(board, data) == (data / board.target, True)
    assert (data / board.target).read_bytes() == BOARD
    assert fetch_source(board, data) == (data / board.target, False)
    assert files_in(data) == [board.target]


def test_a_file_with_another_content_stays_as_it_is(board, tmp_path):
    path = tmp_path / board.target
    path.parent.mkdir()
    path.write_text("mine\n")
    with pytest.raises(
        HaversackError, match=r"A board: .*board_private.csv: expected content .*nothing was overwritten"
    ):
        fetch_source(board, tmp_path)
    assert path.read_text() == "mine\n"


def test_what_comes_with_another_content_is_not_kept(board, tmp_path):
    other = attrs.evolve(board, digest="0" * 64)
    with pytest.raises(HaversackError, match=r"digest 000000000000\.\.\., got .*it was not kept"):
        fetch_source(other, tmp_path / "data")
    assert files_in(tmp_path / "data") == []


def test_a_set_is_unpacked_and_checked_row_by_row(spambase, tmp_path):
    source, text = spambase
    assert fetch_source(source, tmp_path / "data") == (tmp_path / "data" / source.target, True)
    assert (tmp_path / "data" / source.target).read_text() == text


def test_a_set_that_is_there_in_another_format_and_order_is_not_fetched(spambase, tmp_path):
    source, text = spambase
    path = tmp_path / "data" / "spambase.data.gz"
    path.parent.mkdir()
    path.write_bytes(gzip.compress("\r\n".join(reversed(text.splitlines())).encode()))
    assert fetch_source(source, tmp_path / "data") == (path, False)


def test_a_set_that_cannot_be_read_is_named_with_its_line(spambase, tmp_path):
    source, _ = spambase
    path = tmp_path / "data" / "spambase.data"
    path.parent.mkdir()
    path.write_text("1,2,3\n")
    with pytest.raises(HaversackError, match=r"Spam: .*spambase.data: line 1: expected 58 values, got 3; nothing was"):
        fetch_source(source, path.parent)


def test_an_archive_without_the_file_is_refused(spambase, tmp_path):
    source = attrs.evolve(spambase[0], entry="other.data")
    with pytest.raises(HaversackError, match=r"expected other.data in it, got spambase.data"):
        fetch_source(source, tmp_path / "data")


def test_what_is_no_archive_is_refused(board, tmp_path):
    with pytest.raises(HaversackError, match="is no archive that can be read"):
        fetch_source(attrs.evolve(board, entry="board.csv"), tmp_path / "data")


@pytest.mark.parametrize("has_program", [True, False])
def test_a_file_of_the_old_compress_needs_gzip(tmp_path, monkeypatch, has_program):
    with zipfile.ZipFile(tmp_path / "old.zip", "w") as archive:
        archive.writestr("board.csv.Z", PACKED)
    digest = hashlib.sha256(b"abc\n").hexdigest()
    source = Source("Old", (tmp_path / "old.zip").as_uri(), "board.csv", digest, "board.csv")
    monkeypatch.setattr("haversack_paper.fetching.shutil.which", lambda _: "gzip" if has_program else None)
    if has_program:
        assert fetch_source(source, tmp_path / "data")[0].read_bytes() == b"abc\n"
    else:
        with pytest.raises(HaversackError, match=r"board.csv.Z: the program gzip is needed"):
            fetch_source(source, tmp_path / "data")


def test_without_network_the_address_and_the_place_are_named(board, tmp_path, monkeypatch, capsys):
    unreachable = attrs.evolve(board, address="http://127.0.0.1:9/board.csv")
    monkeypatch.setattr("haversack_paper.commands.SOURCES", (unreachable, board))
    with pytest.raises(SystemExit) as caught:
        main(["paper", "data", str(tmp_path / "data")])
    printed = capsys.readouterr()
    assert caught.value.code == 2
    # The others are fetched all the same.
    assert f"A board: {tmp_path / 'data' / board.target}, fetched, checked\n" in printed.out
    assert "HIGGS: not fetched; " in printed.out
    assert printed.err.startswith("error: A board: http://127.0.0.1:9/board.csv cannot be fetched: ")
    assert f"got otherwise, it belongs in {tmp_path / 'data' / board.target}" in printed.err


def test_a_folder_that_cannot_be_written_is_named(board, tmp_path):
    (tmp_path / "boards").write_text("a file\n")
    with pytest.raises(HaversackError, match=r"A board: .*cannot be written"):
        fetch_source(board, tmp_path)


def test_every_set_of_the_experiments_is_fetched_or_said_to_be_had_by_hand():
    titles = {source.title for source in SOURCES}
    assert {data_set.title for data_set in DATA_SETS.values()} == {
        *(source.title for source in SOURCES if source.data_set),
        *BY_HAND,
    }
    assert len(titles) == len(SOURCES)
    assert all(source.address.startswith("https://") and len(source.digest) == 64 for source in SOURCES)


@pytest.mark.skipif(not DATA.is_dir(), reason="the data is not beside the repository")
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.title)
def test_the_data_that_the_pages_were_made_from_has_these_digests(source):
    assert fetch_source(source, DATA)[1] is False
