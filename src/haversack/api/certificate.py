"""A proof that another program can check."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import attrs

from haversack.errors import CertificateError
from haversack.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction
    from os import PathLike

    from haversack.api.problem import Problem
    from haversack.arrays import Sets


@attrs.frozen
class Certificate:
    """Pool, limits, panel and bound of a selection, with a proof of the bound that ``haversack verify`` checks.

    Parameters
    ----------
    document
        Plain values that JSON can hold; the page "Format of certificates" lists them.
    """

    document: Mapping[str, Any] = attrs.field(repr=False)

    @property
    def method(self) -> str:
        """The method of the proof."""
        return str(self.document["proof"]["method"])

    @property
    def bound(self) -> float:
        """No feasible set has a smaller error."""
        return float(self.document["claim"]["bound"])

    def to_json(self) -> str:
        """Return the content of the file."""
        return json.dumps(self.document, allow_nan=False, separators=(",", ":"))

    def write(self, path: str | PathLike[str]) -> None:
        """Write the file, or raise `CertificateError` if that is not possible."""
        try:
            write_whole(path, self.to_json() + "\n")
        except OSError as error:
            raise CertificateError(f"certificate {path}: cannot be written: {error.strerror or error}") from error


@runtime_checkable
class Certifies(Protocol):
    """A searcher that writes down proofs for ``haversack verify``."""

    def write_proof(self, problem: Problem, chosen: Sets, bound: Fraction, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return a proof that no feasible set has a loss below the bound.

        Parameters
        ----------
        problem
            What was searched.
        chosen
            The best set, of shape (len(pool),).
        bound
            What to prove: above 0, and at most the loss of the set.
        data
            The problem as the certificate has it: the proof refers to its members and rows.

        Returns
        -------
        dict
            Plain values that JSON can hold. ``method`` names the function of the checker that reads the others.

        Raises
        ------
        CertificateError
            If it cannot; the message says why.
        """
