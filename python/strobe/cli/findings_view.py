# SPDX-License-Identifier: BSD-3-Clause
"""What --check has found, for a person and for GitHub."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from strobe.coscheduling import findings as finding_list
from strobe.coscheduling.diagnosis import rank_list
from strobe.coscheduling.findings import Finding, Side


def show(findings: Sequence[Finding], *, ended_early: bool = False) -> None:
    """Print each finding that the runtime has not printed itself, and how many there are. That
    there are none says little of a job that ended before MPI_Finalize."""
    for finding in findings:
        if not finding.was_told:
            for line in lines(finding):
                print(line, file=sys.stderr)
    until = " before the job ended early" if ended_early and not findings else ""
    print(f"strobe: --check found {finding_list.count(findings)}{until}", file=sys.stderr)


def lines(finding: Finding) -> list[str]:
    """The finding, its calls, what the standard says, and what to do."""
    others = [rank for rank in finding.ranks if f"rank {rank} " not in finding.sentence]
    more = f" (also on {rank_list(others)})" if others else ""
    said = [f"strobe: {finding.severity}: {finding.sentence}{more}"]
    width = max((len(side.role) for side in finding.sides), default=0)
    said += [f"    {side.role + ':':<{width + 1}} {_call(side)}" for side in finding.sides]
    said.append(f"    {finding.rule} (MPI 4.1, section {finding.section}; {finding.check})")
    said.append(f"    {finding.advice}")
    return said


def _call(side: Side) -> str:
    where = side.where or "at an unknown line"
    return (
        f"{side.function} on rank {side.rank} ({where})"
        if side.function
        else f"{where}, on rank {side.rank}"
    )


def annotate(findings: Sequence[Finding]) -> None:
    """Print GitHub's workflow commands, which show each finding at its line."""
    for finding in findings:
        side = next((side for side in finding.sides if side.line), None)
        place = f" file={_property(side.path)},line={side.line}," if side else " "
        title = _property(f"{finding.check} ({rank_list(finding.ranks)})")
        text = _data(f"{finding.sentence}. {finding.advice}")
        print(f"::{finding.severity}{place}title={title}::{text}", file=sys.stderr)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
