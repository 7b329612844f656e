"""Certificates of random pools of all kinds, and changed ones; seconds and sizes for pools of 100 and 1,000 members.

`make bench` runs it. The first number is that of the pools of each kind, the second that of the changes, the third that
of the first pool.
"""

from __future__ import annotations

import collections
import json
import sys
import time

import numpy as np
from haversack_verify import Rejected, Unreadable
from haversack_verify.checking import check_document

from certificate_changes import FAMILIES, change, claims_a_truth, draw_document, is_true
from certificate_pools import KINDS, draw_selection
from haversack import CertificateError, InfeasibleError, Pool, frontier, select


def try_pools(kind, indices):
    """Prove, write and verify random selections; return how often each outcome came, and sums of CPU seconds."""
    outcomes, seconds = collections.Counter(), np.zeros(3)
    for index in indices:
        pool, budget, options = draw_selection(np.random.default_rng([index, KINDS.index(kind)]), kind)
        clocks = [time.process_time()]
        try:
            make_certificate = prove(kind, pool, budget, options)
            clocks.append(time.process_time())
            certificate = make_certificate()
        except (CertificateError, InfeasibleError) as error:
            outcomes["nothing is feasible" if isinstance(error, InfeasibleError) else f"not written: {error}"] += 1
            continue
        clocks.append(time.process_time())
        try:
            check_document(json.loads(certificate.to_json()))
            outcomes[f"verified, {certificate.method}"] += 1
        except (Rejected, Unreadable) as error:
            outcomes[f"REJECTED: {error}"] += 1
        seconds += np.diff([*clocks, time.process_time()])
    return outcomes, seconds


def prove(kind, pool, budget, options):
    """Prove, and return a function that writes the certificate."""
    if kind == "frontier":
        found = frontier(pool, seed=0)
        rows = found.rows()
        return lambda: found.certify(rows[len(rows) // 2].budget)
    selection = select(pool, budget, **options)
    return lambda: selection.certificate


def try_changes(family, count):
    """Change certificates; return how often each outcome came: by enumeration, what was verified is true or FALSE.

    Of the rejected ones, those are counted that claim what is not true, by enumeration as well.
    """
    outcomes = collections.Counter()
    random = np.random.default_rng(FAMILIES.index(family))
    for index in range(count):
        if index % 5 == 0:
            document = draw_document(random, family)
            check_document(document)
        kind, changed = change(document, random)
        try:
            verdict = check_document(changed)
        except (Rejected, Unreadable):
            outcomes["rejected"] += 1
            outcomes["rejected, and the claim is false"] += claims_a_truth(changed) is False
            continue
        outcomes[f"{'harmless' if is_true(changed['problem'], verdict) else 'FALSE'}: {kind}"] += 1
    return outcomes


def measure(count, share):
    """Print seconds and bytes of the pools of the paper."""
    rows = []
    for seed in range(10):
        random = np.random.default_rng(seed)
        accuracies = random.beta(17, 5, count)
        costs = random.exponential(1 / (1 - accuracies))
        pool = Pool(accuracies=accuracies, costs=costs)
        clocks = [time.process_time()]
        found = select(pool, share * costs.sum(), seed=0, certify="prove")
        clocks.append(time.process_time())
        certificate = found.certificate
        clocks.append(time.process_time())
        text = certificate.to_json()
        check_document(json.loads(text))
        clocks.append(time.process_time())
        rows.append((*np.diff(clocks), len(text), len(json.dumps(certificate.document["proof"]))))
    proving, writing, verifying, whole, proof = np.median(rows, axis=0)
    print(
        f"{count} members: {1e3 * proving:.0f} ms proving, {1e3 * writing:.0f} ms writing, {verifying:.2f} s verifying "
        f"({np.max(rows, axis=0)[2]:.2f} s at most); {whole:,.0f} bytes, {proof:,.0f} of them the proof",
        flush=True,
    )


def main(pools=20, changes=200, first=0):
    for count, share in ((100, 0.2), (1_000, 0.1)):
        measure(count, share)
    for kind in KINDS:
        outcomes, seconds = try_pools(kind, range(first, first + pools))
        print(
            f"{kind}: {dict(outcomes)}; CPU seconds {seconds.round(2).tolist()} proving, writing, verifying", flush=True
        )
    for family in FAMILIES:
        print(f"{family}, changed: {dict(sorted(try_changes(family, changes // len(FAMILIES)).items()))}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
