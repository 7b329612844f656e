"""Certificates as values and as files."""

from __future__ import annotations

import json

import pytest

from haversack import CertificateError
from haversack.api.certificate import Certificate, Certifies
from haversack.searchers import Annealing, Exact


@pytest.fixture
def certificate():
    return Certificate({"claim": {"bound": "1.5e-07"}, "proof": {"method": "tree"}})


def test_it_says_what_is_claimed_and_how_it_is_proved(certificate):
    assert certificate.bound == 1.5e-7
    assert certificate.method == "tree"
    assert repr(certificate) == "Certificate()"


def test_the_file_holds_the_document_and_one_line(certificate, tmp_path):
    certificate.write(tmp_path / "file.json")
    text = (tmp_path / "file.json").read_text(encoding="utf-8")
    assert json.loads(text) == certificate.document
    assert text == certificate.to_json() + "\n"
    assert " " not in text


def test_what_json_cannot_hold_is_not_written():
    with pytest.raises(ValueError, match="JSON compliant"):
        Certificate({"claim": float("nan")}).to_json()


def test_a_file_that_cannot_be_written_is_refused_with_a_sentence(certificate, tmp_path):
    with pytest.raises(CertificateError, match=r"^certificate .*nowhere.file: cannot be written: No such file or dir"):
        certificate.write(tmp_path / "nowhere" / "file")


def test_searchers_that_write_proofs_have_the_capability():
    assert isinstance(Exact(), Certifies)
    assert not isinstance(Annealing(), Certifies)
