# SPDX-License-Identifier: BSD-3-Clause
"""The turns of the threads of a rank, as the order of a run has them.

The threads of a rank go on one at a time (src/bcs/mpi/thread_choices.hpp). A turn is the part of a
call from its begin, or from where it learns what others have done, to where the next turn of its
thread begins. Two turns of different threads commute unless one of them may decide what the other
one does or gets: both receive or probe for the same messages; both send to one rank on one
communicator; one learns something, and the other one lets others know; or one has a message, and
the other one probes for those of its source, of which the earlier ones must have come. So turns
that commute are tried in one order (Flanagan and Godefroid, "Dynamic partial-order reduction for
model checking software", 2005).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from strobe.coscheduling import happens_before
from strobe.records.order_log import ANY, ANY_SOURCE, Event, Kind, Scope

Choice = tuple[int, int]
"""The rank of a turn, and its number among the operations of its rank that have a choice."""
_LEARNS = {
    Kind.RECEIVE_ENDS, Kind.COLLECTIVE_ENDS, Kind.PROBE_ENDS, Kind.POLL_BEGINS, Kind.POLL_FINDS,
    Kind.ACCESS_ENDS, Kind.SIGNAL_SEEN,
}  # fmt: skip
_ONE_SIDED = {Kind.ACCESS_BEGINS, Kind.LOCK_RELEASED, Kind.SIGNAL, Kind.SIGNAL_SEEN}
_POSTS = {Kind.RECEIVE_BEGINS}
_LOOKS = {Kind.PROBE_ENDS}


class Thread(msgspec.Struct, frozen=True):
    """The thread that goes on: 0 for the one that has initialized MPI, and the others in the order
    in which the program has created them."""

    number: int


class Turn(msgspec.Struct, frozen=True):
    """A turn, with the numbers of its first event and of the one after its last one."""

    choice: Choice
    begin: int
    end: int
    thread: int
    created: int
    """How many threads the program had created."""
    place: int
    begins_call: bool
    """Whether it needs nothing but its thread, and no event elsewhere."""
    sends: frozenset[tuple[int, int]]
    """Destinations and communicators."""
    posts: tuple[tuple[int, int, int], ...]
    """Of receives: the communicator, the tag, and the source that the program names."""
    looks: tuple[tuple[int, int, int], ...]
    """The same of probes."""
    polled: frozenset[int]
    """The sources of nonblocking probes; ANY of all."""
    heard: frozenset[int]
    """The sources of messages that the program has."""
    learns: bool
    tells: bool
    synchronizes: bool
    """It begins a collective, whose order with others matters."""
    is_one_sided: bool
    found_nothing: int | None
    """The place of a poll that found nothing."""

    @property
    def rank(self) -> int:
        """The rank of the thread."""
        return self.choice[0]

    @property
    def answer(self) -> Thread:
        """The thread that went on."""
        return Thread(self.thread)

    @property
    def is_empty(self) -> bool:
        """Whether nothing depends on when it is."""
        return not (self.learns or self.tells or self.posts or self.looks or self.is_one_sided)

    def depends_on(self, other: Turn) -> bool:
        """Whether the order of the two may make a difference."""
        if self.is_empty or other.is_empty:
            return False
        if self.is_one_sided or other.is_one_sided:
            return True
        if (self.learns and other.tells) or (self.tells and other.learns):
            return True
        if (self.synchronizes and other.synchronizes) or self.sends & other.sends:
            return True
        if _is_heard(self.heard, other.polled) or _is_heard(other.heard, self.polled):
            return True
        # MPI_Mprobe takes the message that it finds.
        return _overlap((*self.posts, *self.looks), (*other.posts, *other.looks))


def turn(
    choice: Choice, begin: int, end: int, events: Sequence[Event], *, do_posts_tell: bool
) -> Turn:
    """The turn that begins with an event. `do_posts_tell`: a sender may wait for a receive."""
    first, own = events[begin], events[begin + 1 : end]
    polls = [event for event in own if event.kind == Kind.POLL_BEGINS]
    has_found = any(event.kind == Kind.POLL_FINDS for event in own)
    posts = tuple(_criteria(event) for event in own if event.kind in _POSTS)
    sends = frozenset((one.peer, one.context) for one in own if one.kind == Kind.SEND_BEGINS)
    synchronizes = any(event.kind == Kind.COLLECTIVE_BEGINS for event in own)
    probes = [event for event in polls if event.members == Scope.PROBE]
    return Turn(
        choice=choice,
        begin=begin,
        end=end,
        thread=first.peer,
        created=first.number,
        place=first.of,
        begins_call=first.is_free,
        sends=sends,
        posts=posts,
        looks=tuple(
            _criteria(event) for event in own if event.kind in _LOOKS or event in probes
        ),
        polled=frozenset(_criteria(event)[2] for event in probes),
        heard=frozenset(event.peer for event in own if happens_before.tells_of_message(event)),
        learns=any(
            event.kind in _LEARNS
            or (event.kind == Kind.SEND_ENDS and events[event.of].members != 0)
            for event in own
        ),
        tells=bool(sends) or synchronizes or (bool(posts) and do_posts_tell),
        synchronizes=synchronizes,
        is_one_sided=any(event.kind in _ONE_SIDED for event in own),
        found_nothing=polls[-1].of if polls and not has_found else None,
    )  # fmt: skip


def pending_probe(begin: Event, thread: int) -> Turn:
    """The end of a blocking probe that is still to come at the end of the order."""
    return Turn(
        choice=(-1, -1),
        begin=-1,
        end=-1,
        thread=thread,
        created=thread,
        place=begin.of,
        begins_call=False,
        sends=frozenset(),
        posts=(),
        looks=(_criteria(begin),),
        polled=frozenset(),
        heard=frozenset(),
        learns=True,
        tells=False,
        synchronizes=False,
        is_one_sided=False,
        found_nothing=None,
    )


def _criteria(event: Event) -> tuple[int, int, int]:
    # The source is that which was chosen, where the program names none.
    is_any = event.is_free and event.kind in {*_POSTS, Kind.PROBE_BEGINS}
    is_any = is_any or event.peer == ANY_SOURCE or event.kind == Kind.PROBE_ENDS
    return event.context, event.tag, ANY if is_any else event.peer


def _is_heard(heard: frozenset[int], polled: frozenset[int]) -> bool:
    return bool(heard & polled) or bool(heard and ANY in polled)


def _overlap(ones: Sequence[tuple[int, int, int]], others: Sequence[tuple[int, int, int]]) -> bool:
    return any(
        one[0] == other[0]
        and (one[1] == other[1] or ANY in (one[1], other[1]))
        and (one[2] == other[2] or ANY in (one[2], other[2]))
        for one in ones for other in others
    )  # fmt: skip


class Overtaking(msgspec.Struct, frozen=True):
    """Another thread goes on in the place of a turn. `waited` is how often it has polled in vain
    since the thread of that turn could go on."""

    turn: Turn
    thread: int
    waited: int


def overtakings(turns: Sequence[Turn], pending: Sequence[Turn]) -> Iterator[Overtaking]:
    """The other orders of the turns of a rank that may make a difference: before a turn goes a
    thread that has a later one which depends on it, or one that may have to go before that. What is
    pending has never come, and might have come earlier."""
    for at, one in enumerate(turns):
        others = {
            later.thread
            for later in _up_to_last(one, [*turns[at + 1 :], *pending])
            if later.thread != one.thread and later.thread <= one.created
        }
        for thread in sorted(others):
            yield Overtaking(one, thread, _waited(turns, at, thread))


def _up_to_last(one: Turn, later: Sequence[Turn]) -> Sequence[Turn]:
    """The turns up to the last one of another thread that depends on this."""
    dependent = [
        number for number, other in enumerate(later)
        if other.thread != one.thread and one.depends_on(other)
    ]  # fmt: skip
    return later[: dependent[-1] + 1] if dependent else []


def _waited(turns: Sequence[Turn], at: int, thread: int) -> int:
    place = next((one.found_nothing for one in turns[at:] if one.thread == thread), None)
    if place is None:
        return 0
    waited = 0
    for one in reversed(turns[:at]):
        if one.thread == turns[at].thread:
            break
        waited += one.thread == thread and one.found_nothing == place
    return waited
