import warnings

import pytest

from haversack.cli.plugin_warnings import showing_plugin_warnings
from haversack.plugins import PluginWarning


@pytest.mark.parametrize("action", ["error", "ignore", "default"])
def test_a_warning_about_a_plugin_is_one_line_whatever_the_filters(action, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter(action)
        with showing_plugin_warnings():
            for _ in range(2):
                warnings.warn("searcher 'x' of haversack-x 1.0 failed", PluginWarning, stacklevel=1)
    assert capsys.readouterr() == ("", "warning: searcher 'x' of haversack-x 1.0 failed\n")


def test_other_warnings_are_left_to_python(capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        before = warnings.showwarning
        with showing_plugin_warnings():
            warnings.warn("divided by zero", RuntimeWarning, stacklevel=1)
        assert warnings.showwarning is before
    assert [(warning.category, str(warning.message)) for warning in caught] == [(RuntimeWarning, "divided by zero")]
    assert capsys.readouterr() == ("", "")
