"""Repeats a result for `haversack run`: a frontier, a comparison or a study."""

from __future__ import annotations

import contextlib
import functools
import re
from typing import TYPE_CHECKING, Any

import attrs

from haversack.cli.compare import compare_with_progress
from haversack.cli.frontier import search_with_progress
from haversack.cli.inputs import read_run_file
from haversack.cli.output import check_files, find_width, finish, report_answer, report_line
from haversack.cli.study import compute_with_progress
from haversack.comparison.description import read_comparison_config
from haversack.config.overrides import apply_overrides
from haversack.config.recipe import FRONTIER_KEYS
from haversack.errors import ConfigError, ManyProblemsError
from haversack.kinds import PART_KINDS
from haversack.reports.comparison import summarise_comparison
from haversack.reports.frontier import summarise_frontier
from haversack.reports.study import summarise_study
from haversack.studies.study_file import StudySource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from haversack.cli.inputs import RunOptions
    from haversack.config.recipe import Recipe
    from haversack.plugins import Catalog
    from haversack.selection.options import OnFailure

_OF_A_FRONTIER = ("--seed", "--constraint", "--set")
_SETTINGS_OF_A_FRONTIER = ("seed", "constraints", "pool", "preset", *PART_KINDS, *FRONTIER_KEYS)


@attrs.frozen(kw_only=True)
class Repetition:
    """How a result is repeated and reported.

    Parameters
    ----------
    catalog
        Where names are looked up.
    options
        Those of the command line.
    further
        Options that are not among those: the words that were given.
    on_failure
        What to do when a part raises an exception.
    as_json
        Print JSON instead of text.
    source
        Print a line of JSON that names this source instead of text; None to print text.
    """

    catalog: Catalog
    options: RunOptions
    further: tuple[str, ...]
    on_failure: OnFailure
    as_json: bool
    source: str | None

    def repeat(self, recipe: Recipe, file: Path) -> None:
        """Repeat a result and report it as its command does; `file` is where it was read."""
        self._check_options(recipe)
        check_files(self.options.out, None)
        self.options.check_outputs([file])
        repeating = {"frontier": self._search, "comparison": self._compare, "study": self._study}[recipe.kind]
        repeating(recipe, file)

    def _check_options(self, recipe: Recipe) -> None:
        known = _OF_A_FRONTIER if recipe.kind == "frontier" else ()
        useless = [word for word in (*self.options.list_given(), *self.further) if word not in known]
        useless += self._list_useless_assignments() if recipe.kind == "frontier" else []
        if useless:
            hint = "; with --budget too, a panel is selected from its pool" if recipe.kind == "frontier" else ""
            raise ConfigError(
                f"{recipe.place}: {useless[0]}: has no effect on a {recipe.kind}, which is repeated as it was{hint}"
            )

    def _list_useless_assignments(self) -> list[str]:
        keys = map(_get_key, self.options.assignments or ())
        return [f"--set {key}" for key in keys if key not in _SETTINGS_OF_A_FRONTIER]

    def _search(self, recipe: Recipe, file: Path) -> None:
        assignments = self.options.assignments or []
        of_run = [text for text in assignments if _get_key(text) not in FRONTIER_KEYS]
        options = attrs.evolve(self.options, assignments=of_run)
        config = read_run_file(file, options, self.catalog, document=recipe.get_run(), place=recipe.place)
        own = {key: value for key, value in recipe.get_config().items() if key in FRONTIER_KEYS}
        own = apply_overrides(own, [text for text in assignments if text not in of_run])
        with _naming(recipe):
            found = search_with_progress(config, {**own, "on_failure": self.on_failure}, self.catalog)
        self._report(found, summarise_frontier)

    def _compare(self, recipe: Recipe, file: Path) -> None:
        config = recipe.get_config()
        arguments = read_comparison_config(config, self.catalog, recipe.place, directory=file.parent)
        cases = arguments.pop("pools")
        with _naming(recipe):
            comparison = compare_with_progress(cases, {**arguments, "on_failure": self.on_failure}, self.catalog)
        self._report(comparison, summarise_comparison)

    def _study(self, recipe: Recipe, file: Path) -> None:
        source = StudySource(recipe.get_config(), recipe.place, file.parent)
        result = compute_with_progress(source, self.catalog)
        self._report(result, summarise_study)

    def _report(self, answer: Any, summarise: Any) -> None:
        if self.source is not None:
            report_line(self.source, answer)
        else:
            report_answer(
                answer,
                functools.partial(summarise, answer, width=find_width()),
                as_json=self.as_json,
                out=self.options.out,
                to_csv=answer.to_csv,
            )
        finish(answer)


def _get_key(assignment: str) -> str:
    """Return the key of a run that an assignment changes."""
    return re.split(r"[.=]", assignment, maxsplit=1)[0].strip()


@contextlib.contextmanager
def _naming(recipe: Recipe) -> Iterator[None]:
    """Put the place of a recipe before the mistakes in it."""
    try:
        yield
    except ManyProblemsError as error:
        raise ConfigError([f"{recipe.place}: {problem}" for problem in error.problems]) from error
