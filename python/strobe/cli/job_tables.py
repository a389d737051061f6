# SPDX-License-Identifier: BSD-3-Clause
"""The summary of a job, as `strobe run --summary` prints it after the program's output."""

from __future__ import annotations

from strobe.base import units
from strobe.cli import tables
from strobe.coscheduling.summary import (
    POLL_ADVICE,
    WHY_RUNS_DIFFER,
    Line,
    PollSummary,
    Summary,
    Times,
)
from strobe.report.page import naming

HEADINGS = ["Primitive", "Min(ms)", "Max(ms)", "Total(ms)", "Count", "Average(ms)"]
MOST_LISTED = 10
NO_HASH = f"{units.NOT_HAD} (not every rank wrote its record to the end)"


def show(summary: Summary, *, per_rank: bool) -> None:
    """Print it to standard error, since standard output is the program's own."""
    if summary.times is not None:
        _show_times(f"The job, {units.plural(summary.size, 'rank')}", summary.times)
    _show_ranks(summary)
    if per_rank:
        for rank in summary.ranks:
            if rank.times is not None:
                _show_times(f"Rank {rank.rank} on {rank.host}", rank.times)
    tables.show_facts(facts(summary), to_errors=True)


def facts(summary: Summary) -> list[tuple[str, str]]:
    """Facts of the job in addition to its times."""
    found = [
        ("run", f"{units.plural(summary.size, 'rank')}, mode {summary.mode}, "
                f"{units.duration(summary.run_time_s)}"),
        ("MPI", naming.mpi_name(summary.mpi_library) or units.NOT_HAD),
    ]  # fmt: skip
    if summary.progress == "thread":
        found.append(("progress", "a thread in each rank"))
    times = summary.times
    if times is not None and times.run_time_s:
        share = times.communication.total_s / times.run_time_s
        found.append(("communication", f"{units.percent(share)} of the ranks' time"))
        found.append(("unaccounted time", f"{100 * times.unaccounted:.4f} % of the run"))
    traffic = summary.traffic
    if traffic is not None:
        found.append(("messages", _counted(traffic.messages, "message", "point-to-point",
                                           traffic.message_bytes)))  # fmt: skip
        found.append(("collectives", _counted(traffic.collective_calls, "call", "of all ranks",
                                              traffic.collective_bytes)))  # fmt: skip
    found.append(("slices", units.count(summary.slices)))
    found.append(
        (
            "hash of decisions and data" if summary.hashes_data else "hash of decisions",
            summary.hash or NO_HASH,
        )
    )
    found.append(("certificate", certificate(summary)))
    outside = [f"{call.function}, {units.plural(call.count, 'call')}: {call.why}"
               for call in summary.outside_guarantee]  # fmt: skip
    found += [("", text) for text in _first(outside, "function")]
    if summary.times and summary.times.sampling:
        found.append(("timed", summary.times.sampling))
    polls = [poll_sentence(poll) for poll in summary.costly_polls]
    found += [("polling", text) for text in _first(polls, "place")]
    found += [("", POLL_ADVICE)] if polls else []
    found += [("unreceived", text) for text in _first(summary.unreceived, "send")]
    if unfinished := [str(rank) for rank in summary.unfinished]:
        ranks = units.listed(unfinished[:MOST_LISTED])
        found += [("unfinished", text) for text in (f"rank {ranks}", *_rest(unfinished, "rank"))]
    found += [("ended by", text) for text in summary.troubles]
    return found


def poll_sentence(poll: PollSummary) -> str:
    """What the tests at one place cost."""
    where = f" ({poll.where})" if poll.where else ""
    return (
        f"{poll.function}{where} took {units.percent(poll.share)} of the ranks' time: "
        f"{units.count(poll.slices)} of {units.plural(poll.calls, 'call')} waited for a slice"
    )


def _counted(count: int, noun: str, which: str, size_bytes: int) -> str:
    amount = f", {units.about_size(size_bytes)}" if size_bytes else ""
    return f"{units.plural(count, noun)} {which}{amount}"


def _first(texts: list[str], what: str) -> list[str]:
    """The first of them, and how many more there are and where."""
    return [*texts[:MOST_LISTED], *_rest(texts, what)]


def _rest(texts: list[str], what: str) -> list[str]:
    more = len(texts) - MOST_LISTED
    return [f"and {units.plural(more, what)} more (--json lists all)"] if more > 0 else []


def certificate(summary: Summary) -> str:
    """What another run reproduces, in a sentence."""
    if summary.hash is None:
        return NO_HASH
    if summary.mode in WHY_RUNS_DIFFER:
        return f"none: in mode {summary.mode}, {WHY_RUNS_DIFFER[summary.mode]}"
    if summary.is_repeatable:
        return "complete: every run gives the same matching, the same sums and this hash"
    calls = units.plural(len(summary.outside_guarantee), "function")
    return (
        "partial: every run gives the same matching, sums and hash, unless the results of "
        f"{calls} differ:"
    )


def _show_times(title: str, times: Times) -> None:
    lines = [*times.primitives, times.computation, times.communication]
    rows = [cells(line) for line in lines]
    tables.show(title, HEADINGS, rows, numbers=len(HEADINGS) - 1, to_errors=True)


def cells(line: Line) -> list[str]:
    """A row of table 5.3, in milliseconds as the paper has it."""

    def ms(time_s: float) -> str:
        return f"{1e3 * time_s:.3f}"

    return [line.name, ms(line.min_s), ms(line.max_s), ms(line.total_s), str(line.count),
            ms(line.average_s)]  # fmt: skip


def _show_ranks(summary: Summary) -> None:
    """One line for each rank, within 80 columns; the host only if hosts differ."""
    hosts = {rank.host for rank in summary.ranks}
    where = ["host"] if len(hosts) > 1 else []
    numbers = ["run time", "comp", "comm", "granularity", "overhead", "unacc."]
    rows = []
    for rank in summary.ranks:
        words = [str(rank.rank), *([rank.host] if where else []), rank.end]
        times = rank.times
        if times is None:
            nothing = [units.NOT_HAD] * (len(numbers) - 1)
            rows.append([*words, units.duration(rank.run_time_s), *nothing])
            continue
        run_time_s = times.run_time_s or 1.0
        rows.append([
            *words,
            units.duration(rank.run_time_s),
            units.percent(times.computation.total_s / run_time_s),
            units.percent(times.communication.total_s / run_time_s),
            units.duration(times.computation.average_s),
            units.duration(times.communication.average_s),
            f"{100 * times.unaccounted:.4f} %",
        ])  # fmt: skip
    headings = ["rank", *where, "end", *numbers]
    tables.show("Ranks", headings, rows, numbers=len(numbers), to_errors=True)
