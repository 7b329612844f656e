"""Examples in the help of commands; the tests run them all."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "select": (
        "haversack select pool.csv --budget 30",
        "haversack select pool.csv --budget 30 --json --out result.json",
        "haversack select pool.csv --budget 30 --searcher annealing:cooling=0.99 --stopping time-limit:seconds=1",
        "haversack select pool.csv --budget 30 --constraint size:least=5 --constraint limit:column=cost,most=4,of=each",
        "haversack select --votes answers.csv --truth truth.csv --energy votes",
    ),
    "frontier": (
        "haversack frontier pool.csv",
        "haversack frontier pool.csv --budgets 10,20,30 --out frontier.csv",
        "haversack frontier run.toml --budgets 5",
    ),
    "cheapest": (
        "haversack cheapest pool.csv --accuracy 0.9",
        "haversack cheapest pool.csv --accuracy 0.9 --constraint size:least=3",
    ),
    "explain": ("haversack explain result.json",),
    "run": (
        "haversack run run.toml",
        "haversack run run.toml --budget 20 --seed 1",
        "haversack run run.toml --set searcher.kind=exact --out result.json",
        "haversack run result.json",
        "haversack run run.toml result.json --jsonl",
    ),
    "decide": (
        "haversack decide result.json new.csv",
        "haversack decide result.json new.csv --json --out verdicts.csv",
    ),
    "policy": (
        "haversack policy --votes answers.csv --truth truth.csv --budget 2 --out policy.json",
        "haversack policy pool.csv --accuracy 0.9",
    ),
    "replay": (
        "haversack replay policy.json answers.csv --truth truth.csv",
        "haversack replay policy.json answers.csv --truth truth.csv --jsonl",
    ),
    "compare": (
        "haversack compare pool.csv --budget 30 --searchers sweep,annealing:cooling=0.9 --seconds 1",
        "haversack compare --paper-pools 12 --pools-per-size 2 --searchers sherlock,sweep --seeds 1",
    ),
    "study": (
        "haversack study study.toml --store results",
        "haversack study status results",
    ),
    "study run": (
        "haversack study run study.toml --store results --jobs 2",
        "haversack study run study.toml --store results --part 2/10",
    ),
    "study status": ("haversack study status results", "haversack study status results --json"),
    "study export": (
        "haversack study export results",
        "haversack study export results --format jsonl --out results.jsonl",
    ),
    "report": (
        "haversack report result.json --out report.html",
        "haversack report result.json --out report.html --recorded-only",
    ),
    "plan": ("haversack plan pool.csv --budget 30", "haversack plan run.toml --json"),
    "plugins": ("haversack plugins", "haversack plugins --json"),
    "plugins show": ("haversack plugins show searcher annealing", "haversack plugins show sherlock"),
    "plugins new": (
        "haversack plugins new haversack-weakest-link --energy",
        "haversack plugins new haversack-regatta --energy --searcher --cost --command",
    ),
    "schema": ("haversack schema > run.schema.json",),
}
"""Lines by command."""


def write_examples(command: str) -> str:
    """Return the end of a help text; the first character keeps click from joining lines."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in EXAMPLES[command])])
