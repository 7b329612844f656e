"""The detectors of the optic disc: section 5.3 and Table 6."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import attrs

from haversack_paper.experiment import Experiment, Json, Part, Scale, Sources
from haversack_paper.experiments.optic_disc.printed import PRINTED
from haversack_paper.report import Report, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_READINGS = ("curve", "own-curve", "nearest", "below", "between", "absent-wrong", "odd-curve")


@attrs.frozen
class OpticDisc(Experiment):
    """Choose among eight detectors by the spatial vote.

    Parameters
    ----------
    seeds
        Searches with each searcher and each reading of the paper's formula.
    tables
        Tables drawn that round to the paper's, to see how far rounding moves the fitted curve.
    readings
        Which readings, by name; the first is the one that verdicts are about.
    pace
        Steps of the runs that tell how long a step takes.
    """

    name: ClassVar[str] = "optic-disc"
    summary: ClassVar[str] = "Section 5.3 and Table 6: detectors of the optic disc under the spatial vote."

    seeds: int = 500
    tables: int = 1_000
    readings: tuple[str, ...] = _READINGS
    pace: int = 100_000

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Self:  # noqa: ARG003 - needs no data
        """Return the experiment at one of three sizes."""
        return {"quick": cls(seeds=100, tables=100), "usual": cls(), "full": cls(seeds=2_000)}[scale]

    def parts(self) -> Sequence[Part]:
        """Return the fit of the curve and the time of a step; for each reading the optimum and the searches."""
        parts = [
            Part("curve", {"tables": self.tables, "seed": 0}),
            Part("pace", {"reading": self.readings[0], "searchers": list(PRINTED), "steps": self.pace}),
        ]
        for reading in self.readings:
            parts.append(Part(f"optimum-{reading}", {"reading": reading}))
            searches = {"reading": reading, "searchers": list(PRINTED), "seeds": self.seeds}
            parts.append(Part(f"search-{reading}", searches))
        return parts

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:  # noqa: ARG002 - no part needs another
        """Fit, prove or search."""
        from haversack_paper.experiments.optic_disc import runs

        if part.key == "curve":
            return runs.curve(**part.arguments)
        if part.key == "pace":
            return runs.pace(**part.arguments)
        if part.key.startswith("optimum-"):
            return runs.optimum(**part.arguments)
        return runs.search(**part.arguments)

    def report(self, results: Mapping[str, Json]) -> Report:
        """Compare with the curve, the plan and Table 6."""
        from haversack_paper.experiments.optic_disc.findings import findings, rows
        from haversack_paper.experiments.optic_disc.pictures import figures, tables

        readings = rows(results, self.readings)
        return Report(
            text=_text(readings[0], self.seeds),
            claims=findings(results, readings),
            tables=tables(results, readings),
            figures=figures(results, readings[0]),
        )


def _text(main: Json, seeds: int) -> str:
    printed = max(row.accuracy for row in PRINTED.values())
    proved = ", as the exact search proved too" if main["proven"] else ""
    return (
        "Eight detectors with the paper's accuracies and running times, and a budget of 80 % of the total time. The "
        "spatial vote needs the chance w(l, k) that k right votes of l decide rightly. The paper prints it for l = 8 "
        "alone, and all eight do not fit the budget; its curve F was fitted, it says, to find the mean of q. What w "
        "was for the panels that were searched is not told. Ours is w(l, k) = F(k/l) with the paper's parameters; "
        f"other readings stand beside it. Each searcher ran from {seeds:,} seeds until STOP.\n\n"
        f"Enumerating all {main['feasible']} panels within the budget shows the best one, worth "
        f"{percent(main['best'])}{proved}. STOP is {percent(main['stop'])}, and {main['above_stop']} panels reach it. "
        "What a search returns when STOP ends it is one of these, by chance: the best in "
        f"{100 * main['optimal']['sherlock']:.0f} % (SHErLoCk) and {100 * main['optimal']['annealing']:.0f} % (SA) of "
        f"runs. Its error is {main['error_ratio']['sherlock']:.1f} (SHErLoCk) or "
        f"{main['error_ratio']['annealing']:.1f} (SA) times the smallest possible one on average; that of the panel "
        f"that the paper found, {percent(printed)}, is {(1 - printed) / (1 - main['best']):.1f} times as large."
    )
