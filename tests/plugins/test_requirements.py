from __future__ import annotations

from importlib.metadata import version

import pytest

from haversack.plugins.requirements import find_unmet_requirements
from plugin_fakes import Distribution

ATTRS = version("attrs")


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("attrs", []),
        ("Attrs>=1", []),
        (f"attrs=={ATTRS}", []),
        ("attrs<1", [f"needs attrs<1, and {ATTRS} is installed"]),
        ("attrs<1,>0.5", [f"needs attrs<1,>0.5, and {ATTRS} is installed"]),
        ("attrs (>=9999)", [f"needs attrs>=9999, and {ATTRS} is installed"]),
        ("absent-thing", ["needs absent-thing, which is not installed"]),
        ("absent-thing[fast]>=2 ; python_version >= '3'", ["needs absent-thing>=2, which is not installed"]),
        ("absent-thing ; python_version < '3'", []),
        ("absent-thing ; extra == 'plots'", []),
        ("this is not a requirement", []),
    ],
)
def test_what_is_missing_or_of_another_version_is_named(line, clauses):
    assert find_unmet_requirements(Distribution(requires=[line])) == clauses


def test_the_requirements_of_an_extra_count_if_it_is_asked_for():
    distribution = Distribution(requires=["absent-thing; extra == 'plots'"])
    assert find_unmet_requirements(distribution, ["plots"]) == ["needs absent-thing, which is not installed"]
    assert find_unmet_requirements(distribution, ["other"]) == []


def test_a_distribution_without_requirements_needs_nothing():
    assert find_unmet_requirements(Distribution(requires=None)) == []
