from __future__ import annotations

import pytest

from haversack.policies.interrupts import restore_interrupts


def test_ctrl_c_in_a_compiled_function_is_an_interrupt():
    with pytest.raises(KeyboardInterrupt), restore_interrupts():
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()


def test_an_interrupt_may_be_reported_twice():
    first = SystemError("returned a result with an exception set")
    first.__context__ = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt), restore_interrupts():
        raise SystemError("returned a result with an exception set") from first


def test_other_errors_stay_what_they_are():
    with pytest.raises(SystemError, match="other"), restore_interrupts():
        raise SystemError("other")
