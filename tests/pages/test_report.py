"""Whole pages, in a real browser."""

from __future__ import annotations

import attrs
import pytest

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

import haversack as hs
from comparison_rows import row
from haversack.comparison import Comparison
from haversack.pages.documents import recognise
from haversack.pages.report import write_report
from hostile_names import HOSTILE

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def documents(chosen, voted, builtins):
    """Every kind of result, a selection with a warning and hostile names among them."""
    doubt = hs.Note("warning", f"votes contradict independence {HOSTILE[0]}", is_warning=True)
    frontier = hs.frontier(chosen.pool, catalog=builtins)
    runs = [row(group=name, searcher=name) for name in HOSTILE[:4]]
    rules = ("paper", "max-step:limit=2000", "an-option-of-many-letters" * 9)
    runs += [row(group=HOSTILE[7], searcher=name, stopping=rule) for name in HOSTILE for rule in rules]
    comparison = Comparison(runs, len(runs))
    several = hs.study(
        pools=dict.fromkeys(HOSTILE[:3], chosen.pool), searchers=["exact", "sweep"], budgets=[3, 8], catalog=builtins
    )
    order = hs.policy(voted.pool, 2.5, seed=0, estimate="none")
    results = [attrs.evolve(voted, notes=(*voted.notes, doubt)), chosen, frontier, comparison, several, order]
    return [recognise(result.to_dict(), f"file {number}") for number, result in enumerate(results)]


@pytest.fixture(scope="module")
def page(documents, builtins):
    return write_report(documents, builtins)


def test_the_same_results_are_the_same_page(documents, builtins, page):
    assert write_report(documents, builtins) == page


def test_a_frontier_marks_the_run_on_its_pool(page):
    """Once on the frontier that was given, once on the one that was searched for the other pool."""
    assert page.count(">you are here</text>") == 2


def test_a_frontier_of_another_pool_marks_nothing(documents, builtins):
    assert "you are here" not in write_report([documents[2]], None)
    assert "you are here" not in write_report([documents[0], documents[2]], None)


def test_a_frontier_of_another_question_marks_nothing(documents, builtins):
    """Without these conditions other panels are better, which is no failing of the run."""
    pool, bound = documents[1].result.pool, [{"kind": "exclude", "members": ["a"]}]
    run = recognise(hs.select(pool, 8.0, constraints=bound, seed=0, catalog=builtins).to_dict(), "run")
    free, same = (hs.frontier(pool, constraints=each, seed=0, catalog=builtins) for each in ((), bound))
    assert "you are here" not in write_report([run, recognise(free.to_dict(), "f")], None)
    assert "you are here" in write_report([run, recognise(same.to_dict(), "f")], None)
    other = hs.frontier(pool, cost="parallel", seed=0, catalog=builtins)
    assert "you are here" not in write_report([run, recognise(other.to_dict(), "f")], None)
    # By hand anything can be written there.
    odd = {**same.to_dict(), "config": {**same.to_dict()["config"], "constraints": 5}}
    assert "you are here" not in write_report([run, recognise(odd, "f")], None)


def test_a_frontier_of_another_cost_model_or_pool_marks_nothing(documents, builtins):
    """Each differs from the run in nothing else."""
    pool = documents[1].result.pool
    run = recognise(hs.select(pool, 8.0, seed=0, catalog=builtins).to_dict(), "run")
    twin = hs.Pool(accuracies=pool.accuracies, costs=pool.costs, names=list("vwxyz"))
    frontiers = [
        hs.frontier(pool, cost="parallel", seed=0, catalog=builtins),
        hs.frontier(twin, seed=0, catalog=builtins),
        hs.frontier(pool, seed=0, catalog=builtins),
    ]
    pages = [write_report([run, recognise(each.to_dict(), "f")], None) for each in frontiers]
    assert ["you are here" in page for page in pages] == [False, False, True]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [400, 1400])
