"""Experiments that cost nothing. In a module of their own, since worker processes import it by name."""

from __future__ import annotations

import os
import time
from pathlib import Path

import attrs
from haversack_paper.experiment import Experiment, Part
from haversack_paper.report import Claim, Column, Figure, Report, Rule, Table

from haversack.errors import ConfigError

EQUAL = Rule("equal", "The numbers are equal.")
UNKNOWN = Rule("unknown", "Nobody | knows.")


@attrs.frozen
class Squares(Experiment):
    """Squares of some numbers, then their sum. Leaves a mark in a file for every part that is computed."""

    name = "squares"
    summary = "Squares."
    options = ("data",)

    marks: str | None = None
    numbers: tuple[int, ...] = (1, 2, 3)
    sleep: float = 0.0
    failing: tuple[int, ...] = ()
    bug: bool = False
    unfit: tuple[int, ...] = ()
    deadly: tuple[int, ...] = ()
    slow: tuple[int, ...] = ()
    pids: str | None = None
    data: Path | None = None

    @classmethod
    def at_scale(cls, scale, sources):
        return cls(data=sources.data, numbers=(1, 2) if scale == "quick" else (1, 2, 3))

    def missing(self):
        return () if self.data else ("squares.csv: not found; --data DIR says where it is",)

    def parts(self):
        squares = [Part(f"square-{number}", {"number": number}) for number in self.numbers]
        return [*squares, Part("sum", {}, needs=tuple(part.key for part in squares))]

    def run(self, part, needed):
        if self.marks is not None:
            with Path(self.marks).open("a", encoding="utf-8") as file:
                file.write(part.key + "\n")
        if self.pids is not None:
            (Path(self.pids) / str(os.getpid())).touch()
        time.sleep(self.sleep)
        if part.key == "sum":
            return {"sum": sum(result["square"] for result in needed.values())}
        if part.arguments["number"] in self.failing:
            raise ZeroDivisionError("a bug") if self.bug else ConfigError(["first problem", "second problem"])
        if part.arguments["number"] in self.deadly:
            os._exit(1)
        if part.arguments["number"] in self.slow:
            time.sleep(1.0)
        if part.arguments["number"] in self.unfit:
            return {"square": float("nan")}
        return {"square": part.arguments["number"] ** 2, "threads": os.environ.get("OMP_NUM_THREADS")}

    def report(self, results):
        total = results["sum"]["sum"]
        verdict = "agrees" if total == 14 else "differs"
        rows = [{"number": n, "square": results[f"square-{n}"]["square"], "note": None} for n in self.numbers]
        return Report(
            text="Squares were taken.",
            claims=[
                Claim("Table 0", "squares | sum up", "14", str(total), verdict, "of size", rule=EQUAL),
                Claim("text", "all is well", "yes", "?", "cannot be checked", "nobody knows", rule=UNKNOWN),
            ],
            tables=[Table("squares", "All squares.", [Column("number"), Column("square", "its square", hex)], rows)],
            figures=[Figure("line", "A line with $x$.", [lambda axes: axes.plot([0, 1], [0, total])])],
        )
