"""The built site in a real browser: every page, narrow and wide, its links, and what its search finds.

`make docs` builds the site; `make test` does so before the tests. Without a site that is as new as its pages these
tests are skipped, but never in continuous integration (CI=true).
"""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SITE = DOCS / "_build" / "html"
FOUND = {
    "LLM": ("tutorial/choose-a-jury.html",),
    "install": ("index.html", "faq.html"),
    "jury": ("tutorial/choose-a-jury.html", "tutorial/halve-the-bill.html"),
    "constraint": ("how-to/say-what-must-hold.html",),
    "constraints": ("how-to/say-what-must-hold.html",),
    "cluster": ("how-to/run-a-study.html",),
    "budget": ("how-to/trade-budget-for-accuracy.html",),
    "proof": ("how-to/check-a-proof.html",),
    "log": ("how-to/read-a-log-of-answers.html",),
    "sklearn": ("how-to/choose-scikit-learn-classifiers.html",),
    "plugin": ("tutorial/your-first-energy.html",),
    "cite": ("faq.html",),
}
"""By what one searches for: the pages of which one must come first."""
LOOK = r"""
(() => {
  const problems = [];
  const width = document.documentElement.clientWidth;
  const needed = document.documentElement.scrollWidth;
  if (needed > width) problems.push(`the page is ${needed} wide`);
  const main = document.querySelector("article") || document.body;
  for (const box of main.querySelectorAll("pre, .formula, .table-wrapper")) {
    const hidden = getComputedStyle(box).overflowX;
    if (box.scrollWidth > box.clientWidth + 1 && !["auto", "scroll"].includes(hidden))
      problems.push(`clipped: ${box.textContent.slice(0, 60)}`);
  }
  for (const box of main.querySelectorAll("pre")) {
    const longest = Math.max(...box.textContent.split("\n").map(line => line.length));
    if (width >= 1400 && longest <= 120 && box.scrollWidth > box.clientWidth + 1)
      problems.push(`code of ${longest} characters is cut: ${box.textContent.slice(0, 60)}`);
  }
  for (const picture of main.querySelectorAll("img"))
    if (picture.complete && picture.naturalWidth === 0) problems.push(`no picture: ${picture.src}`);
  return problems;
})()
"""

pytestmark = pytest.mark.slow


def is_fresh():
    """Whether the site was built after the last change of its sources."""
    if not (SITE / "index.html").exists():
        return False
    sources = [path for ending in ("md", "rst", "css", "py") for path in DOCS.rglob(f"*.{ending}")]
    newest = max(path.stat().st_mtime for path in sources if "_build" not in path.parts)
    return (SITE / "searchindex.js").stat().st_mtime >= newest


@pytest.fixture(scope="module")
def site():
    if not is_fresh():
        reason = "no site, or one older than its pages: run `make docs`"
        assert os.environ.get("CI") != "true", reason
        pytest.skip(reason)
    return SITE


def list_pages(site):
    return sorted(page for page in site.rglob("*.html") if "_static" not in page.parts)


@pytest.mark.parametrize("width", [400, 1400])
def test_every_page_fits_and_reports_nothing(site, browser, width):
    problems = {}
    for page in list_pages(site):
        browser.open(page, width=width)
        found = [*browser.evaluate(LOOK), *browser.messages]
        if found:
            problems[str(page.relative_to(site))] = found
    assert problems == {}


def test_internal_links_lead_somewhere(site):
    pages = {page: page.read_text(encoding="utf-8") for page in list_pages(site)}
    anchors = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in pages.items()}
    broken = []
    for page, text in pages.items():
        for link in set(re.findall(r'\b(?:href|src)="([^"]+)"', text)):
            address, anchor = urldefrag(link)
            if re.match(r"[a-z]+:|//", address):
                continue
            target = (page.parent / unquote(address.partition("?")[0])).resolve() if address else page
            has_anchor = not anchor or target not in anchors or unquote(anchor) in anchors[target]
            if not (target.exists() and has_anchor):
                broken.append(f"{page.relative_to(site)}: {link}")
    assert sorted(broken) == []


def test_formulas_need_no_network(site):
    pages = {page.name: page.read_text(encoding="utf-8") for page in list_pages(site)}
    remote = r'<(?:script|link|img)[^>]+(?:src|href)="https?:'
    assert [name for name, text in pages.items() if re.search(remote, text)] == []
    assert "<math " in pages["stochastic-model.html"]


def search(browser, site, words):
    """Addresses that the search page of the site shows, best first."""
    browser.open(site / "search.html", width=1400)
    browser.evaluate(f"Search.performSearch({json.dumps(words)})")
    shown = "[...document.querySelectorAll('#search-results li a')].map(link => link.getAttribute('href'))"
    for _ in range(100):
        if browser.evaluate("document.querySelectorAll('#search-results li a').length") and browser.evaluate(
            "!document.querySelector('#search-results h2').textContent.startsWith('Searching')"
        ):
            break
        time.sleep(0.05)
    return [urldefrag(address)[0].partition("?")[0] for address in browser.evaluate(shown)]


@pytest.mark.parametrize("words", FOUND)
def test_search_finds_the_right_page(site, browser, words):
    found = search(browser, site, words)
    assert found, "nothing is found"
    assert found[0] in FOUND[words], found[:8]
