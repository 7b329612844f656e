"""Parts in a new process."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

from fakes import MeanLoss
from haversack import Pool
from haversack.testing.new_process import evaluate_in_new_process

POOL = Pool(accuracies=[0.9, 0.5])
SETS = np.array([[True, False], [True, True]])


class Prints(MeanLoss):
    def losses(self, pool, sets):
        print("computing")
        return super().losses(pool, sets)


class Fails(MeanLoss):
    def losses(self, pool, sets):
        raise ValueError("no")


@pytest.mark.slow
def test_numbers_come_back_whatever_is_printed():
    (losses,) = evaluate_in_new_process(Prints(), "losses", [(POOL, SETS)])
    assert losses.tolist() == MeanLoss().losses(POOL, SETS).tolist()


@pytest.mark.slow
def test_what_cannot_be_sent_or_fails_there_has_no_numbers():
    class Local(MeanLoss):
        pass

    assert evaluate_in_new_process(Local(), "losses", [(POOL, SETS)]) is None
    assert evaluate_in_new_process(Fails(), "losses", [(POOL, SETS)]) is None


def test_a_process_that_does_not_answer_in_time_has_no_numbers(monkeypatch):
    def run(*_, **options):
        raise subprocess.TimeoutExpired("python", options["timeout"])

    monkeypatch.setattr(subprocess, "run", run)
    assert evaluate_in_new_process(MeanLoss(), "losses", [(POOL, SETS)]) is None
