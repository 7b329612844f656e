"""The flag ``--debug``; failures through the real command line are in `tests/test_failing_plugins.py`."""

from __future__ import annotations

import pytest

from haversack.cli.debugging import refusing_exits


def test_a_part_that_exits_does_not_choose_the_status():
    with pytest.raises(RuntimeError, match=r"^a part raised SystemExit: 0$"), refusing_exits():
        raise SystemExit(0)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_other_exceptions_pass(error):
    with pytest.raises(error), refusing_exits():
        raise error
