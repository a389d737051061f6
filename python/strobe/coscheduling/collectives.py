# SPDX-License-Identifier: BSD-3-Clause
"""The collectives of a recorded job: what each member of a communicator gave to one of them, and
the messages that one may consist of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from strobe.base.errors import StrobeError
from strobe.records.call_log import CallLog


@dataclass(frozen=True)
class Collective:
    """One collective, from one of its members."""

    name: str
    """As `allgatherv`, also of MPI_Iallgatherv, and of MPI_Allgatherv_init_c."""
    root: int
    gave: int
    got: int


Calls = list[Collective]
"""The same collective as each rank called it, by rank."""


class Message(NamedTuple):
    """One message of a step: the other member, and its size."""

    member: int
    size_bytes: int


@dataclass(frozen=True)
class Step:
    """Messages of one member of a collective that it begins at once and then waits for."""

    sends: tuple[Message, ...] = ()
    receives: tuple[Message, ...] = ()


Messages = Callable[[str, int, Calls, Sequence[int]], Iterable[Step] | None]
"""The messages of one member of a collective, whose members are these ranks of the job; None for a
collective that it does not know."""


@dataclass(frozen=True)
class Together:
    """One collective of a communicator."""

    ranks: Sequence[int]
    """Its members as ranks of the job, by their ranks in it."""
    calls: Calls
    communicator: int
    """The number of the communicator, from 0."""
    number: int
    """That of the collective in the communicator, from 0. All members have this order."""
    is_begun_in_order: bool
    """Whether all members begin the collectives of the communicator in one order."""


Row = tuple[int, int]
"""A rank of the job, and the row of its log of collectives."""


def together(logs: Sequence[CallLog]) -> dict[Row, Together]:
    """The collectives that all their members have recorded, from each of them.

    Raises StrobeError where members called different numbers of collectives.
    """
    rows: dict[int, dict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    sizes: dict[int, int] = {}
    for log in logs:
        for number, row in enumerate(log.collectives):
            context = int(row["context"])
            sizes[context] = int(row["members"])
            rows[context][int(row["own"])].append((log.rank.rank, number))
    by_rank = {log.rank.rank: log for log in logs}
    found: dict[Row, Together] = {}
    for communicator, (context, members) in enumerate(sorted(rows.items())):
        # Both groups of an intercommunicator have members of the same numbers.
        is_one_rank = all(len({rank for rank, _ in own}) == 1 for own in members.values())
        if not is_one_rank or sorted(members) != list(range(sizes[context])):
            continue
        in_order = [
            sorted(members[member], key=lambda row: _order(by_rank[row[0]], row[1]))
            for member in range(sizes[context])
        ]
        if len({len(own) for own in in_order}) > 1:
            raise StrobeError(
                "the ranks called different numbers of collectives: only a finished job has a trace"
            )
        ranks = [own[0][0] for own in in_order]
        begun = [[_order(by_rank[rank], row) for rank, row in members[member]]
                 for member in range(len(ranks))]  # fmt: skip
        is_in_order = all(own == begun[0] for own in begun)
        for number, each in enumerate(zip(*in_order, strict=True)):
            calls = [_collective(by_rank[rank], row) for rank, row in each]
            one = Together(ranks, calls, communicator, number, is_in_order)
            found.update(dict.fromkeys(each, one))
    return found


def name(function: str) -> str:
    """Of MPI_Iallgatherv or MPI_Allgatherv_init_c: allgatherv."""
    words = function.removeprefix("MPI_").lower().removesuffix("_c").removesuffix("_init")
    return words.removeprefix("i")


def _order(log: CallLog, row: int) -> tuple[int, int]:
    """Collectives match in the order of their calls, and persistent ones in that of their
    initializations, whatever the order in which they are started (MPI 5.0, section 6.13)."""
    at = log.collectives[row]
    return int(at["order"]), int(at["starts"])


def _collective(log: CallLog, row: int) -> Collective:
    at: Any = log.collectives[row]
    function = log.mmds.functions[int(at["function"])]
    return Collective(name(function), int(at["root"]), int(at["gave_bytes"]), int(at["got_bytes"]))
