# SPDX-License-Identifier: BSD-3-Clause
"""How the collectives grow with the number of ranks; CoMet, section 4.1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.models import Models
from strobe.fit.scaling import Scaling
from strobe.gate.cells import Accepted
from strobe.gate.limits import is_narrow
from strobe.records.run import Run
from strobe.report.findings.finding import Finding, time_text, too_noisy
from strobe.report.page import naming
from strobe.report.paper.declared import Selection
from strobe.report.paper.scaling import PER, Grown, grown

TOPIC = "Scaling"
COLLECTIVES = (
    "broadcast", "reduce", "allreduce", "scan", "barrier", "scatter", "gather", "allgather",
    "alltoall",
)  # fmt: skip
MEANING = {
    "constant": "does not depend on the number of ranks",
    "logarithmic": "grows with the logarithm of the number of ranks, as trees do",
    "linear": "grows with the number of ranks, as a series of messages does",
}


def scaling(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The law of each collective, at its smallest and its largest size."""
    wanted = Selection(paper="", number="", caption="", kernels=list(COLLECTIVES))
    every = grown(summary, wanted, ["size_bytes"])
    for kernel in COLLECTIVES:
        fitted = [(one, one.scaling) for one in every if one.kernel == kernel and one.scaling]
        if not fitted:
            continue
        ends = [fitted[0], fitted[-1]] if len(fitted) > 1 else fitted
        told = [_sentence(one, law) for one, law in ends if _may_be_told(law)]
        anchor = naming.anchor(kernel)
        if not told:
            yield too_noisy(TOPIC, f"Growth of {kernel} with the number of ranks", anchor)
            continue
        ranks = fitted[0][1].ranks
        sizes = units.listed([f"{rank:g}" for rank in ranks])
        yield Finding(TOPIC, " ".join(told), f"{sizes} ranks; law chosen by BIC", anchor)


def _may_be_told(law: Scaling) -> bool:
    if not law.is_certain:
        return False
    if law.law == "constant":
        return is_narrow(law.base_s.low, law.base_s.high)
    return is_narrow(law.slope_s.low, law.slope_s.high)


def _sentence(one: Grown, law: Scaling) -> str:
    at = f" of {one.name}" if one.name else ""
    subject = f"{one.kernel.replace('_', ' ')}{at}".capitalize()
    bounds = law.base_s if law.law == "constant" else law.slope_s
    amount = time_text(bounds.value, bounds.low, bounds.high)
    return f"{subject} {MEANING[law.law]}: {amount}{PER[law.law]}."
