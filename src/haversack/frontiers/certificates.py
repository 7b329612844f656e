"""A certificate for each budget of a frontier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.errors import CertificateError

if TYPE_CHECKING:
    from pathlib import Path

    from haversack.frontiers.result import Frontier
    from haversack.plugins import Catalog


def write_certificates(frontier: Frontier, folder: Path, catalog: Catalog | None = None) -> int:
    """Write a certificate of every row of a frontier into a folder, named by its budget; return how many.

    Raises
    ------
    CertificateError
        If the folder cannot be written to, or after all others were written, if a row has no certificate.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CertificateError(f"certificate {folder}: cannot be a folder: {error.strerror or error}") from error
    written, failures = 0, []
    for row in frontier.rows():
        try:
            certificate = frontier.certify(row.budget, catalog=catalog)
        except CertificateError as error:
            failures.append((row.budget, str(error).removeprefix("certificate: ")))
            continue
        certificate.write(folder / f"budget-{row.budget!r}.json")
        written += 1
    if failures:
        budget, reason = failures[0]
        raise CertificateError(
            f"certificate: {len(failures)} of {written + len(failures)} budgets have none; at {budget:g}: {reason}"
        )
    return written
