# SPDX-License-Identifier: BSD-3-Clause
"""Why a job ended, as a sentence and a status, from the launcher's status and the ranks' records.

The records decide first, the launcher's status second. If a rank exits early, the launcher
kills the other ranks, and MPICH's launcher returns that signal or the rank's status, whichever
comes first.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from strobe.base import units
from strobe.coscheduling import call_sites
from strobe.coscheduling.last_calls import LastCall
from strobe.launch.launchers import Launcher
from strobe.launch.signals import name_of_stop, signal_name
from strobe.machine.memory_kills import MemoryKills
from strobe.records.job_record import (
    REPORTED_BY_RANK,
    RUNNING,
    SIGNAL,
    CallSite,
    Job,
    RankRecord,
)

SIGNALLED = 128
LAUNCHER_GAVE_UP = 255
MOST_NAMED = 5
# Signals that do not end a process by default; and 1 and 5, which as bare numbers are more often a
# status that a program chose (`_exit(1)`) than a hangup or a trap.
NOT_FATAL = {signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH,
                        signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU,
                        signal.SIGHUP, signal.SIGTRAP}  # fmt: skip
BARE = frozenset(signal.Signals) - NOT_FATAL
# The sentence of a rank that waits for a rank that has exited (src/bcs/mpi/process.cpp).
_MISSED = re.compile(r"rank (\d+) ended before MPI_Finalize \(")
# Signals that a program causes itself: no launcher ends the other ranks with them.
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT}
# As the record of a rank names the signal that ended it (src/bcs/mpi/record.cpp).
_SIGNALLED = re.compile(r"rank \d+ was killed by signal (\d+)((?: in MPI_\w+| outside of MPI)?)")


@dataclass(frozen=True)
class JobEnd:
    """How a job ended: the launcher's status, as a shell reports it.

    `stopped_by` is the signal that asked this process to end the job; `killed_by` is the signal
    that ended the launcher itself. `deaths` has the ranks that ended, as far as that was seen, the
    first one first. `last_calls` has the last call of MPI of each rank that was seen, and
    `memory_kills` what the kernel of this host killed meanwhile for lack of memory. The job was
    ended because of the processes of ranks in `unserved`, which lack the runtime.
    """

    status: int
    elapsed_s: float
    begin_utc: str
    load_before: list[float]
    stopped_by: int | None = None
    killed_by: int | None = None
    sentence: str = ""
    deaths: Sequence[int] = ()
    last_calls: Mapping[int, LastCall] = field(default_factory=dict)
    memory_kills: MemoryKills = field(default_factory=MemoryKills)
    unserved: Mapping[int, int] = field(default_factory=dict)

    def first_of(self, ranks: Iterable[int]) -> list[int]:
        """Which of these ended first, alone in a list; none if that is unknown."""
        wanted = {*ranks}
        return [rank for rank in self.deaths if rank in wanted][:1]

    @property
    def was_stopped(self) -> bool:
        """Whether the user stopped the job."""
        return self.stopped_by is not None and bool(self.sentence)


def diagnose(ended: JobEnd, job: Job | None, launcher: Launcher) -> JobEnd:
    """The end with its reason: why a rank did not reach MPI_Finalize, and the status for that.

    Without records nothing is known about the ranks, and the status is the launcher's.
    """
    unfinished = job.unfinished if job is not None else []
    if ended.stopped_by is not None:
        chose_its_end = ended.status == 0 and job is not None and not unfinished
        return ended if chose_its_end else _stopped(ended, ended.stopped_by)
    if ended.killed_by is not None:
        return replace(ended, sentence=f"the launcher was killed by {signal_name(ended.killed_by)}")
    if job is None or not unfinished:
        return ended
    if (rank := job.early_exit) is not None:
        sentence = "" if rank.end in REPORTED_BY_RANK else _told(rank, job)
        return replace(ended, status=rank.exit_status or ended.status or 1, sentence=sentence)
    if any(_explains_itself(rank) for rank in job.ranks):
        return replace(ended, status=ended.status or 1)
    return _unexplained(ended, job, launcher)


def _told(rank: RankRecord, job: Job) -> str:
    """The sentence of a rank that called MPI_Abort or exit, with its host and the line."""
    sentence = rank.sentence.replace(f"rank {rank.rank} ", f"{_name(job, rank.rank)} ", 1)
    place = call_sites.name(rank.ended_at, call_sites.lines([rank.ended_at], job))
    if not place:
        return sentence
    return f"{sentence} ({place})" if rank.end == "abort" else f"{sentence}; it ended at {place}"


def _stopped(ended: JobEnd, number: int) -> JobEnd:
    return replace(ended, status=SIGNALLED + number, sentence=f"stopped by {name_of_stop(number)}")


def _unexplained(ended: JobEnd, job: Job, launcher: Launcher) -> JobEnd:
    """The end of a job in which no rank recorded why it did not reach MPI_Finalize."""
    if starved := _killed_for_memory(ended, job):
        return _killed(ended, job, starved, signal.SIGKILL)
    signalled = _signalled(job)
    crash = next((number for number in signalled.values() if number in CRASHES), None)
    number = crash or _signal(ended.status, launcher) or next(iter(signalled.values()), None)
    if number is None or number in signalled.values():
        for rank in _lost_elsewhere(ended, job, signalled):
            sentence = f"{_name(job, rank)} was killed{_where(ended, job, rank)}, probably by "
            sentence += signal_name(signal.SIGKILL) + _of_memory(ended, job, [rank])
            return replace(ended, status=SIGNALLED + signal.SIGKILL, sentence=sentence)
    gone = [rank for rank in signalled if signalled[rank] == number]
    # Ranks that another signal ended were ended by the launcher.
    gone = gone or [rank for rank in job.unfinished if rank not in signalled] or job.unfinished
    if number is not None:
        return _killed(ended, job, gone, number)
    if ended.status == LAUNCHER_GAVE_UP:
        # MPICH's launcher returns no status for a rank that dies on another host.
        sentence = (
            f"the launcher gave up before {len(job.unfinished)} of {job.size} ranks reached "
            "MPI_Finalize; its message names the process that died and its host"
        )
        return replace(ended, sentence=sentence)
    gone = _narrowed(gone, ended, job)
    sentence = f"{rank_list(gone)} ended without MPI_Finalize, which every rank has to call"
    return replace(ended, status=ended.status or 1, sentence=sentence)


def _killed(ended: JobEnd, job: Job, ranks: list[int], number: int) -> JobEnd:
    """The end of a job in which a signal killed one of these ranks."""
    gone = _narrowed(ranks, ended, job)
    who = _name(job, gone[0]) if len(gone) == 1 else "a rank"
    sentence = f"{who} was killed by {signal_name(number)}"
    if len(gone) == 1:
        sentence += _where(ended, job, gone[0])
    if number == signal.SIGKILL:
        sentence += _of_memory(ended, job, gone)
    return replace(ended, status=SIGNALLED + number, sentence=sentence)


def _narrowed(ranks: list[int], ended: JobEnd, job: Job) -> list[int]:
    """Which of these ended first, since a launcher may end the others by the same signal; all of
    them if that is unknown."""
    if len(ranks) == 1:
        return ranks
    return _first_of(ranks, ended, job) or _found_gone(job) or ranks


def _signal(status: int, launcher: Launcher) -> int | None:
    """The signal that a launcher's status stands for; MPICH's and Intel's give its bare number."""
    if SIGNALLED < status <= SIGNALLED + signal.SIGRTMAX:
        return status - SIGNALLED
    return status if launcher.gives_bare_signals and status in BARE else None


