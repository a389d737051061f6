# SPDX-License-Identifier: BSD-3-Clause
"""The cost of write-allocate in main memory: cache lines that are read before being overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.models import Models
from strobe.gate.cells import Accepted
from strobe.records.run import Run
from strobe.report.findings.finding import Finding, interval_text, median_ratio, ratio
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.memory.streams import (
    TUNED,
    bytes_per_s,
    middle,
    pattern_name,
    results_of_one_process,
)
from strobe.report.memory.traffic import NONTEMPORAL, WRITTEN, moved_text
from strobe.report.page import naming

BASIS = "computed, not measured: some processors skip the read when a whole line is overwritten"


def write_allocate(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Requested and moved bytes of a loop, and the gain of nontemporal stores."""
    memory = hierarchy(summary, context).memory
    if memory is None:
        return
    for kernel in WRITTEN:
        beyond = [one for one in results_of_one_process(summary, kernel) if memory.holds(one.x)]
        tuned = {one.x: one.cell for one in beyond if one.curve == TUNED}
        past = {one.x: one.cell for one in beyond if one.curve == NONTEMPORAL}
        cell, other = middle([*tuned.values()]), middle([*past.values()])
        if cell is None:
            continue
        requested = units.bandwidth(bytes_per_s(cell))
        sentence = (
            f"In main memory, {pattern_name(kernel)} requests {requested} and moves "
            f"{moved_text(cell)} with write-allocate"
        )
        ratios = (ratio(tuned[x], past[x]) for x in tuned if x in past)
        gain = median_ratio((one for one in ratios if one), summary.confidence)
        if other is not None and gain is not None:
            sentence += (
                f"; with nontemporal stores it requests and moves "
                f"{units.bandwidth(bytes_per_s(other))}, {interval_text(gain)} as fast"
            )
        yield Finding("Bytes moved", f"{sentence}.", BASIS, naming.anchor(kernel))
