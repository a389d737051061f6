# SPDX-License-Identifier: BSD-3-Clause
"""Freed sends in logs that are made up: what tells a sender that its message was received.

tests/correctness/request_lifecycle has programs.
"""

from __future__ import annotations

import msgspec
import pytest
from synthetic_order import Log

from strobe.coscheduling.freed_sends import FreedSend, untold_sends
from strobe.records.order_log import Kind

SENT, FREED = 3, 4
"""Places of the call that sends, and of the one that frees its request."""
FOUND = [FreedSend(0, SENT, FREED)]
BROADCAST, REDUCE, NEIGHBOR_ALLGATHER = 1, 11, 17


def sender() -> Log:
    """A rank 0 that frees the request of its first message to rank 1."""
    log = Log()
    begin = log.add(Kind.SEND_BEGINS, SENT, 1, 1)
    log.add(Kind.SEND_FREED, begin, FREED)
    return log


def receiver() -> Log:
    """A rank 1 that has received it."""
    log = Log()
    log.receive(0, 1)
    return log


def found(*logs: Log) -> list[FreedSend]:
    return list(untold_sends([log.events for log in logs]))


def test_a_send_is_found_if_nothing_comes_after_its_receive() -> None:
    assert found(sender(), receiver()) == FOUND


def test_a_message_that_no_rank_received_is_another_error() -> None:
    assert found(sender(), Log()) == []


def test_an_answer_tells_that_the_send_is_complete() -> None:
    one, other = sender(), receiver()
    other.send(0, 1)
    one.receive(1, 1)
    assert found(one, other) == []


def test_an_answer_that_was_sent_before_the_receive_does_not() -> None:
    one, other = sender(), Log()
    other.send(0, 1)
    other.receive(0, 1)
    one.receive(1, 1)
    assert found(one, other) == FOUND


def test_an_answer_that_the_sender_does_not_receive_does_not() -> None:
    one, other = sender(), receiver()
    other.send(0, 1)
    assert found(one, other) == FOUND


@pytest.mark.parametrize("is_informed", [True, False])
def test_another_rank_may_tell_it(is_informed: bool) -> None:
    one, two, three = sender(), receiver(), Log()
    two.send(2, 1)
    if not is_informed:
        three.send(0, 1)
    three.receive(1, 1)
    if is_informed:
        three.send(0, 1)
    one.receive(2, 1)
    assert found(one, two, three) == ([] if is_informed else FOUND)


def test_a_collective_that_has_data_of_the_receiver_tells_it() -> None:
    one, other = sender(), receiver()
    one.collective(1)
    other.collective(1)
    assert found(one, other) == []


@pytest.mark.parametrize(
    ("kind", "root", "is_told"),
    [(BROADCAST, 0, False), (BROADCAST, 1, True), (REDUCE, 0, True), (REDUCE, 1, False),
     (NEIGHBOR_ALLGATHER, 0, True)],
)  # fmt: skip
def test_a_collective_tells_where_its_data_go(kind: int, root: int, is_told: bool) -> None:
    logs = sender(), receiver()
    for log in logs:
        begin = log.add(Kind.COLLECTIVE_BEGINS, 1, 99, 1, kind, context=root)
        log.events[begin] = msgspec.structs.replace(log.events[begin], members=2)
        log.add(Kind.COLLECTIVE_ENDS, begin)
    assert found(*logs) == ([] if is_told else FOUND)


@pytest.mark.parametrize("needs_its_receive", [True, False])
def test_a_later_send_tells_it_if_it_waits_for_its_receive(needs_its_receive: bool) -> None:
    one, other = sender(), receiver()
    begin = one.add(Kind.SEND_BEGINS, 1, 1, 2)
    one.events[begin] = msgspec.structs.replace(one.events[begin], members=int(needs_its_receive))
    one.add(Kind.SEND_ENDS, begin)
    other.receive(0, 2)
    assert found(one, other) == ([] if needs_its_receive else FOUND)


def test_another_send_that_is_freed_tells_nothing() -> None:
    one, other = sender(), receiver()
    begin = one.add(Kind.SEND_BEGINS, SENT, 1, 2)
    one.events[begin] = msgspec.structs.replace(one.events[begin], members=1)
    one.add(Kind.SEND_FREED, begin, FREED)
    one.add(Kind.SEND_ENDS, begin)
    other.receive(0, 2)
    assert found(one, other) == FOUND


@pytest.mark.parametrize(
    ("comes_before", "is_free", "is_told"),
    [(False, False, True), (True, False, False), (True, True, True)],
)
def test_the_mpi_may_tell_it(comes_before: bool, is_free: bool, is_told: bool) -> None:
    """In a call after the receive, or at any time."""
    one, other = sender(), Log()
    if comes_before:
        other.add(Kind.TOLD_OTHERWISE, 0, is_free=is_free)
    other.receive(0, 1)
    if not comes_before:
        other.add(Kind.TOLD_OTHERWISE, 0, is_free=is_free)
    assert found(one, other) == ([] if is_told else FOUND)


def test_all_sends_of_a_call_are_one_finding() -> None:
    one, other = sender(), receiver()
    for number in (2, 3):
        begin = one.add(Kind.SEND_BEGINS, SENT, 1, number)
        one.add(Kind.SEND_FREED, begin, FREED)
        other.receive(0, number)
    assert found(one, other) == FOUND
