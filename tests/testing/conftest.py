"""How a broken part is caught."""

from __future__ import annotations

import pytest

from haversack.testing import BrokenPromise


@pytest.fixture
def complaint():
    """Return a function that runs the check of a given name and returns the message of the broken promise."""

    def run_check(checks, name):
        (check,) = [check for check in checks if check.name == name]
        with pytest.raises(BrokenPromise) as caught:
            check()
        assert caught.value.promise == check.promise
        return str(caught.value)

    return run_check