def _signalled(job: Job) -> dict[int, int]:
    """Ranks whose records name the signal that ended them: the first rank, and those that the
    launcher ended afterwards."""
    found = {rank.rank: _SIGNALLED.match(rank.sentence) for rank in job.ranks}
    return {rank: int(match[1]) for rank, match in found.items() if match is not None}


def _first_of(ranks: list[int], ended: JobEnd, job: Job) -> list[int]:
    """Which of these ended first, alone in a list; none if that is unknown. On several hosts the
    order is known only where it was seen of all."""
    is_here = not job.missing and len(_hosts(job)) == 1
    return ended.first_of(ranks) if is_here or {*job.unfinished} <= {*ended.deaths} else []


def _lost_elsewhere(ended: JobEnd, job: Job, signalled: Mapping[int, int]) -> list[int]:
    """The rank of a job on several hosts that ended first and wrote no reason, alone in a list.

    The MPI of a rank on another host may crash then, and the launcher tells only that.
    """
    first = _first_of(job.unfinished, ended, job) if len(_hosts(job)) > 1 else []
    return [rank for rank in first if rank not in signalled]


def _hosts(job: Job) -> set[str]:
    return {rank.host for rank in job.ranks}


def _name(job: Job, rank: int) -> str:
    """The rank, with its host where the job has several."""
    host = next((record.host for record in job.ranks if record.rank == rank), "")
    return f"rank {rank} on {host}" if host and len(_hosts(job)) > 1 else f"rank {rank}"


