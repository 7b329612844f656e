"""What the accuracy of a panel on new items is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack.api.expected import Rival
    from haversack.api.selection import Selection


def find_rivals(selection: Selection) -> dict[str, Rival]:
    """Return the estimates of ``best_single`` and ``everybody``, as far as they are there and are not the panel.

    Two estimates of one panel would only confuse: they differ, since they are made from other samples.
    """
    expected, single = selection.expected, selection.best_single
    if expected is None:
        return {}
    is_panel = {
        "best_single": single is not None and single.members == selection.members,
        "everybody": len(selection.members) == len(selection.pool),
    }
    rivals = {"best_single": expected.best_single, "everybody": expected.everybody}
    return {name: rival for name, rival in rivals.items() if rival is not None and not is_panel[name]}