def test_a_browser_shows_all_of_it(browser, page, tmp_path, width, dark):
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    browser.open(file, width=width, dark=dark)
    assert browser.messages == []
    assert browser.evaluate("window.broken") is None
    assert browser.evaluate("document.documentElement.scrollWidth") <= width
    # Nothing sticks out but what scrolls within itself.
    wide = browser.evaluate(
        "[...document.querySelectorAll('body *')].filter(each => !each.closest('.scroll') && !each.closest('svg')"
        " && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 80))"
    )
    assert wide == []
    # And nothing has to, on a page whose tables are all unfolded.
    hidden = browser.evaluate(
        "document.querySelectorAll('details').forEach(each => each.open = true);"
        "[...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth + 1)"
        ".map(each => each.innerText.slice(0, 80))"
    )
    assert hidden == []
    figures = browser.evaluate(
        "[...document.querySelectorAll('figure svg')].map(each => {"
        " const box = each.getBoundingClientRect(), drawn = each.getBBox();"
        " return [box.width, box.height, drawn.width, each.querySelectorAll('path, use').length]})"
    )
    # What is drawn beyond its box lies over something else or is cut off. Texts are measured with another font than
    # they are shown with, hence one part in fifty.
    outside = browser.evaluate(
        "[...document.querySelectorAll('figure svg')].flatMap(each => {"
        " const box = each.getBoundingClientRect(), more = box.width / 50;"
        " return [...each.querySelectorAll('text')].filter(text => {"
        " const drawn = text.getBoundingClientRect(); return drawn.width && (drawn.left < box.left - more"
        " || drawn.right > box.right + more || drawn.top < box.top - more || drawn.bottom > box.bottom + more)})"
        ".map(text => `${each.getAttribute('aria-label').slice(0, 40)}: ${text.textContent.slice(0, 40)}`)})"
    )
    assert outside == []
    # Of votes: members, budgets, new items, mistakes; of the other: members; the frontier; five groups; of the
    # study: speed, budgets; of the policy: frontier, ends, calibration.
    assert len(figures) == 4 + 1 + 1 + 5 + 2 + 3
    assert all(box > 200 and high > 100 and drawn > 100 and parts > 5 for box, high, drawn, parts in figures)
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(20, 23, 28)" if dark else "rgb(255, 255, 255)"
    )


def test_a_name_that_cannot_be_broken_is_wrapped(browser, tmp_path):
    """A telephone would cut off the table and its caption."""
    pool = hs.Pool([0.9, 0.8, 0.7], costs=[3, 2, 1], names=["x" * 500, "y" * 500, "z" * 500])
    document = recognise(hs.policy(pool, 4.0, seed=0).to_dict(), "policy")
    file = tmp_path / "report.html"
    file.write_text(write_report([document], None), encoding="utf-8")
    browser.open(file, width=400)
    hidden = browser.evaluate(
        "document.querySelectorAll('details').forEach(each => each.open = true);"
        "[...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth + 1)"
        ".map(each => each.innerText.slice(0, 80))"
    )
    assert hidden == []


_CUT_OFF = (
    "[...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth + 1)"
    ".map(each => each.innerText.slice(0, 80))"
)


def test_panels_and_labels_that_cannot_be_broken_are_wrapped(browser, builtins, tmp_path):
    """Those of frontiers, and those of studies as heads of a table."""
    pool = hs.Pool([0.9, 0.8, 0.7], costs=[3, 2, 1], names=["x" * 500, "y" * 500, "z" * 500])
    labels = {f"a-label-without-any-place-to-break-{number}": "exact" for number in range(8)}
    several = hs.study(pools={"p" * 99: pool}, searchers=labels, budgets=[2, 8], catalog=builtins)
    documents = [recognise(each.to_dict(), "") for each in (hs.frontier(pool, catalog=builtins), several)]
    file = tmp_path / "report.html"
    file.write_text(write_report(documents, None), encoding="utf-8")
    for width in (400, 1400):
        browser.open(file, width=width)
        assert browser.evaluate(_CUT_OFF) == []


def test_hostile_names_are_texts(browser, page, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    browser.open(file, width=1400)
    assert browser.evaluate("document.querySelectorAll('img, script:not([type=\"application/json\"])').length") == 0
    text = browser.evaluate("document.body.innerText")
    assert f"votes contradict independence {HOSTILE[0]}".lower() in text.lower()
    names = browser.evaluate(
        "[...document.querySelectorAll('.haversack-result')].flatMap(each => JSON.parse(each.textContent).config?.pool"
        " ? [JSON.parse(each.textContent).config.pool.names] : [])"
    )
    assert names[0] == list(HOSTILE)
    identifiers = browser.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(set(identifiers)) == len(identifiers)


def test_a_printed_page_is_light(browser, page, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    browser.open(file, width=1400, dark=True)
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    browser.call("Emulation.setEmulatedMedia", media="print", features=[dark])
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert len(browser.call("Page.printToPDF", printBackground=True)["data"]) > 10_000
    # Nothing is wider than a sheet of A4 within margins of 1 cm, or it would be cut off or all of it set smaller.
    browser.call("Emulation.setDeviceMetricsOverride", width=718, height=1040, deviceScaleFactor=1, mobile=False)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 718
    browser.call("Emulation.setEmulatedMedia", media="")
