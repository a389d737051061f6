# SPDX-License-Identifier: BSD-3-Clause
"""A study as one page of Markdown, and all runs as CSV and JSON."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from strobe.base import units
from strobe.report.page.drawing import write_files
from strobe.simulation.result import offered
from strobe.simulation.study import (
    FIGURES,
    GRAINS,
    IMMEDIATE,
    LARGE,
    MESSAGES_OF_A_STEP,
    MODES,
    PAPER_SLOWDOWN,
    SCALE,
    SLICES,
    SLICES_OF_A_CALL,
    SWEEP_GRAIN_US,
    Extent,
    Run,
    Study,
    check_words,
)

BLOCKING = FIGURES["figure 6.2"][0]
PAPERS_WORDS = {
    "figure 6.1": "The paper: equal run times. A step has the 43.2 ms of computation that the "
    "paper's table 5.3 gives for each exchange of SAGE.",
    "figure 6.2": "The paper: about 30 % slower in all configurations; it does not state the "
    "slice.",
    "figure 6.3": "The paper: equal or slightly faster, because a call only posts a descriptor. In "
    "this simulation a call costs the same in all modes, so no mode can be faster.",
}


def write(study: Study, extent: Extent, folder: Path) -> list[Path]:
    """Write the drawings, the numbers and the page into a folder; the files but the drawings."""
    from strobe.simulation.study_figures import drawings

    folder.mkdir(parents=True, exist_ok=True)
    write_files(folder, drawings(study))
    rows = [_row(study, run) for run in study.runs]
    numbers = folder / "runs.json"
    numbers.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
    table = folder / "runs.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    page = folder / "study.md"
    page.write_text("\n".join(["# Coscheduling in simulation\n", *parts(study, extent)]), "utf-8")
    return [page, table, numbers]


def _row(study: Study, run: Run) -> dict[str, Any]:
    case = msgspec.structs.asdict(run.case)
    del case["more"]
    is_compared = run.case.part != SCALE and run.case.mode != IMMEDIATE
    return {
        **case,
        "processes": run.case.nodes * run.case.ranks_per_node,
        "time_s": run.time_s,
        "slowdown": study.slowdown(run) if is_compared else None,
        "barrier_slice_s": run.barrier_slice_s,
        "slices": run.slices,
        "events": run.events,
        "wall_s": run.wall_s,
        "hash": run.hash,
        "command": run.case.command,
    }


def parts(study: Study, extent: Extent) -> list[str]:
    """The page's parts."""
    text = [
        "The simulated machine is that of section 6: QsNet, up to 32 nodes with two processes "
        "each, and slices of 250 µs. The baseline of all percentages is mode `fast`, in which no "
        "call waits for a slice, as in a conventional MPI.\n"
    ]
    for part in FIGURES:
        runs = study.of(part)
        text += [
            f"## {part.capitalize()}: {runs[0].case.program}\n",
            PAPERS_WORDS[part] + "\n",
            _by_mode(study, runs, "processes", _processes),
        ]
    text += [
        "## Grain of the halo exchange with a reduction\n",
        "Table 5.3 gives 13.2 ms of computation for each reduction of SAGE and 43.2 ms for each "
        "exchange; 3.5 ms is the grain of the sweep.\n",
        _by_mode(study, study.of(GRAINS), "grain", lambda run: f"{run.case.grain_us / 1e3:g} ms"),
        "## Slice length for a slowdown of 30 %\n",
        _where_it_lies(study) + "\n",
        _by_slice(study),
        "## Scale\n",
        "The cost of a slice with a barrier, from its first microstrobe until all nodes have "
        "finished it. The last column divides the cost on the most nodes by the cost that the law "
        "of table 2.1 extrapolates from the fewest nodes.\n",
        _scale(study),
        "## Strict against deterministic\n",
        _large(study.of(LARGE), study),
        "## Section 5.3\n",
        _check(study, extent) + "\n",
        "## Commands\n",
        markdown(
            ["command", "of", "run time", "events"],
            [
                [f"`{run.case.command}`", run.case.part, units.duration(run.time_s),
                 units.count(run.events)]
                for run in study.runs
            ],
        ),
    ]  # fmt: skip
    return text


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its first column is to the left."""
    rule = ["---:" if index else "---" for index in range(len(header))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rule, *rows)) + "\n"


def _processes(run: Run) -> str:
    return units.count(run.case.nodes * run.case.ranks_per_node)


def _by_mode(study: Study, runs: Sequence[Run], title: str, of: Callable[[Run], str]) -> str:
    by_row: dict[str, list[str]] = defaultdict(list)
    for run in runs:
        cell = units.duration(run.time_s)
        if run.case.mode != IMMEDIATE:
            cell += f" ({units.change(1 + study.slowdown(run))})"
        by_row[of(run)].append(cell)
    return markdown([title, *MODES], [[name, *cells] for name, cells in by_row.items()])


def expected(slice_us: float) -> float:
    """The paper's model of its blocking sweep: 1.5 slices for each of four messages."""
    return MESSAGES_OF_A_STEP * SLICES_OF_A_CALL * slice_us / SWEEP_GRAIN_US


