# SPDX-License-Identifier: BSD-3-Clause
"""The computation between the calls of a trace: faster, or as it might have been in another run.

A piece stands between two calls. Pieces of a rank between calls of the same two lines of the
program are of one kind; another run has, in place of each, one of its kind (the bootstrap of Efron,
1979).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from strobe.coscheduling.trace import NO_CALL, Trace
from strobe.predict.platform import FLOPS_PER_S
from strobe.records.call_log import CallLog

Floats = NDArray[np.float64]
COMPUTE = "compute"
MESSAGES = ("send", "isend", "recv", "irecv")
POLL = re.compile("MPI_(Test|Iprobe|Improbe|Request_get_status)")
After = Callable[["Pieces", Floats], Floats]
"""How much longer the calls take that come after pieces of these lengths."""


@dataclass(frozen=True)
class Pieces:
    """Of one rank: its lines, where in them the pieces are, how long each takes, and its kind."""

    lines: tuple[str, ...]
    places: NDArray[np.intp]
    times_s: Floats
    kinds: NDArray[np.intp]
    peers: NDArray[np.intp]
    """With whom the call after each piece passes a message; the rank itself if with nobody."""
    are_collective: NDArray[np.bool_]
    """Whether that call is a collective one."""
    polls: NDArray[np.intp]
    """How many tests and probes since the piece before it waited for a slice of the runtime, the
    call after it included."""

    def written(
        self, speed: float, rng: np.random.Generator | None = None, after: After | None = None
    ) -> list[str]:
        """The lines on a processor that is `speed` times as fast; with `rng`, of another run. The
        pieces are longer by what is `after` them."""
        times_s = (self.times_s if rng is None else self._drawn(rng)) / speed
        if after is not None:
            times_s = times_s + after(self, times_s)
        lines = list(self.lines)
        for place, time_s in zip(self.places, times_s, strict=True):
            rank = lines[place].split(" ", 1)[0]
            lines[place] = f"{rank} {COMPUTE} {time_s * FLOPS_PER_S:.0f}"
        return lines

    def even(self) -> Pieces:
        """The same without noise: each piece takes the mean of the faster half of its kind."""
        times_s = self.times_s.copy()
        for kind in np.unique(self.kinds):
            own = self.kinds == kind
            ordered = np.sort(self.times_s[own])
            times_s[own] = ordered[: -(-ordered.size // 2)].mean()
        return replace(self, times_s=times_s)

    def _drawn(self, rng: np.random.Generator) -> Floats:
        times_s = self.times_s.copy()
        for kind in np.unique(self.kinds):
            own = self.kinds == kind
            times_s[own] = rng.choice(self.times_s[own], int(own.sum()))
        return times_s


@dataclass(frozen=True)
class Calls:
    """What is known of the calls of a rank, by their numbers: the origins of a trace."""

    begin_collectives: NDArray[np.bool_]
    wait_for_slices: NDArray[np.bool_]
    """Which are tests and probes that waited for a slice of the runtime."""


def calls_of(log: CallLog) -> Calls:
    """Those of a log."""
    return Calls(log.begin_collectives(), _waiting_polls(log))


def pieces(trace: Trace, calls: Sequence[Calls]) -> list[Pieces]:
    """Of each rank of a trace, whose rate of computation is FLOPS_PER_S."""
    return [
        _of_rank(*one, trace.rank_beside)
        for one in zip(trace.ranks, trace.sites, trace.origins, calls, strict=True)
    ]


def _of_rank(
    lines: Sequence[str],
    sites: Sequence[int],
    origins: Sequence[int],
    known: Calls,
    rank_beside: Callable[[int], int],
) -> Pieces:
    words = [line.split(" ", 2)[1] for line in lines]
    places = [place for place, word in enumerate(words) if word == COMPUTE]
    calls = list(zip(words, sites, strict=True))
    numbers: dict[tuple[tuple[str, int], tuple[str, int]], int] = defaultdict(lambda: len(numbers))
    kinds = [numbers[calls[place - 1], calls[place + 1]] for place in places]
    times_s = [float(lines[place].split(" ")[2]) / FLOPS_PER_S for place in places]
    peers = [rank_beside(_peer(lines[place + 1])) for place in places]
    after = [origins[place + 1] for place in places]
    is_collective = known.begin_collectives
    are_collective = [call != NO_CALL and bool(is_collective[call]) for call in after]
    # After the last call there is none.
    last = is_collective.size - 1
    reached = np.array([last if call == NO_CALL else call for call in after], np.intp)
    sums = np.concatenate([[0], np.cumsum(known.wait_for_slices)])
    polls = np.diff(sums[reached + 1], prepend=0)
    return Pieces(tuple(lines), np.array(places, dtype=np.intp), np.array(times_s),
                  np.array(kinds, dtype=np.intp), np.array(peers, dtype=np.intp),
                  np.array(are_collective, dtype=np.bool_), polls)  # fmt: skip


def _waiting_polls(log: CallLog) -> NDArray[np.bool_]:
    """For each call, whether it is a test or a probe that waited for a slice: the one at its end is
    a later one than at the end of the call before it."""
    slices = log.calls["slice"].astype(np.int64)
    polls = np.array([POLL.match(name) is not None for name in log.mmds.functions], np.bool_)
    found: NDArray[np.bool_] = (np.diff(slices, prepend=0) > 0) & polls[log.calls["function"]]
    return found


def _peer(line: str) -> int:
    """With which process a line passes a message; the rank itself if with none."""
    own, word, *arguments = line.split(" ")
    if word in MESSAGES:
        return int(arguments[0])
    if word == "wait":
        sender, receiver = int(arguments[0]), int(arguments[1])
        return sender if receiver == int(own) else receiver
    return int(own)
