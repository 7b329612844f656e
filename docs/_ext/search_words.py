"""What readers type into the search, and the page that they look for.

The titles of guides name tasks, not terms. These words become entries of the index, which the search ranks first, so
the pages themselves need not mention them. Plurals are found by the singular too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx import addnodes
from sphinx.transforms import SphinxTransform

if TYPE_CHECKING:
    from typing import Any

    from sphinx.application import Sphinx

WORDS = {
    "explanation/alternatives": ("alternatives", "AutoGluon", "OR-tools", "genetic algorithms"),
    "explanation/speed": ("benchmarks", "speed"),
    "explanation/why-independence-fails": ("independence", "correlated errors"),
    "faq": ("install", "installation", "requirements", "citation", "cite", "questions"),
    "how-to/ask-in-order": ("policies", "policy", "ask in order", "stop early"),
    "how-to/check-a-proof": ("proofs", "certificates", "verify"),
    "how-to/choose-by-recorded-votes": ("recorded votes", "votes", "new items"),
    "how-to/choose-crowd-workers": ("crowds", "crowd workers", "raters", "annotators"),
    "how-to/choose-scikit-learn-classifiers": ("scikit-learn", "sklearn", "classifiers", "ensembles"),
    "how-to/compare-searchers": ("compare", "comparisons"),
    "how-to/know-how-good-an-answer-is": ("optimality gap", "gaps", "optimal"),
    "how-to/read-a-log-of-answers": ("logs", "CSV", "JSONL", "missing answers", "missing", "prices"),
    "how-to/reproduce-the-paper": ("reproduce", "reproduction"),
    "how-to/run-a-study": ("clusters", "studies", "study", "Dask"),
    "how-to/say-what-must-hold": ("constraints", "conditions", "cheapest"),
    "how-to/show-a-result-to-others": ("reports", "HTML"),
    "how-to/stop-a-search": ("stopping rules", "time limits"),
    "how-to/trade-budget-for-accuracy": ("budgets", "frontiers"),
    "how-to/use-a-panel-in-production": ("production", "verdicts"),
    "how-to/watch-runs": ("observers", "MLflow", "progress"),
    "reference/command-line": ("command line", "commands", "exit status", "environment variables"),
    "reference/configuration": ("run files", "configuration", "TOML"),
    "reference/fields": ("JSON", "columns", "fields"),
    "tutorial/choose-a-jury": ("LLMs", "language models", "jury", "juries"),
    "tutorial/index": ("tutorials", "getting started"),
    "tutorial/your-first-energy": ("plugins", "extensions"),
}


class SearchWords(SphinxTransform):
    """Adds the words of a page to the index, with the page as their place."""

    # Before the index is collected from the page.
    default_priority = 800

    def apply(self, **_kwargs: Any) -> None:
        # Without an anchor: the same result as a word of the page, so that the page is listed once.
        words = self.config.search_words.get(self.env.docname, ())
        self.document.insert(0, addnodes.index(entries=[("single", word, "", "main", None) for word in words]))


def setup(app: Sphinx) -> dict[str, bool]:
    # A value of the configuration, so that a change of the words reads all pages again.
    app.add_config_value("search_words", WORDS, "env", dict)
    app.add_transform(SearchWords)
    return {"parallel_read_safe": True}
