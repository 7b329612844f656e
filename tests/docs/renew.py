"""Renew the outputs that the documentation shows: `python tests/docs/renew.py [PAGE ...]`, from the root.

Commands and code are run as they are, and their outputs replace those of the page. A line of `...` still stands for
omitted lines, with as many lines before and after it as there were; durations become `...`. Read the difference before
committing it: an output that changed unexpectedly may be a bug.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path


class _Renewing(doctest.DocTestRunner):
    """Collects what failing examples print."""

    def __init__(self, flags):
        super().__init__(optionflags=flags, verbose=False)
        self.changes = []

    def report_failure(self, out, test, example, got):
        self.changes.append((example, got))

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise exc_info[1]


def renew_python(text, names, flags):
    test = doctest.DocTestParser().get_doctest(text, names, "page", "page", 0)
    runner = _Renewing(flags)
    runner.run(test, out=lambda _: None, clear_globs=False)
    names.update(test.globs)
    lines = text.splitlines(keepends=True)
    for example, got in reversed(runner.changes):
        first = example.lineno + example.source.count("\n")
        lines[first : first + example.want.count("\n")] = [got]
    return "".join(lines)


def run_command(command):
    from haversack.cli import main

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), contextlib.suppress(SystemExit):
        main(shlex.split(command)[1:])
    text = "\n".join(line.rstrip() for line in printed.getvalue().strip().splitlines())
    return hide_durations(text)


def hide_durations(text):
    """Return the text with `...` for every duration: in a sentence, and in the last column of a comparison."""
    text = re.sub(r"in \S+ s(?: after \S+ s of set-up)?, seed", "in ... s, seed", text)
    table, blank, notes = text.partition("\n\n")
    if re.match(r"pools .* seconds$", table, re.MULTILINE):
        table = re.sub(r"(?<= )[\d.e-]*\d$", lambda found: "...".rjust(len(found[0])), table, flags=re.MULTILINE)
    return table + blank + notes


def merge_gap(shown, printed):
    """Return the printed text, with lines omitted as in the shown one."""
    shown_lines, printed_lines = shown.splitlines(), printed.splitlines()
    if "..." not in shown_lines:
        return printed
    gap = shown_lines.index("...")
    behind = len(shown_lines) - gap - 1
    return "\n".join([*printed_lines[:gap], "...", *printed_lines[len(printed_lines) - behind :]])


def renew_console(block, conversation, flags):
    text = block.text
    for command, shown in conversation(block):
        if not command.startswith("haversack "):
            continue
        printed = run_command(command)
        if shown and not doctest.OutputChecker().check_output(shown, printed, flags):
            text = text.replace(shown, merge_gap(shown, printed))
    return text


def main(pages):
    from test_docs import DOCS, FLAGS, PAGES, blocks, conversation

    for page in [Path(page).resolve() for page in pages] or PAGES:
        text, names = page.read_text(encoding="utf-8"), {}
        with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
            shutil.copytree(DOCS / "tutorial", Path("docs/tutorial"))
            Path("build").mkdir()
            for block in blocks(page, "pycon", "console"):
                if block.language == "pycon":
                    new = renew_python(block.text, names, FLAGS)
                else:
                    new = renew_console(block, conversation, FLAGS)
                text = text.replace(block.text, new)
        if text != page.read_text(encoding="utf-8"):
            page.write_text(text, encoding="utf-8")
            print(f"renewed {page.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    main(sys.argv[1:])