def _strict(study: Study, program: str) -> list[Run]:
    runs = study.of(SLICES)
    return [r for r in runs if r.case.program == program and r.case.mode != IMMEDIATE]


def _where_it_lies(study: Study) -> str:
    points = [(run.case.slice_us, study.slowdown(run)) for run in _strict(study, BLOCKING)]
    crossed = [
        f"{x + (PAPER_SLOWDOWN - y) / (next_y - y) * (next_x - x):.0f} µs"
        for (x, y), (next_x, next_y) in pairwise(points)
        if (y - PAPER_SLOWDOWN) * (next_y - PAPER_SLOWDOWN) <= 0 and y != next_y
    ]
    by_paper_us = PAPER_SLOWDOWN / expected(1.0)
    found = f"at slices of {units.listed(crossed)}" if crossed else "at none of these slices"
    return (
        f"The blocking sweep is {units.percent(PAPER_SLOWDOWN)} slower {found}. The paper's model "
        f"({SLICES_OF_A_CALL:g} slices for each of {MESSAGES_OF_A_STEP} blocking messages in a "
        f"step of {SWEEP_GRAIN_US / 1e3:g} ms) predicts this slowdown at {by_paper_us:.0f} µs."
    )


def _by_slice(study: Study) -> str:
    programs = [program for program, _ in FIGURES.values()]
    columns = [[units.change(1 + study.slowdown(r)) for r in _strict(study, p)] for p in programs]
    slices_us = [run.case.slice_us for run in _strict(study, BLOCKING)]
    rows = [
        [f"{slice_us:g} µs", *cells, units.change(1 + expected(slice_us))]
        for slice_us, *cells in zip(slices_us, *columns, strict=True)
    ]
    return markdown(["slice", *programs, "the paper's model"], rows)


def _scale(study: Study) -> str:
    laws = {n.name: "log n" if n.compare_per_level_s else "constant" for n in offered().networks}
    by_network: dict[str, dict[int, float]] = defaultdict(dict)
    for run in study.of(SCALE):
        if run.barrier_slice_s is not None:
            by_network[run.case.network][run.case.nodes] = run.barrier_slice_s
    counts = sorted(next(iter(by_network.values())))
    rows = []
    for name, costs_s in by_network.items():
        fewest, most = counts[0], counts[-1]
        grows = (most.bit_length() - 1) / (fewest.bit_length() - 1)
        law_s = costs_s[fewest] * (grows if laws[name] == "log n" else 1.0)
        cells = [units.duration(costs_s[nodes]) for nodes in counts]
        rows.append([name, laws[name], *cells, f"{costs_s[most] / law_s:.3f}"])
    return markdown(["network", "law", *map(units.count, counts), "cost over law"], rows)


def _large(runs: Sequence[Run], study: Study) -> str:
    rows = [
        [
            f"{run.case.program}, {run.case.mode}",
            units.duration(run.time_s),
            units.change(1 + study.slowdown(run)) if run.case.mode != IMMEDIATE else "",
            units.count(run.slices),
            units.count(run.events),
            f"`{run.hash}`",
        ]
        for run in runs
    ]
    heads = [f"{units.count(runs[0].case.nodes)} nodes", "run time", "slower", "slices", "events"]
    return markdown([*heads, "decisions"], rows)


def _check(study: Study, extent: Extent) -> str:
    found = study.check
    if found is None or not found.emds.globals:
        return "Not run."
    at = [local.slice for local in found.emds.locals if local.ncollmsm]
    apart = sorted({later - earlier for earlier, later in pairwise(at)})
    lengths_s = [g.getts_s for g in found.emds.globals if g.slice > 0]
    return (
        f"`strobe simulate {' '.join(check_words(extent))}`: slices "
        f"{found.emds.globals[0].slice:,} to {found.emds.globals[-1].slice:,} lasted "
        f"{units.duration(min(lengths_s))} to {units.duration(max(lengths_s))}, and a barrier was "
        f"scheduled every {units.listed([str(n) for n in apart])} slices (the paper: 250 to "
        f"270 µs, every nine)."
    )
