# SPDX-License-Identifier: BSD-3-Clause
"""What the end of a launch means, in one sentence. Pure: an outcome in, an ending out.

The records decide first, the exit status second, what was said on standard error last: launchers
disagree on the status that they give for a killed rank, and on everything that they say.
"""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from enum import Enum, auto

from strobe.launch.session import Outcome

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
class Ending:
    """How a launch ended, in a sentence; `reason` is its part that the cell's record needs."""

    kind: Kind
    sentence: str = ""
    reason: str = ""

    @property
    def can_go_on(self) -> bool:
        """Whether another start may measure what this one could not."""
        return self.kind in (Kind.HUNG, Kind.CRASHED)


# What loaders and launchers say when a launch cannot work, and what it means.
TRANSLATIONS = (
    (
        r"error while loading shared libraries: (?P<what>[^:\s]+)",
        "the bench cannot be loaded: {what} is not found where the ranks run; build it for an MPI "
        "that is there with --mpi PATH",
    ),
    (
        r"unsupported PMI version PMIx|PMIX ERROR: NOT-FOUND|no-pmix-but",
        "the launcher and the bench belong to different MPIs, so the ranks do not find each other; "
        "name one MPI for both with --mpi PATH",
    ),
    (
        r"There are not enough slots available",
        "the launcher does not grant that many ranks here; ask for fewer with --ranks, or tell it "
        "with --launcher-args",
    ),
)


# MPICH copies a long message out of its sender's memory. Where the sender dies meanwhile, the
# receiver may fail of that (ESRCH, errno 3) before the launcher has seen the death.
_VANISHED = re.compile(r"process_vm_(readv|writev) failed \(errno 3\)")


def explain(outcome: Outcome) -> Ending:
    """The meaning of an outcome."""
    progress, said = outcome.progress, outcome.said
    if outcome.interrupted:
        return Ending(Kind.INTERRUPTED, "stopped by a signal; what was measured is kept")
    if outcome.silent_s is not None:
        reason = f"nothing was recorded for {outcome.silent_s:.0f} s"
        return Ending(Kind.HUNG, f"{_where(outcome.progress.visiting)} hung: {reason}", reason)
    if progress.end is not None:
        return Ending(Kind.COMPLETE)
    if outcome.status == UNWRITABLE:
        reason = _bench_said(said) or "the samples file cannot be written"
        reason = reason.removesuffix("; what was recorded before is kept")
        return Ending(Kind.UNWRITABLE, f"{reason}; what was measured before is kept")
    if progress.header is None:
        return Ending(Kind.REFUSED, _refusal(outcome))
    if progress.hung is not None:
        return Ending(Kind.HUNG, f"the cell '{progress.hung.cell}' hung: {progress.hung.reason}")
    reason = _death(outcome)
    return Ending(Kind.CRASHED, f"{reason} in {_where(progress.died_in)}", reason)


def _where(cell: str | None) -> str:
    return f"the cell '{cell}'" if cell is not None else "the bench, between two cells,"


def _death(outcome: Outcome) -> str:
    """Who died, and of what."""
    number = _signal(outcome.said)
    if number is not None:
        return f"a rank was killed by {signal_name(number)}"
    if outcome.status < 0:  # as subprocess tells that a signal ended the launcher itself
        return f"the launcher was killed by {signal_name(-outcome.status)}"
    if _VANISHED.search(outcome.said):
        return "a rank died while another copied from its memory"
    return f"a rank ended with status {outcome.status}"


def _refusal(outcome: Outcome) -> str:
    """Why nothing was measured."""
    said = outcome.said
    own = _bench_said(said)
    if own is not None:
        return own
    for pattern, meaning in TRANSLATIONS:
        match = re.search(pattern, said)
        if match is not None:
            return meaning.format(**match.groupdict())
    if _signal(said) is not None or outcome.status < 0:
        return f"{_death(outcome)} before anything was measured"
    words = [line.strip() for line in said.splitlines()[1:] if line.strip(" -=")]
    return (
        f"the launcher ended with status {outcome.status} before anything was measured"
        + (f" and said: {words[-1]}" if words else "")
    )  # fmt: skip


def _bench_said(said: str) -> str | None:
    """The bench's own sentence, once, whichever rank said it."""
    match = re.search(r"^strobe-bench: (?:error: )?(.+)$", said, re.MULTILINE)
    return match[1].strip().rstrip(".") if match else None


def _signal(said: str) -> int | None:
    """The signal that killed a rank: every launcher names it, each in its own words."""
    match = re.search(r"\bsignal:? (\d+)", said, re.IGNORECASE)
    if match is not None:
        return int(match[1])
    slurm = re.search(r"task \d+: (Killed|Segmentation fault|Aborted|Bus error)", said)
    names = {"Killed": 9, "Segmentation fault": 11, "Aborted": 6, "Bus error": 7}
    return names[slurm[1]] if slurm is not None else None


def signal_name(number: int) -> str:
    """A signal as a person knows it: `signal 11 (SIGSEGV)`."""
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
