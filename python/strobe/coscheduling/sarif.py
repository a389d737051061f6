# SPDX-License-Identifier: BSD-3-Clause
"""What --check has found as SARIF 2.1.0 (OASIS, 2020), which editors and code hosts show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from strobe import __version__
from strobe.base import writing
from strobe.coscheduling.check_table import CHECKS
from strobe.coscheduling.findings import Finding, Side

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write(findings: Sequence[Finding], path: Path) -> None:
    """Write the file, whole or not at all. Raises StrobeError when it cannot be written."""
    writing.write(
        path, msgspec.json.format(msgspec.json.encode(report(findings)), indent=2) + b"\n"
    )


def report(findings: Sequence[Finding]) -> dict[str, Any]:
    """The report of one run; each kind of finding in it is a rule."""
    rules = sorted({finding.check for finding in findings})
    driver = {
        "name": "strobe run --check",
        "version": __version__,
        "rules": [_rule(name) for name in rules],
    }
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [_result(one) for one in findings]}],
    }


def _rule(name: str) -> dict[str, Any]:
    check = CHECKS[name]
    return {
        "id": name,
        "shortDescription": {"text": check.title},
        "fullDescription": {"text": f"{check.rule} (MPI 4.1, section {check.section})"},
        "help": {"text": check.advice},
        "properties": {"tags": [check.classified]},
    }


def _result(finding: Finding) -> dict[str, Any]:
    places = [_place(side) for side in finding.sides if side.line]
    return {
        "ruleId": finding.check,
        "level": finding.severity,
        "message": {"text": f"{finding.sentence}. {finding.advice}"},
        "locations": places[:1],
        "relatedLocations": places[1:],
        "properties": {"ranks": finding.ranks},
    }


def _place(side: Side) -> dict[str, Any]:
    # The paths of debug information are those of the compiler's command line.
    path = Path(side.path)
    uri = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": uri},
            "region": {"startLine": side.line},
        },
        "message": {"text": f"{side.role}: {side.function or 'a call of MPI'} on rank {side.rank}"},
    }
