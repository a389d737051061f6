# SPDX-License-Identifier: BSD-3-Clause
"""LogGP parameters of a run's parametrised round trips, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from strobe.base import units
from strobe.fit.loggp import LogGP, RoundTrips, fit_loggp
from strobe.fit.models import Models
from strobe.gate.cells import Accepted
from strobe.gate.limits import REMEDY, TOO_NOISY, is_narrow
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.findings.finding import Finding, headline_at, time_text
from strobe.report.page import naming

KERNEL = "logp"
MICROSECOND = 1e-6
RESAMPLES = 499


def loggp(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """L, o, g and G; or the reason why these times do not give them."""
    trips = round_trips(summary)
    if trips is None:
        return
    found = fit_loggp(
        trips, confidence=summary.confidence, resamples=RESAMPLES, rng=np.random.default_rng(0)
    )
    basis = f"{units.plural(trips.sizes.size, 'size')}, trains of {trips.messages} messages"
    yield Finding("LogGP", _sentence(found), basis, naming.anchor(KERNEL))


def _sentence(found: LogGP | str) -> str:
    if isinstance(found, str):
        return f"The LogGP parameters cannot be determined: {found}."
    parts, noisy = [], []
    for name, bounds in (("L", found.latency_s), ("o", found.overhead_s), ("g", found.gap_s)):
        if bounds.low <= 0 < bounds.high < math.inf:
            parts.append(f"{name} ≤ {units.duration(bounds.high)}")
        elif is_narrow(bounds.low, bounds.high):
            parts.append(f"{name} = {time_text(bounds.value, bounds.low, bounds.high)}")
        else:
            noisy.append(name)
    per_byte = found.gap_per_byte_s
    if is_narrow(per_byte.low, per_byte.high):
        ps = [units.number(1e12 * x) for x in (per_byte.value, per_byte.low, per_byte.high)]
        parts.append(f"G = {ps[0]} ps/B [{ps[1]} {units.DASH} {ps[2]}]")
    else:
        noisy.append("G")
    verb = "is" if len(noisy) == 1 else "are"
    rest = f"{units.listed(noisy)} {verb} {TOO_NOISY}. {REMEDY}" if noisy else ""
    return " ".join(
        filter(None, [f"LogGP parameters: {units.listed(parts)}." if parts else "", rest])
    )


def round_trips(summary: Accepted) -> RoundTrips | None:
    """The three round trips of each size that has all of them in the reference regime."""
    by_size: dict[float, dict[str, CellSummary]] = {}
    for cell in summary.cells.values():
        point = cell.declared.point
        if cell.declared.kernel == KERNEL and headline_at(cell, summary.reference):
            size = float(point.get("size_bytes", 0))
            by_size.setdefault(size, {})[str(point.get("what"))] = cell
    whole = {
        size: own
        for size, own in sorted(by_size.items())
        if size >= 1 and {"prtt1", "prttn", "prttnd"} <= set(own)
    }
    if not whole:
        return None
    points = [own["prttnd"].declared.point for own in whole.values()]
    times = {
        what: np.array([_median_s(own[what]) for own in whole.values()])
        for what in ("prtt1", "prttn", "prttnd")
    }
    return RoundTrips(
        sizes=np.array(list(whole)),
        one_s=times["prtt1"],
        many_s=times["prttn"],
        delayed_s=times["prttnd"],
        messages=int(points[0].get("messages", 0)),
        delay_s=np.array([MICROSECOND * float(point.get("delay_us", 0)) for point in points]),
    )


def _median_s(cell: CellSummary) -> float:
    assert cell.headline is not None
    return cell.headline.median_s
