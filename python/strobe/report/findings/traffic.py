# SPDX-License-Identifier: BSD-3-Clause
"""What writing costs beyond the caches: lines that are read to be overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.models import Models
from strobe.gate.cells import Believed
from strobe.records.run import Run
from strobe.report.findings.finding import Finding, of_several, ratio, span
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.memory.streams import TUNED, by_one, bytes_per_s, middle, pattern_name
from strobe.report.memory.traffic import PAST_THE_CACHES, WRITTEN, moved
from strobe.report.page import naming

GROUND = "counted, not seen: a processor may know that it overwrites whole lines, and not read them"


def write_allocate(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """What a loop asks for and what it moves, and what stores past the caches gain."""
    memory = hierarchy(summary, context).memory
    if memory is None:
        return
    for kernel in WRITTEN:
        beyond = [one for one in by_one(summary, kernel) if memory.holds(one.x)]
        tuned = {one.x: one.cell for one in beyond if one.curve == TUNED}
        past = {one.x: one.cell for one in beyond if one.curve == PAST_THE_CACHES}
        cell, other = middle([*tuned.values()]), middle([*past.values()])
        if cell is None:
            continue
        asked = units.bandwidth(bytes_per_s(cell))
        sentence = (
            f"Beyond the caches a {pattern_name(kernel)} asks for {asked} and moves "
            f"{moved(cell)}, if each line that is written is read first"
        )
        ratios = (ratio(tuned[x], past[x]) for x in tuned if x in past)
        gain = of_several((one for one in ratios if one), summary.confidence)
        if other is not None and gain is not None:
            sentence += (
                f"; with stores past the caches it asks for {units.bandwidth(bytes_per_s(other))} "
                f"and moves no more, {span(gain)} as fast"
            )
        yield Finding("Bytes moved", f"{sentence}.", GROUND, naming.anchor(kernel))
