"""What a page says about a selection."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from haversack.pages.computing import Computed, compute_beside
from haversack.pages.selection_chapter import build_selection_chapter


def test_sections_come_in_the_order_of_interest(voted, builtins):
    chapter = build_selection_chapter(voted, "key", compute_beside(voted, builtins))
    titles = [section.title for section in chapter.sections]
    assert titles == ["Members", "Budget", "Alternatives", "New items", "Shared mistakes", "Provenance"]
    assert chapter.document == voted.to_dict()


def test_what_is_not_known_has_no_section_and_remarks_have_one(chosen):
    titles = [section.title for section in build_selection_chapter(chosen, "key").sections]
    assert titles == ["Members", "Alternatives", "Provenance"]
    chapter = build_selection_chapter(chosen, "key", Computed(remarks=("Too long.",)))
    assert [section.paragraphs for section in chapter.sections if section.title == "Not shown"] == [("Too long.",)]
