# SPDX-License-Identifier: BSD-3-Clause
"""Message races in logs that are made up: what is a race, and what a program may do all the same.

tests/correctness/message_race has programs.
"""

from __future__ import annotations

import msgspec
import pytest
from synthetic_order import COMMUNICATOR, Log

from strobe.coscheduling.message_races import Race, message_races
from strobe.records.order_log import ANY, Kind

OTHER = COMMUNICATOR + 1
ALIKE = 1


def receive_from_any(
    log: Log, source: int, place: int, *, is_unseen: bool = True, tag: int = 5, contents: int = 0
) -> None:
    """Get the first message of a source, which the receive does not name."""
    log.receive(source, 1, place, is_any=True, is_unseen=is_unseen, tag=tag, contents=contents)


def found(*logs: Log) -> list[Race]:
    return list(message_races([log.events for log in logs]))


def two_senders(**second: int) -> tuple[Log, Log]:
    one, two = Log(), Log()
    one.send(0, 1, place=1)
    two.send(0, 1, place=1, **second)
    return one, two


def test_a_named_receive_of_the_other_message_makes_a_race() -> None:
    root = Log()
    receive_from_any(root, 1, place=1)
    root.receive(2, 1, place=2)
    assert found(root, *two_senders()) == [Race(0, 1, 1, 1, 2, 1, 2)]


def test_messages_with_other_data_race() -> None:
    root = Log()
    receive_from_any(root, 1, place=1, contents=3)
    receive_from_any(root, 2, place=2, contents=9)
    assert [race.other_source for race in found(root, *two_senders())] == [2]


@pytest.mark.parametrize("contents", [(ALIKE, ALIKE), (0, 9), (3, 0)])
def test_messages_with_the_same_or_unknown_data_do_not(contents: tuple[int, int]) -> None:
    root = Log()
    receive_from_any(root, 1, place=1, contents=contents[0])
    receive_from_any(root, 2, place=2, contents=contents[1])
    assert found(root, *two_senders()) == []


def test_a_program_that_looks_at_the_status_can_tell_messages_apart() -> None:
    root = Log()
    receive_from_any(root, 1, place=1, is_unseen=False)
    root.receive(2, 1, place=2)
    assert found(root, *two_senders()) == []


@pytest.mark.parametrize("second", [{"tag": 6}, {"context": OTHER}])
def test_a_message_that_does_not_fit_does_not_race(second: dict[str, int]) -> None:
    root = Log()
    receive_from_any(root, 1, place=1)
    root.receive(2, 1, place=2, tag=second.get("tag", 5))
    assert found(root, *two_senders(**second)) == []


def test_a_receive_of_any_tag_can_get_each_message() -> None:
    root = Log()
    receive_from_any(root, 1, place=1, tag=ANY)
    root.receive(2, 1, place=2, tag=6)
    assert len(found(root, *two_senders(tag=6))) == 1


def test_a_message_that_answers_the_first_one_does_not_race() -> None:
    root, one, two = Log(), Log(), Log()
    one.send(0, 1, place=1)
    receive_from_any(root, 1, place=1)
    root.send(2, 1, place=2)
    two.receive(0, 1, place=1)
    two.send(0, 1, place=2)
    root.receive(2, 1, place=3)
    assert found(root, one, two) == []


def test_messages_of_one_sender_do_not_race() -> None:
    root, one = Log(), Log()
    one.send(0, 1, place=1)
    one.send(0, 2, place=2)
    receive_from_any(root, 1, place=1)
    root.receive(1, 2, place=2)
    assert found(root, one) == []


def test_only_the_first_message_of_a_sender_is_possible() -> None:
    root, one, two = Log(), Log(), Log()
    one.send(0, 1, place=1)
    two.send(0, 1, place=1)
    two.send(0, 2, place=2)
    receive_from_any(root, 1, place=1)
    root.receive(2, 1, place=2)
    root.receive(2, 2, place=3)
    assert [race.other_receive for race in found(root, one, two)] == [2]


def test_a_receive_that_was_posted_before_has_its_message() -> None:
    root = Log()
    early = root.add(Kind.RECEIVE_BEGINS, of=1, peer=2, tag=5, context=COMMUNICATOR)
    receive_from_any(root, 1, place=2)
    root.add(Kind.RECEIVE_ENDS, of=early, peer=2, number=1)
    assert found(root, *two_senders()) == []


@pytest.mark.parametrize("needs_its_receive", [True, False])
def test_a_send_that_waits_for_its_receive_orders_the_next_one(needs_its_receive: bool) -> None:
    root, one, two = Log(), Log(), Log()
    receive_from_any(root, 1, place=1)
    root.receive(2, 1, place=2, tag=6)
    root.receive(2, 2, place=3)
    one.send(0, 1)
    begin = two.add(Kind.SEND_BEGINS, 1, 0, 1, tag=6)
    two.events[begin] = msgspec.structs.replace(two.events[begin], members=int(needs_its_receive))
    two.add(Kind.SEND_ENDS, begin)
    two.send(0, 2)
    assert len(found(root, one, two)) == (0 if needs_its_receive else 1)


@pytest.mark.parametrize(
    ("of_root", "of_sender", "races"), [((9, 1), (9, 1), 0), ((9, 1), (9, 2), 1),
                                        ((9, 1), (8, 1), 1), ((0, 0), (0, 0), 0),
                                        ((9, 1), (0, 0), 1), ((0, 0), (9, 1), 1)],
)  # fmt: skip
def test_a_call_of_the_mpi_may_order_what_both_ranks_do(
    of_root: tuple[int, int], of_sender: tuple[int, int], races: int
) -> None:
    """A synchronization tells its members alone, and a wait within the MPI all that wait so."""
    root, one, two = Log(), Log(), Log()
    receive_from_any(root, 1, place=1)
    root.add(Kind.TOLD_OTHERWISE, 0, *of_root)
    root.receive(2, 1, place=2)
    one.send(0, 1)
    two.add(Kind.TOLD_OTHERWISE, 0, *of_sender)
    two.send(0, 1)
    assert len(found(root, one, two)) == races


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_nothing_races_where_ranks_are_told_at_any_time(rank: int) -> None:
    root, *senders = Log(), *two_senders()
    receive_from_any(root, 1, place=1)
    root.receive(2, 1, place=2)
    assert len(found(root, *senders)) == 1
    (root, *senders)[rank].add(Kind.TOLD_OTHERWISE, 0, is_free=True)
    assert found(root, *senders) == []
