# SPDX-License-Identifier: BSD-3-Clause
"""Message sizes at which the MPI changes its protocol, and whether its settings confirm them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from strobe.base import units
from strobe.fit.accepted import accepted_estimate
from strobe.fit.models import Breakpoint, Interval, Model, Models, Segment
from strobe.gate.cells import Accepted
from strobe.gate.limits import TOO_NOISY, is_narrow
from strobe.records.run import Run
from strobe.report.findings.finding import Finding, time_text
from strobe.report.page import naming

KERNELS = ("echo", "exchange", "swap", "bandwidth")
FEWEST_SIZES = 10
"""With fewer sizes, a breakpoint could lie undetected between two of them."""
BY_WHAT = f" (the amount is {TOO_NOISY})"
EAGER = "eager"
DEVICE, OLDER_DEVICE = "_CH4_", "_CH3_"
ELSEWHERE = ("_tcp_", "_self_", "_ofi_", "_ucx_", "_uct_", "_ugni_", "_portals4_", "_gpu_")


def breakpoints(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Breakpoints of the first message kernel, where start-up time or slope clearly change."""
    model = _first_model(summary, models)
    if model is None:
        return
    limits = _limits(run)
    sure = [
        (point, before, after)
        for point, (before, after) in zip(model.breakpoints, pairwise(model.segments), strict=True)
        if _disjoint(before.startup_s, after.startup_s)
        or _disjoint(before.per_byte_s, after.per_byte_s)
    ]
    for point, before, after in sure:
        yield Finding(
            "Breakpoint",
            f"{_where(point)}, the {naming.model_name(model)} has a breakpoint: "
            f"{_change(before, after)}{_match(point, limits)}.",
            f"{units.plural(before.points + after.points, 'size')} on both sides, largest misfit "
            f"{units.percent(model.misfit_max)}",
            naming.anchor(model.kernel),
        )
    missed = {
        name: size for name, size in limits.items()
        if not any(point.low <= size <= point.high for point, _, _ in sure)
    }  # fmt: skip
    if missed and model.sizes_bytes[-1] > min(missed.values()):
        named = units.listed([f"{name} = {units.size(size)}" for name, size in missed.items()])
        yield Finding(
            "Eager limit",
            f"The MPI reports {named}, but the {naming.model_name(model)} has no breakpoint there.",
            f"{units.plural(len(model.sizes_bytes), 'size')} up to "
            f"{units.size(model.sizes_bytes[-1])}",
            naming.anchor(model.kernel),
        )
    if not sure:
        yield Finding(
            "Breakpoint",
            f"The {naming.model_name(model)} shows no breakpoint up to "
            f"{units.size(model.sizes_bytes[-1])}.",
            f"{units.plural(len(model.sizes_bytes), 'size')}, "
            f"{units.plural(len(model.segments), 'segment')}",
            naming.anchor(model.kernel),
        )


def _first_model(summary: Accepted, models: Models) -> Model | None:
    accepted = [
        m for m in models.models
        if m.accepted and m.kernel in KERNELS and len(m.sizes_bytes) >= FEWEST_SIZES
    ]  # fmt: skip
    return min(
        accepted,
        key=lambda m: (KERNELS.index(m.kernel), m.regime != summary.reference, -len(m.sizes_bytes)),
        default=None,
    )


def _disjoint(one: Interval, other: Interval) -> bool:
    return one.high < other.low or other.high < one.low


def _where(point: Breakpoint) -> str:
    if point.low == point.high:
        return f"Above {units.size(point.size_bytes)}"
    return f"Between {units.size(point.low)} and {units.size(point.high)}"


def _change(before: Segment, after: Segment) -> str:
    """What clearly differs, start-up time first."""
    parts = []
    startups = before.startup_s, after.startup_s
    if _disjoint(*startups):
        by = f"from {_interval(startups[0])} to {_interval(startups[1])}"
        sure = all(is_narrow(bounds.low, bounds.high) for bounds in startups)
        parts.append(
            f"the start-up time changes {by}" if sure else f"the start-up time changes{BY_WHAT}"
        )
    if _disjoint(before.per_byte_s, after.per_byte_s):
        rates = [accepted_estimate(segment.bandwidth_bytes_per_s) for segment in (before, after)]
        by = " to ".join(units.bandwidth(rate.value) for rate in rates if rate is not None)
        parts.append(
            f"the bandwidth changes from {by}" if all(rates) else f"the bandwidth changes{BY_WHAT}"
        )
    return " and ".join(parts)


def _interval(bounds: Interval) -> str:
    return time_text(bounds.value, bounds.low, bounds.high)


def _match(point: Breakpoint, limits: dict[str, int]) -> str:
    named = [name for name, size in limits.items() if point.low <= size <= point.high]
    return f"; this matches the MPI's {units.listed(named)}" if named else ""


def _limits(run: Run) -> dict[str, int]:
    """The protocol limits that the layer reports or its environment sets.

    On one host, limits of networks and of messages to oneself do not apply.
    """
    header = run.launches[0].header
    found = dict(header.layer.limits)
    for name, value in header.environment.items():
        if EAGER in name.lower() and value.isdigit():
            found.setdefault(name, int(value))
    if any(DEVICE in name for name in found):
        # MPICH also reports the settings of its older device, which is not in use then.
        found = {name: size for name, size in found.items() if OLDER_DEVICE not in name}
    if len({process.host for process in header.processes}) > 1:
        return found
    return {
        name: size for name, size in found.items()
        if not any(part in name.lower() for part in ELSEWHERE)
    }  # fmt: skip