def _where(ended: JobEnd, job: Job, rank: int) -> str:
    """What the rank did when a signal ended it, as its record says, or the call that it had noted;
    empty where neither is known."""
    for record in job.ranks:
        found = _SIGNALLED.match(record.sentence) if record.rank == rank else None
        if found is not None:
            return _with_place(found[2], record.ended_at, job)
    if (call := ended.last_calls.get(rank)) is None:
        return ""
    return _with_place(f" {'in' if call.is_inside else 'after'} {call.function}", call.site, job)


def _with_place(what: str, site: CallSite, job: Job) -> str:
    place = call_sites.name(site, call_sites.lines([site], job))
    return f"{what} ({place})" if what and place else what


def _killed_for_memory(ended: JobEnd, job: Job) -> list[int]:
    """Ranks on this host that the kernel killed for lack of memory, by its log."""
    killed = ended.memory_kills.in_group | ended.memory_kills.in_host
    here = os.uname().nodename
    return [rank.rank for rank in job.ranks if rank.host == here and rank.pid in killed]


def _of_memory(ended: JobEnd, job: Job, gone: list[int]) -> str:
    """Whether the kernel has killed these ranks for lack of memory, or may have."""
    kills = ended.memory_kills
    if {*gone} <= {*_killed_for_memory(ended, job)}:
        pids = {rank.pid for rank in job.ranks if rank.rank in gone}
        limit = "its control group (cgroup)" if pids & kills.in_group else "this host"
        return f"; it ran out of memory, at the limit of {limit}"
    for count, place in ((kills.count_of_group, "in the control group (cgroup) of this job"),
                         (kills.count_of_host, "on this host")):  # fmt: skip
        if count:
            killed = units.plural(count, "process", "processes")
            return f"; memory ran out {place}, and the kernel killed {killed}"
    if len(gone) != 1 or len(_hosts(job)) == 1:
        return ""
    return "; if memory ran out there, the kernel's log (dmesg) says so"


def _found_gone(job: Job) -> list[int]:
    """Ranks that other ranks found to have exited."""
    return sorted({int(found[1]) for rank in job.ranks if (found := _MISSED.match(rank.sentence))})


def _explains_itself(rank: RankRecord) -> bool:
    """Whether the record gives a reason other than a signal or the exit of another rank."""
    ends_by_itself = rank.end not in (RUNNING, SIGNAL)
    return bool(rank.sentence) and ends_by_itself and not _MISSED.match(rank.sentence)


def rank_list(ranks: list[int]) -> str:
    """Ranks as text: `rank 1`, `ranks 0 and 3`, `ranks 0, 1 and others`."""
    numbers = [str(rank) for rank in ranks[:MOST_NAMED]]
    if len(ranks) > MOST_NAMED:
        return f"ranks {', '.join(numbers)} and others"
    return f"rank{'s' if len(ranks) > 1 else ''} {units.listed(numbers)}"
