"""Usage errors of click as sentences of ours; `test_app.py` has those that real commands give."""

from __future__ import annotations

import pytest
import typer

from haversack.cli.usage import explain_usage, is_usage_error


def test_an_error_without_a_context_names_the_command_that_was_called():
    error = typer.BadParameter("must be even.")
    assert is_usage_error(error)
    assert explain_usage(error, "select") == "select: invalid value: must be even; see `haversack select --help`"
    assert explain_usage(error) == "invalid value: must be even; see `haversack --help`"


@pytest.mark.parametrize("error", [ValueError("x"), typer.Exit(2), typer.Abort()])
def test_other_exceptions_are_not_usage_errors(error):
    assert not is_usage_error(error)
