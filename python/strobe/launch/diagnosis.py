# SPDX-License-Identifier: BSD-3-Clause
"""Why a launch ended, in one sentence: from an `Outcome` to a `Diagnosis`, without side effects.

The records decide first, the exit status second, the messages on standard error last: launchers
differ in the status that they return for a killed rank, and in all their messages.
"""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from enum import Enum, auto

from strobe.launch.session import Outcome
from strobe.launch.signals import signal_name

UNWRITABLE = 4


class Kind(Enum):
    """The ways in which a launch ends."""

    COMPLETE = auto()
    INTERRUPTED = auto()
    REFUSED = auto()  # the bench, or the launcher, would not start
    UNWRITABLE = auto()  # the samples file could not be written: a full disk
    HUNG = auto()  # the bench's watchdog ended it, or ours
    CRASHED = auto()  # a rank died


@dataclass(frozen=True)
class Diagnosis:
    """How a launch ended, in a sentence; `reason` is the part for the cell's record."""

    kind: Kind
    sentence: str = ""
    reason: str = ""

    @property
    def can_restart(self) -> bool:
        """Whether a restart may measure the remaining cells."""
        return self.kind in (Kind.HUNG, Kind.CRASHED)


# Messages of loaders and launchers when a launch cannot work, and what they mean.
TRANSLATIONS = (
    (
        # srun may end a rank of Open MPI before it says the first of these.
        r"OMPI was not built with SLURM's PMI support|Invalid MPI type '(?P<what>\w*)'"
        r"|OPAL ERROR: Unreachable in file \w+_client\.c(?s:.*)\nsrun: ",
        "srun cannot connect the ranks: it needs --mpi=pmi2 for MPICH and --mpi=pmix for Open MPI, "
        "each of which its Slurm has to know (srun --mpi=list)",
    ),
    (
        r"error while loading shared libraries: (?P<what>[^:\s]+)",
        "the bench cannot be loaded: {what} was not found where the ranks run; name an MPI that is "
        "installed there with --mpi NAME",
    ),
    (
        r"unsupported PMI version PMIx|PMIX ERROR: NOT-FOUND|no-pmix-but",
        "the launcher and the bench belong to different MPIs, so the ranks cannot connect; name "
        "one MPI for both with --mpi NAME",
    ),
    (
        r"There are not enough slots available",
        "the launcher has too few slots for this number of ranks; use fewer --ranks, or change the "
        "slots with --launcher-args",
    ),
)


# What srun says where Slurm, and no rank, has ended the job or this step of it, or had done so.
_ENDED_BY_SLURM = re.compile(
    r"^srun: (?:Job step aborted"
    r"|error: (?:Slurm job \d+ has expired|Node failure on|.*already completing or completed)"
    r"|Check SLURM_JOB_ID environment variable)",
    re.MULTILINE,
)
_SLURM_REASONS = (
    ("DUE TO TIME LIMIT", "its time limit is reached"),
    ("DUE TO NODE FAILURE|Node failure on", "a node failed"),
    ("DUE TO PREEMPTION", "another job needs its nodes"),
)


# MPICH copies a long message out of its sender's memory. If the sender dies meanwhile, the receiver
# may fail (ESRCH, errno 3) before the launcher notices the death.
_VANISHED = re.compile(r"process_vm_(readv|writev) failed \(errno 3\)")


# Slurm reports a signal by its description alone.
_SIGNALS = {signal.strsignal(number): int(number) for number in signal.Signals}


def diagnose(outcome: Outcome) -> Diagnosis:
    """The diagnosis of an outcome."""
    progress, output = outcome.progress, outcome.output
    is_ended_by_slurm = progress.end is None and _ENDED_BY_SLURM.search(output)
    why = [why for sign, why in _SLURM_REASONS if re.search(sign, output)]
    # Slurm may signal this process before srun has ended, or after that.
    if outcome.interrupted and not (is_ended_by_slurm and why):
        return Diagnosis(Kind.INTERRUPTED, "stopped by a signal; the data measured so far is kept")
    if is_ended_by_slurm:
        reason = f"Slurm has ended the job{': ' if why else ''}{''.join(why[:1])}"
        return Diagnosis(Kind.INTERRUPTED, f"{reason}; the data measured so far is kept", reason)
    if outcome.silent_s is not None:
        reason = f"no record for {outcome.silent_s:.0f} s"
        return Diagnosis(Kind.HUNG, f"{_where(outcome.progress.visiting)} hung: {reason}", reason)
    if progress.end is not None:
        return Diagnosis(Kind.COMPLETE)
    said = _bench_message(output)
    # MPICH's launcher returns the number of a signal, and UNWRITABLE is also that of SIGILL.
    if outcome.status == UNWRITABLE and (said is not None or _signal(output) is None):
        reason = said or "the samples file cannot be written"
        reason = reason.removesuffix("; what was recorded before is kept")
        return Diagnosis(Kind.UNWRITABLE, f"{reason}; the data measured so far is kept")
    if progress.header is None:
        return Diagnosis(Kind.REFUSED, _refusal(outcome))
    if progress.hung is not None:
        return Diagnosis(Kind.HUNG, f"the cell '{progress.hung.cell}' hung: {progress.hung.reason}")
    reason = _death(outcome)
    return Diagnosis(Kind.CRASHED, f"{reason} in {_where(progress.died_in)}", reason)


def _where(cell: str | None) -> str:
    return f"the cell '{cell}'" if cell is not None else "the bench (between two cells)"


def _death(outcome: Outcome) -> str:
    """The process that died, and the reason."""
    number = _signal(outcome.output)
    if number is not None:
        return f"a rank was killed by {signal_name(number)}"
    if outcome.status < 0:  # as subprocess tells that a signal ended the launcher itself
        return f"the launcher was killed by {signal_name(-outcome.status)}"
    if _VANISHED.search(outcome.output):
        return "a rank died while another rank copied from its memory"
    return f"a rank ended with status {outcome.status}"


def _refusal(outcome: Outcome) -> str:
    """Why the launch measured nothing."""
    output = outcome.output
    own = _bench_message(output)
    if own is not None:
        return own
    for pattern, meaning in TRANSLATIONS:
        match = re.search(pattern, output)
        if match is not None:
            return meaning.format(**match.groupdict())
    if _signal(output) is not None or outcome.status < 0:
        return f"{_death(outcome)} before the first measurement"
    words = [line.strip() for line in output.splitlines()[1:] if line.strip(" -=")]
    return (
        f"the launcher ended with status {outcome.status} before the first measurement"
        + (f": {words[-1]}" if words else "")
    )  # fmt: skip


def _bench_message(output: str) -> str | None:
    """The error message of the bench, from whichever rank printed it."""
    match = re.search(r"^strobe-bench: (?:error: )?(.+)$", output, re.MULTILINE)
    return match[1].strip().rstrip(".") if match else None


def _signal(output: str) -> int | None:
    """The signal that killed a rank; every launcher reports it in its own format."""
    match = re.search(r"\bsignal:? (\d+)", output, re.IGNORECASE)
    if match is not None:
        return int(match[1])
    slurm = re.search(r"\btask \d+: (\w+(?: \w+)*)", output)
    return None if slurm is None else _SIGNALS.get(slurm[1])
