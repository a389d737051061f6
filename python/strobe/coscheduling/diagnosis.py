# SPDX-License-Identifier: BSD-3-Clause
"""What the end of a job means, in a sentence and a status. Pure: an end and the ranks' records in.

The records decide first, the launcher's status second: where a rank leaves the others a launcher
kills these, and MPICH's hands on that signal or the rank's status, whichever it hears of first.
"""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass, replace

from strobe.base import units
from strobe.launch.diagnosis import signal_name
from strobe.launch.launchers import Launcher
from strobe.records.job_record import RUNNING, SIGNAL, TOLD, Job, RankRecord

SIGNALLED = 128
GAVE_UP = 255
MOST_NAMED = 5
# Signals that end no process unless it wants so; and 1 and 5, which as bare numbers are more often
# a status that a program chose (`_exit(1)`) than a hangup or a trap.
NOT_TAKEN_FOR_DEATHS = {signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH,
                        signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU,
                        signal.SIGHUP, signal.SIGTRAP}  # fmt: skip
BARE = frozenset(signal.Signals) - NOT_TAKEN_FOR_DEATHS
# As a rank says it that waits for one that is gone (src/bcs/mpi/process.cpp).
_MISSED = re.compile(r"rank (\d+) ended before MPI_Finalize \(")
# Signals that a program brings on itself: no launcher ends the other ranks with them.
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT}
# As the record of a rank names the signal that ended it (src/bcs/mpi/record.cpp).
_SIGNALLED = re.compile(r"rank \d+ was killed by signal (\d+)")


@dataclass(frozen=True)
class Ended:
    """How the launcher ended, as a shell would tell it.

    `stopped_by` is the signal by which this process was asked to end the job; `killed_by` the one
    that ended the launcher itself.
    """

    status: int
    elapsed_s: float
    begin_utc: str
    load_before: list[float]
    stopped_by: int | None = None
    killed_by: int | None = None
    sentence: str = ""

    @property
    def was_stopped(self) -> bool:
        """Whether it is a person who ended it, as its sentence says."""
        return self.stopped_by is not None and bool(self.sentence)


def explain(ended: Ended, job: Job | None, launcher: Launcher) -> Ended:
    """The same, understood: why a rank did not come to MPI_Finalize, and a status that says so.

    Without records nothing is known of any rank, and the status is the launcher's.
    """
    unfinished = job.unfinished if job is not None else []
    if ended.stopped_by is not None:
        chose_its_end = ended.status == 0 and job is not None and not unfinished
        return ended if chose_its_end else _stopped(ended, ended.stopped_by)
    if ended.killed_by is not None:
        return replace(ended, sentence=f"the launcher was killed by {signal_name(ended.killed_by)}")
    if job is None or not unfinished:
        return ended
    if (rank := job.deserter) is not None:
        sentence = "" if rank.end in TOLD else rank.sentence
        return replace(ended, status=rank.exit_status or ended.status or 1, sentence=sentence)
    if any(_tells_its_end(rank) for rank in job.ranks):
        return replace(ended, status=ended.status or 1)
    return _unexplained(ended, job, launcher)


def _stopped(ended: Ended, number: int) -> Ended:
    by = "Ctrl-C" if number == signal.SIGINT else signal_name(number)
    return replace(ended, status=SIGNALLED + number, sentence=f"stopped by {by}")


def _unexplained(ended: Ended, job: Job, launcher: Launcher) -> Ended:
    """The end of a job of whose ranks none has said why it did not come to MPI_Finalize."""
    told = _signalled(job)
    crash = next((number for number in told.values() if number in CRASHES), None)
    number = crash or _signal(ended.status, launcher) or next(iter(told.values()), None)
    gone = [rank for rank in told if told[rank] == number] or _missed(job) or job.unfinished
    if number is not None:
        who = f"rank {gone[0]}" if len(gone) == 1 else "a rank"
        sentence = f"{who} was killed by {signal_name(number)}"
        return replace(ended, status=SIGNALLED + number, sentence=sentence)
    if ended.status == GAVE_UP:
        # Of a rank that dies on another host MPICH's launcher hands on no status.
        sentence = (
            f"the launcher gave up before {len(job.unfinished)} of {job.size} ranks had come to "
            "MPI_Finalize; what it said names the process that died and its host"
        )
        return replace(ended, sentence=sentence)
    sentence = f"{named(gone)} ended without MPI_Finalize, which every rank has to call"
    return replace(ended, status=ended.status or 1, sentence=sentence)


def _signal(status: int, launcher: Launcher) -> int | None:
    """The signal that a launcher's status stands for; MPICH's and Intel's give its bare number."""
    if SIGNALLED < status <= SIGNALLED + signal.SIGRTMAX:
        return status - SIGNALLED
    return status if launcher.gives_bare_signals and status in BARE else None


def _signalled(job: Job) -> dict[int, int]:
    """Ranks whose records name the signal that ended them: the first one, and those that the
    launcher ended afterwards."""
    found = {rank.rank: _SIGNALLED.match(rank.sentence) for rank in job.ranks}
    return {rank: int(match[1]) for rank, match in found.items() if match is not None}


def _missed(job: Job) -> list[int]:
    """Ranks that others found gone."""
    return sorted({int(found[1]) for rank in job.ranks if (found := _MISSED.match(rank.sentence))})


def _tells_its_end(rank: RankRecord) -> bool:
    """Whether the record says how its rank came to its end by itself, rather than by a signal or
    since another is gone."""
    ends_by_itself = rank.end not in (RUNNING, SIGNAL)
    return bool(rank.sentence) and ends_by_itself and not _MISSED.match(rank.sentence)


def named(ranks: list[int]) -> str:
    """Some ranks, the first of many: `rank 1`, `ranks 0 and 3`, `ranks 0, 1 and others`."""
    numbers = [str(rank) for rank in ranks[:MOST_NAMED]]
    if len(ranks) > MOST_NAMED:
        return f"ranks {', '.join(numbers)} and others"
    return f"rank{'s' if len(ranks) > 1 else ''} {units.listed(numbers)}"
