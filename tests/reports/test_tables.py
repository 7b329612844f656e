"""The table writer: what it shows, drops and shortens."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from haversack.reports.tables import TextColumn, shorten, write_paragraph, write_section, write_table

# Narrow, wide (two cells), and with a combining accent (no cell of its own).
letters = st.sampled_from(["a", "b", "-", "7", "語", "🙂", "e\u0301", "[", "]", "/"])
# At most 6 cells, so that a word and an ellipsis always fit in a column of 8.
words = st.lists(letters, min_size=1, max_size=3).map("".join)
sentences = st.lists(words, max_size=8).map(" ".join)
widths = st.integers(8, 100)


@st.composite
def tables(draw, cells=sentences):
    rows = draw(st.integers(0, 4))
    count = draw(st.integers(1, 6))
    ranks = draw(st.permutations(range(count)))
    return [
        TextColumn(
            title=f"t{place}",
            cells=draw(st.lists(cells, min_size=rows, max_size=rows)),
            rank=rank,
            right=draw(st.booleans()),
            least=draw(st.none() | st.integers(8, 20)),
        )
        for place, rank in enumerate(ranks)
    ]


def kept_columns(columns, text):
    """The columns whose titles stand in the first line."""
    titles = text.split("\n")[0].split()
    return [column for column in columns if column.title in titles]


def pattern(cell):
    """What may stand for a cell: all of it, or whole words from its beginning and an ellipsis."""
    ends = [match.start() for match in re.finditer(" ", cell)]
    return "|".join(re.escape(text) for text in [cell, *(f"{cell[:end]} …" for end in reversed(ends))])


@given(tables(), widths)
def test_every_line_fits(columns, width):
    text = write_table(columns, width=width)
    assert all(cell_len(line) <= width for line in text.split("\n"))


@given(tables(), widths)
def test_cells_of_kept_columns_are_there_in_order_and_no_word_is_broken(columns, width):
    text = write_table(columns, width=width)
    kept = kept_columns(columns, text)
    assert kept
    lines = text.split("\n")[2:]
    for place in range(len(columns[0].cells)):
        cells = [f"(?:{pattern(column.cells[place])})" for column in kept]
        assert re.fullmatch(" *" + " *".join(cells) + " *", lines[place]), lines[place]


@given(tables(), widths)
def test_columns_that_are_not_shown_are_named_and_are_the_least_important(columns, width):
    text = write_table(columns, width=width)
    kept = kept_columns(columns, text)
    missing = [column for column in columns if column not in kept]
    assert all(column.rank < other.rank for column in kept for other in missing)
    note = f"not shown: {', '.join(column.title for column in missing)}; --json has all"
    assert text.split("\n")[2 + len(columns[0].cells) :] == ([shorten(note, width)] if missing else [])


@given(tables())
def test_a_table_that_fits_is_padded_and_nothing_else(columns):
    """Against a second writer, of five lines, that knows nothing of rich."""
    plain = [[column.title, *column.cells] for column in columns]
    sizes = [max(map(cell_len, cells)) for cells in plain]
    rows = []
    for row in zip(*plain, strict=True):
        blanks = [" " * (size - cell_len(cell)) for size, cell in zip(sizes, row, strict=True)]
        cells = zip(columns, row, blanks, strict=True)
        rows.append("  ".join(blank + cell if column.right else cell + blank for column, cell, blank in cells).rstrip())
    rows.insert(1, "-" * (sum(sizes) + 2 * (len(sizes) - 1)))
    assert write_table(columns, width=1000) == "\n".join(rows)


@given(tables(st.text(max_size=30)), st.integers(1, 100))
def test_any_text_gives_one_line_per_row(columns, width):
    lines = write_table(columns, width=width).split("\n")
    rows = len(columns[0].cells)
    assert len(lines) in (2 + rows, 3 + rows)
    assert all(cell_len(line) <= width for line in lines)
    # Python itself sees more line ends than "\n".
    assert all(len(line.splitlines()) <= 1 for line in lines)


def test_names_are_neither_markup_nor_emoji_codes_nor_commands_of_a_terminal():
    cells = ["[bold]x[/bold]", "[/]", ":smile:", "red\x1b[31m", "two\nlines", "a\tb"]
    lines = write_table([TextColumn("name", cells, rank=1)]).split("\n")
    assert lines[2:] == ["[bold]x[/bold]", "[/]", ":smile:", "red\\x1b[31m", "two\\nlines", "a\\tb"]


def test_colour_is_not_switched_on_by_the_environment(monkeypatch):
    plain = write_table([TextColumn("n", ["1"], rank=1, right=True)])
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.setenv(name, "1")
    assert write_table([TextColumn("n", ["1"], rank=1, right=True)]) == plain == "n\n-\n1"


def test_the_widest_cells_are_shortened_first():
    columns = [
        TextColumn("a", ["one two three four five six"], rank=1, least=3),
        TextColumn("b", ["one two"], rank=2, least=3),
        TextColumn("c", ["12345"], rank=3, right=True),
    ]
    assert write_table(columns, width=31).split("\n")[2] == "one two three …  one two  12345"
    assert write_table(columns, width=22).split("\n")[2] == "one …  one two  12345"


def test_lines_below_the_table_come_before_the_columns_that_are_not_shown():
    columns = [TextColumn("name", ["ann"], rank=1), TextColumn("number", ["1"], rank=2)]
    footer = ["... and 3 more"]
    assert write_table(columns, footer=footer) == "name  number\n------------\nann   1\n... and 3 more"
    narrow = write_table(columns, width=11, footer=footer).split("\n")
    assert narrow == ["name", "----", "ann", "... and 3 …", "not …"]


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two …"),
        ("one two three", 9, "one two …"),
        ("one two three", 8, "one …"),
        ("one two three", 4, "one…"),
        ("one two three", 1, "…"),
        ("reader-04, reader-05, reader-06", 25, "reader-04, reader-05, …"),
        ("日本 語の名前", 7, "日本 …"),
        ("日本語の名前", 6, "日本…"),
        ("  indented line", 12, "  indented …"),
    ],
)
def test_texts_are_shortened_at_the_end_of_a_word_where_one_fits(text, width, shown):
    assert shorten(text, width) == shown


@given(st.lists(st.tuples(sentences, sentences), min_size=1, max_size=5), st.integers(1, 60))
def test_sections_fit_and_lose_no_word_that_fits(rows, width):
    lines = write_section("result", rows, width=width).split("\n")
    assert all(cell_len(line) <= width for line in lines)
    longest = max((cell_len(key) for key, _ in rows), default=0)
    room = width - 4 - longest
    short = [word for _, text in rows for word in text.split() if cell_len(word) <= room]
    if room > 0 and all(text.isprintable() for row in rows for text in row):
        assert not Counter(short) - Counter(word for line in lines for word in line.split())


def test_sections_align_their_texts_and_continue_long_ones():
    rows = [("members", "3 of 4"), ("費用", "8 of 10"), ("stopped", "because " * 5 + "of that")]
    assert write_section("result", rows, width=40).split("\n") == [
        "result",
        "  members  3 of 4",
        "  費用     8 of 10",
        "  stopped  because because because",
        "           because because of that",
    ]


@given(sentences, st.integers(0, 6), st.integers(20, 60))
def test_paragraphs_keep_their_words_and_their_width(text, indent, width):
    lines = write_paragraph(text, indent=indent, width=width).split("\n")
    if text.isprintable():
        assert " ".join(" ".join(lines).split()) == " ".join(text.split())
    assert all(line.startswith(" " * indent) for line in lines)
    assert all(cell_len(line) <= width or len(line.split()) == 1 for line in lines)


def test_an_overlong_word_of_a_section_keeps_its_beginning():
    lines = write_section("result", [("best single", f"{'x' * 500}: 0.9")], width=30).split("\n")
    assert lines == ["result", "  best single  xxxxxxxxxxxxxx…", "               0.9"]


@pytest.mark.parametrize("text", ["\N{COMBINING GRAVE ACCENT}", "\N{VARIATION SELECTOR-16}", "\N{ZERO WIDTH JOINER}"])
def test_a_text_that_begins_with_what_has_no_width_is_shortened(text):
    """Versions of rich before 14.3.3 search for its width for ever."""
    assert cell_len(shorten(text + "\N{CJK UNIFIED IDEOGRAPH-4E2D}" * 9, 6)) <= 6
