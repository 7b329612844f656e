"""How a broken part is caught."""

from __future__ import annotations

import pytest

from haversack.testing import BrokenPromise


@pytest.fixture
def complaint():
    """Runs the check of that name and returns what it complains of."""

    def complaint_of(checks, name):
        (check,) = [check for check in checks if check.name == name]
        with pytest.raises(BrokenPromise) as caught:
            check()
        assert caught.value.promise == check.promise
        return str(caught.value)

    return complaint_of
