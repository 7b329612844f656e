"""Pages from chapters, by a template that escapes every text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.config.embedded import embed_json
from haversack.errors import HaversackError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.pages.model import Chapter

_NAMES = {
    "selection": "Selection",
    "frontier": "Frontier",
    "comparison": "Comparison",
    "policy": "Policy",
    "study": "Study",
}


def render_page(chapters: Sequence[Chapter]) -> str:
    """Return a page that needs no other file and no network.

    Parameters
    ----------
    chapters
        What it says, at least one.

    Raises
    ------
    HaversackError
        If jinja2 is missing.
    """
    require_jinja()
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from haversack import __version__

    environment = Environment(
        loader=PackageLoader("haversack.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # What is already HTML: drawings and documents, whose texts are escaped where they are written.
    environment.filters["drawing"] = Markup
    environment.filters["embedded"] = lambda document: Markup(embed_json(document))
    title = chapters[0].title if len(chapters) == 1 else f"{len(chapters)} results"
    return environment.get_template("page.html.jinja").render(
        title=title, chapters=chapters, names=_NAMES, version=__version__
    )


def require_jinja() -> None:
    """Raise `HaversackError` if jinja2 is missing."""
    try:
        import jinja2  # noqa: F401
    except ImportError as error:
        raise HaversackError('a report needs jinja2: pip install "haversack[report]"') from error
