"""Names that try to break out of a page."""

from __future__ import annotations

HOSTILE = (
    "</script><script>window.broken = 1</script>",
    '<img src=x onerror="window.broken = 2">',
    "'\"><svg onload=window.broken=3>",
    "<!--",
    "$\\frac{1}{$ {{ 7 * 7 }} {% raw %}",
    "名前\u202e\x00\x1b[31m",
    "]]></style></text>&lt;b&gt;",
    "a-very-long-name-" * 30,
    "plain",
)
