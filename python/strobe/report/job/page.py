# SPDX-License-Identifier: BSD-3-Clause
"""The page of a job: how its ranks computed, communicated and waited."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, Literal

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.coscheduling.summary import (
    POLL_ADVICE,
    WHY_RUNS_DIFFER,
    Line,
    Summary,
    Times,
    summarise,
)
from strobe.records import job_record, slice_log
from strobe.records.job_record import Job
from strobe.report.job.distributions import distribution_drawings
from strobe.report.job.findings import Checked, checked
from strobe.report.job.partners import partner_drawings
from strobe.report.job.slices import slice_drawings, slice_facts
from strobe.report.job.time import time_drawing
from strobe.report.page import naming
from strobe.report.page.html import Entry
from strobe.report.page.output import write_page
from strobe.report.page.table import Row, Table, columns
from strobe.report.page.verdict import Tally, Verdict
from strobe.report.run.page import date

MOST_SENTENCES = 3
MOST_RANKS = 64


def write_job_report(folder: Path) -> Path:
    """Write `folder`/report.html and `folder`/plots/*.svg; returns the page's path.

    Raises StrobeError when the folder holds no record or cannot be written.
    """
    job = job_record.read(folder)
    if not job.ranks:
        raise StrobeError(f"{folder} has no record of a rank: the program never called MPI_Init")
    parts = _parts(job, folder)
    drawings = [*parts["time"], *parts["partners"], *parts["slices"], *parts["distributions"]]
    return write_page(folder, "job.html.j2", drawings, parts)


def _parts(job: Job, folder: Path) -> dict[str, Any]:
    """Everything that the template prints."""
    found = summarise(job)
    time = time_drawing(job)
    partners = partner_drawings(job)
    slices = slice_log.read(job, folder)
    distributions = distribution_drawings(job)
    check = checked(job, folder)
    contents = [_entry(check)] if check is not None else []
    contents += [Entry("time", "Where the time goes")] if time else []
    contents += [Entry("partners", "Communication between ranks")] if partners else []
    contents += [Entry("slices", "Slices")] if slices else []
    contents += [Entry("distributions", "Distributions")] if distributions else []
    contents += [Entry("primitives", "Primitives")] if found.times else []
    contents += [Entry("polling", "Polling")] if found.costly_polls else []
    contents += [Entry("ranks", "Ranks"), Entry("certificate", "Reproducibility")]
    contents += [Entry("reproduce", "How to reproduce this run", apart=True)]
    return {
        "title": _title(job),
        "subtitle": _subtitle(job, found),
        "contents": contents,
        "verdict": _verdict(job, found, check),
        "check": check,
        "time": [time] if time else [],
        "partners": partners,
        "slices": slice_drawings(slices),
        "slice_facts": slice_facts(slices, found.slices),
        "mode": found.mode,
        "distributions": distributions,
        "primitives": _primitives(found.times) if found.times else None,
        "unaccounted": f"{100 * found.times.unaccounted:.4f} %" if found.times else "",
        "polling": _polling(found),
        "ranks": _ranks(found),
        "outside": _outside(found),
        "hash": found.hash,
        "hashes_data": found.hashes_data,
        "unreceived": found.unreceived,
        "commands": _commands(job),
        "facts": _facts(job),
    }


def _title(job: Job) -> str:
    name = Path(job.job.program[0]).name if job.job is not None else "Job"
    return f"{name} on {units.plural(job.size, 'rank')}"


def _subtitle(job: Job, found: Summary) -> str:
    when = [date(job.job.created_utc)] if job.job is not None else []
    hosts = len({rank.host for rank in job.ranks})
    where = job.ranks[0].host if hosts == 1 else units.plural(hosts, "host")
    words = [*when, naming.mpi_name(found.mpi_library), where, f"mode {found.mode}"]
    return " · ".join(filter(None, words))


def _entry(check: Checked) -> Entry:
    level: Literal["", "warn", "bad"] = ""
    if check.shown:
        level = "bad" if check.has_errors else "warn"
    return Entry("findings", "Errors and warnings", level)


def _verdict(job: Job, found: Summary, check: Checked | None) -> Verdict:
    """How the job ended, what --check has found, and whether another run gives the same results."""
    died = job.job.sentence if job.job is not None else ""
    troubles = [*filter(None, [died]), *found.troubles]
    if troubles or found.unfinished:
        level, headline = "bad", "The job did not finish."
        if found.unfinished and not found.troubles:
            ranks = units.listed([str(rank) for rank in found.unfinished[:MOST_SENTENCES]])
            troubles.append(f"Rank {ranks} did not reach MPI_Finalize.")
    elif found.mode in WHY_RUNS_DIFFER:
        headline = f"The job finished. In {found.mode} mode, another run can differ."
        level = "warn"
    elif found.is_repeatable:
        level, headline = "good", "The job finished. Every other run gives the same results."
    else:
        calls = sum(call.count for call in found.outside_guarantee)
        level = "warn"
        outside = units.plural(calls, "call")
        headline = f"The job finished. Another run can differ in the results of {outside}."
    # An error below says the same of a call that failed, once for all ranks.
    with_errors = [] if check is None else check.ranks
    explained = {rank.sentence for rank in job.ranks
                 if rank.rank in with_errors and rank.end == "error"}  # fmt: skip
    sentences = [trouble for trouble in troubles if trouble not in explained][:MOST_SENTENCES]
    if check is not None:
        told = f"--check found {check.headline}."
        if check.has_errors:
            level, headline, sentences = "bad", told, [headline, *sentences]
        else:
            sentences = [told, *sentences]
    return Verdict(level, headline, sentences, _tally(found))  # type: ignore[arg-type]


def _tally(found: Summary) -> list[Tally]:
    tally = [Tally("run time", units.duration(found.run_time_s))]
    times = found.times
    if times is not None and times.run_time_s:
        share = times.communication.total_s / times.run_time_s
        tally.append(Tally("of the time in communication", units.percent(share)))
    traffic = found.traffic
    if traffic is not None and traffic.messages:
        tally.append(Tally("point-to-point messages", units.count(traffic.messages)))
        tally.append(Tally("in point-to-point messages", units.about_size(traffic.message_bytes)))
    if traffic is not None and traffic.collective_calls:
        tally.append(Tally("collective calls", units.count(traffic.collective_calls)))
        if traffic.collective_bytes:
            size = units.about_size(traffic.collective_bytes)
            tally.append(Tally("in collective buffers", size))
    tally.append(Tally("slices", units.count(found.slices)))
    return tally


def _primitives(times: Times) -> Table:
    words, numbers = ["primitive"], ["min", "max", "total", "count", "average", "bytes"]
    lines = [*times.primitives, times.computation, times.communication]
    rows = [Row(_cells(line)) for line in lines]
    note = f"Timed were, {times.sampling}." if times.sampling else ""
    return Table("Primitives (table 5.3)", columns(words, numbers), rows, note)


def _cells(line: Line) -> list[str]:
    return [
        line.name,
        units.duration(line.min_s),
        units.duration(line.max_s),
        units.duration(line.total_s),
        units.count(line.count),
        units.duration(line.average_s),
        units.about_size(line.size_bytes) if line.size_bytes else "",
    ]


def _polling(found: Summary) -> Table | None:
    """The places whose tests and probes cost the program much of its time."""
    if not found.costly_polls:
        return None
    headings = ["calls", "of these waited for a slice", "time", "of the ranks' time"]
    rows = [
        Row([
            poll.function,
            poll.where or units.NOT_HAD,
            units.count(poll.calls),
            units.count(poll.slices),
            units.duration(poll.waited_s),
            units.percent(poll.share),
        ])
        for poll in found.costly_polls
    ]  # fmt: skip
    title = "Tests and probes that waited"
    advice = f"{POLL_ADVICE[0].upper()}{POLL_ADVICE[1:]}."
    return Table(title, columns(["function", "line"], headings), rows, advice)


def _ranks(found: Summary) -> Table:
    """With many ranks, only those that computed least."""
    headings = ["run time", "computation", "communication", "granularity", "overhead"]
    ranks = found.ranks
    title = "Ranks"
    if len(ranks) > MOST_RANKS:
        ranks = sorted(ranks, key=lambda rank: rank.times.computation.total_s if rank.times else 0)
        ranks = ranks[:MOST_RANKS]
        title = f"The {MOST_RANKS} ranks with the least computation"
    rows = []
    for rank in ranks:
        times = rank.times
        numbers = [units.duration(rank.run_time_s), *[units.NOT_HAD] * (len(headings) - 1)]
        if times is not None:
            numbers[1:] = [
                units.duration(times.computation.total_s),
                units.duration(times.communication.total_s),
                units.duration(times.computation.average_s),
                units.duration(times.communication.average_s),
            ]
        kind = "" if rank.end == "finalized" else "bad"
        rows.append(Row([str(rank.rank), rank.host, *numbers, rank.end], kind))  # type: ignore[arg-type]
    return Table(title, columns(["rank", "host"], headings, ["end"]), rows)


def _outside(found: Summary) -> Table | None:
    if not found.outside_guarantee:
        return None
    rows = [
        Row([call.function, units.count(call.count), call.why]) for call in found.outside_guarantee
    ]
    title = "Calls whose results can differ in another run"
    return Table(title, columns(["function"], ["calls"], ["why"]), rows)


def _commands(job: Job) -> list[tuple[str, str]]:
    if job.job is None:
        return []
    return [
        ("Command", shlex.join(job.job.command)),
        ("Command line of the launcher", shlex.join(job.job.launcher)),
    ]


def _facts(job: Job) -> list[tuple[str, str]]:
    first = job.ranks[0]
    found = [("MPI", naming.mpi_name(first.mpi_library)), ("runtime", first.flavour)]
    found += sorted(first.options.items())
    if job.job is not None:
        machine = job.job.machine
        found += [
            ("processor", machine.cpu),
            ("cores", units.count(machine.cores)),
            ("load before", " ".join(f"{load:g}" for load in job.job.load_before)),
            ("load after", " ".join(f"{load:g}" for load in job.job.load_after)),
            ("status", str(job.job.status)),
            ("release", job.job.release),
        ]
    return found
