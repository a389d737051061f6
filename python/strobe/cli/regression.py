# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe compare --fail-above` says of two runs: as text, as JSON and as JUnit's XML."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from strobe.base import units
from strobe.gate.regression import Judged, Outcome, Regression
from strobe.records.summary import RegimeSummary

SLOWER = 1
CANNOT_TELL = 3
MOST_LINES = 10
UNKNOWN_FIRST: tuple[Outcome, ...] = ("cannot tell", "slower", "within")
KERNELS = "kernels"
"""The suite of a run that measured single kernels."""


def exit_status(found: Regression, *, require_all: bool) -> int:
    """0 if no cell is slower and enough could be judged, 1 if one is slower, else 3."""
    if found.limit is None:
        return 0
    if found.having("slower"):
        return SLOWER
    unknown = found.having("cannot tell")
    is_enough = not unknown if require_all else bool(found.having("within"))
    return 0 if is_enough else CANNOT_TELL


def text(found: Regression) -> str:
    """The cells that cannot be judged, then the slower ones, then the number of the others."""
    of = units.plural(len(found.cells), "cell")
    named = {
        "cannot tell": _by_reason(found.having("cannot tell")),
        "slower": [f"{c.declared.cell}: {_change(c)}" for c in found.having("slower")],
        "within": [],
    }
    lines = []
    for outcome in UNKNOWN_FIRST:
        count = units.count(len(found.having(outcome)))
        lines.append(f"{_title(outcome, found)}: {count} of {of}")
        lines += [f"  {line}" for line in named[outcome][:MOST_LINES]]
        if len(named[outcome]) > MOST_LINES:
            lines.append(f"  and {len(named[outcome]) - MOST_LINES} more (--json lists all)")
    return "\n".join(lines)


def _by_reason(cells: list[Judged]) -> list[str]:
    """A line for each reason, with the cell or the number of cells."""
    by_reason: dict[str, list[Judged]] = {}
    for cell in cells:
        by_reason.setdefault(cell.reason, []).append(cell)
    return [f"{_named(group)}: {reason}" for reason, group in by_reason.items()]


def _named(cells: list[Judged]) -> str:
    if len(cells) == 1:
        return cells[0].declared.cell
    return units.plural_of(Counter(cell.declared.kernel for cell in cells), "cell")


def conclusion(found: Regression, status: int) -> str:
    """The last line: what the exit status means."""
    slower, within = len(found.having("slower")), len(found.having("within"))
    limit = _percent(found.limit)
    if status == SLOWER:
        are = "is" if slower == 1 else "are"
        return f"failed: {units.plural(slower, 'cell')} {are} slower by more than {limit}"
    of = units.plural(len(found.cells), "cell")
    judged = f"{units.count(within) if within else 'none'} of {of}"
    if status == CANNOT_TELL:
        return (
            f"cannot tell whether the run is slower by more than {limit}: {judged} could be "
            "judged; measure both runs again, with more launches or a larger --budget"
        )
    return f"passed: no cell is slower by more than {limit} ({judged} could be judged)"


def as_json(found: Regression, page: Path, status: int) -> str:
    """Everything, for scripts; times are in seconds."""
    counts = {o.replace(" ", "_"): len(found.having(o)) for o in UNKNOWN_FIRST}
    judged = {
        "fail_above": found.limit,
        "exit_status": status,
        "counts": None if found.limit is None else counts,
        "confidence": found.confidence,
        "page": str(page),
        "cells": [_cell(cell) for cell in found.cells],
    }
    return msgspec.json.format(msgspec.json.encode(judged), indent=2).decode()


def _cell(judged: Judged) -> dict[str, object]:
    c = judged.comparison
    return {
        "cell": judged.declared.cell,
        "kernel": judged.declared.kernel,
        "point": judged.declared.point,
        "ranks": judged.declared.ranks,
        "outcome": judged.outcome,
        "verdict": c.verdict,
        "reason": judged.reason or c.reason,
        "first": _times(judged.first),
        "second": _times(judged.second),
        "ratio": c.ratio,
        "low": c.low,
        "high": c.high,
        "p_adjusted": c.p_adjusted,
        "method": c.method,
        "replicates": c.replicates,
        "n_first": c.n_first,
        "n_second": c.n_second,
    }


def _times(summary: RegimeSummary | None) -> dict[str, float] | None:
    if summary is None:
        return None
    return {"median_s": summary.median_s, "low_s": summary.low_s, "high_s": summary.high_s}


def write_junit(found: Regression, suite: str, path: Path, sides: tuple[Path, Path]) -> None:
    """One test case for each cell; one that cannot be judged is skipped, with the reason."""
    from strobe.export import junit

    cases = [
        junit.Case(
            classname=f"{suite or KERNELS}.{cell.declared.kernel}",
            name=_point(cell),
            failure=_failure(cell, found) if cell.outcome == "slower" else "",
            skipped=f"cannot tell: {cell.reason}" if cell.outcome == "cannot tell" else "",
            output=_measured(cell) if cell.outcome == "within" else "",
        )
        for cell in found.cells
    ]
    about = {
        "baseline": str(sides[0]),
        "run": str(sides[1]),
        "fail-above": _percent(found.limit),
    }
    junit.write(path, "strobe compare", cases, about)


def _point(cell: Judged) -> str:
    """The cell without its kernel, which is the name of the class."""
    kernel = cell.declared.kernel
    return cell.declared.cell.removeprefix(kernel).strip() or kernel


def _failure(cell: Judged, found: Regression) -> str:
    return f"slower by more than {_percent(found.limit)}: {_change(cell)}\n{_measured(cell)}"


def _measured(cell: Judged) -> str:
    """Both medians with their intervals, and the ratio with its own."""
    c = cell.comparison
    lines = []
    sides = (("baseline", cell.first, c.n_first), ("run", cell.second, c.n_second))
    for name, times, n in sides:
        assert times is not None, "a cell that could be judged has both medians"
        bounds = units.interval(times.low_s, times.high_s, units.TIME)
        launches = units.plural(n, "launch", "launches")
        lines.append(f"{name}: {units.duration(times.median_s)} ({bounds}), {launches}")
    assert c.ratio is not None
    assert c.low is not None
    assert c.high is not None
    lines.append(f"ratio: {c.ratio:.4f} ({c.low:.4f} {units.DASH} {c.high:.4f}), {c.method}")
    return "\n".join(lines)


def _change(cell: Judged) -> str:
    c = cell.comparison
    assert cell.first is not None
    assert cell.second is not None
    medians = f"{units.duration(cell.first.median_s)} to {units.duration(cell.second.median_s)}"
    return f"{medians}, {units.change(c.ratio)} ({units.change(c.low)} to {units.change(c.high)})"


def _title(outcome: Outcome, found: Regression) -> str:
    limit = _percent(found.limit)
    return {
        "cannot tell": "cannot tell",
        "slower": f"slower by more than {limit}",
        "within": f"within {limit}",
    }[outcome]


def _percent(limit: float | None) -> str:
    return "" if limit is None else f"{100 * limit:g} %"
