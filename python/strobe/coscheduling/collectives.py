# SPDX-License-Identifier: BSD-3-Clause
"""The collectives of a recorded job: what each member of a communicator gave to one of them, and
the messages that one may consist of.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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


class _Row(NamedTuple):
    """What of a row of COLLECTIVE (records/call_log.py) says which collective it is."""

    context: int
    gave_bytes: int
    got_bytes: int
    root: int
    members: int
    own: int
    function: int
    order: int
    starts: int

    @property
    def turn(self) -> tuple[int, int]:
        """Collectives match in the order of their calls, and persistent ones in that of their
        initializations, whatever the order in which they are started (MPI 5.0, section 6.13)."""
        return self.order, self.starts


Place = tuple[int, int]
"""A rank of the job, and the number of a row in its log of collectives."""


def together(logs: Sequence[CallLog]) -> dict[Place, Together]:
    """The collectives that all their members have recorded, from each of them.

    Raises StrobeError where members called different numbers of collectives.
    """
    found: dict[Place, Together] = {}
    functions = {log.rank.rank: log.mmds.functions for log in logs}
    for communicator, members in enumerate(_by_communicator(logs)):
        in_order = [sorted(own, key=lambda one: one[1].turn) for own in members]
        if len({len(own) for own in in_order}) > 1:
            raise StrobeError(
                "the ranks called different numbers of collectives: only a finished job has a trace"
            )
        begun = [[row.turn for _, row in own] for own in members]
        is_in_order = all(own == begun[0] for own in begun)
        ranks = [own[0][0][0] for own in members]
        for number, each in enumerate(zip(*in_order, strict=True)):
            calls = [
                Collective(
                    name(functions[rank][row.function]), row.root, row.gave_bytes, row.got_bytes
                )
                for (rank, _), row in each
            ]
            one = Together(ranks, calls, communicator, number, is_in_order)
            found.update((place, one) for place, _ in each)
    return found


def _by_communicator(logs: Sequence[CallLog]) -> Iterator[list[list[tuple[Place, _Row]]]]:
    """For each communicator whose members have all recorded collectives: the rows of each member,
    in the order in which it began them."""
    found: dict[int, dict[int, list[tuple[Place, _Row]]]] = defaultdict(lambda: defaultdict(list))
    for log in logs:
        for number, row in enumerate(map(_Row._make, log.collectives[[*_Row._fields]].tolist())):
            found[row.context][row.own].append(((log.rank.rank, number), row))
    for _, members in sorted(found.items()):
        size = next(iter(members.values()))[0][1].members
        # Both groups of an intercommunicator have members of the same numbers.
        is_one_group = all(len({rank for (rank, _), _ in own}) == 1 for own in members.values())
        if is_one_group and sorted(members) == list(range(size)):
            yield [members[member] for member in range(size)]


@functools.cache
def name(function: str) -> str:
    """Of MPI_Iallgatherv or MPI_Allgatherv_init_c: allgatherv."""
    words = function.removeprefix("MPI_").lower().removesuffix("_c").removesuffix("_init")
    return words.removeprefix("i")
