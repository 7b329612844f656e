"""`python -m haversack_verify FILE`: exit status 0 if verified, 5 if rejected, 2 if the file cannot be read."""

from __future__ import annotations

import sys

from haversack_verify.checking import verify
from haversack_verify.verdicts import Rejected, Unreadable

VERIFIED, UNREADABLE, REJECTED = 0, 2, 5


def main(arguments: list[str]) -> int:
    """Check a file, print the verdict and return the exit status."""
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print("usage: python -m haversack_verify FILE", file=sys.stderr)
        return UNREADABLE
    try:
        print(verify(arguments[0]))
    except Rejected as error:
        print(f"rejected: {error}")
        return REJECTED
    except Unreadable as error:
        print(f"error: {error}", file=sys.stderr)
        return UNREADABLE
    return VERIFIED


if __name__ == "__main__":
    # Names may have characters that the output cannot show.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))
