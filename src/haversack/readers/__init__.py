"""Built-in readers of logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.hookspecs import hookimpl
from haversack.readers.inspect import InspectSamples
from haversack.readers.lm_eval import HarnessSamples
from haversack.readers.promptfoo import PromptfooResults
from haversack.readers.table import PlainTable

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["HarnessSamples", "InspectSamples", "PlainTable", "PromptfooResults"]


@hookimpl
def haversack_readers() -> Iterable[Registration]:
    """Offer the readers of this package."""
    yield Registration("table", PlainTable, "columns by their names: CSV, TSV, JSONL, frames; long or wide")
    yield Registration("lm-eval", HarnessSamples, "samples_*.jsonl of lm-evaluation-harness, a file per model and task")
    yield Registration("inspect", InspectSamples, "samples_df exports of Inspect, with the column model")
    yield Registration("promptfoo", PromptfooResults, "results of promptfoo as JSON, version 3, or as JSONL")
