# SPDX-License-Identifier: BSD-3-Clause
"""Message races in logs that are made up: what is a race, and what a program may do all the same.

tests/correctness/message_race has programs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from strobe.coscheduling.message_races import Race, message_races
from strobe.records.order_log import ANY, Event, Kind

WORLD, OTHER = 7, 8
ALIKE = 1


@dataclass
class Log:
    """The log of a rank; its methods add events, as Checks does (src/bcs/mpi/checks.cpp)."""

    rank: int
    events: list[Event] = field(default_factory=list)
    sent: dict[int, int] = field(default_factory=dict)

    def add(self, kind: Kind, **values: int) -> int:
        known = {"is_free": 0, "members": 0, "of": 0, "peer": 0, "number": 0, "tag": 0}
        values = {**known, "context": 0, **values}
        is_free = bool(values.pop("is_free"))
        self.events.append(Event(kind=kind, is_free=is_free, **values))
        return len(self.events) - 1

    def send(self, to: int, place: int, tag: int = 5, context: int = WORLD) -> None:
        number = self.sent[to] = self.sent.get(to, 0) + 1
        of = self.add(Kind.SEND_BEGINS, of=place, peer=to, number=number, tag=tag, context=context)
        self.add(Kind.SEND_ENDS, of=of)

    def receive(
        self,
        got: tuple[int, int],
        place: int,
        *,
        is_from_any: bool = True,
        is_seen: bool = False,
        tag: int = 5,
        contents: int = 0,
        context: int = WORLD,
    ) -> None:
        """Get a message, by source and number."""
        source, number = got
        begin = self.add(
            Kind.RECEIVE_BEGINS, is_free=is_from_any, of=place, tag=tag, context=context
        )
        if is_from_any and not is_seen:
            self.add(Kind.STATUS_UNSEEN, of=begin)
        self.add(Kind.RECEIVE_ENDS, of=begin, peer=source, number=number, context=contents)


def found(*logs: Log) -> list[Race]:
    return list(message_races([log.events for log in logs]))


def two_senders(**second: int) -> tuple[Log, Log]:
    one, two = Log(1), Log(2)
    one.send(0, place=1)
    two.send(0, place=1, **second)
    return one, two


def test_a_named_receive_of_the_other_message_makes_a_race() -> None:
    root = Log(0)
    root.receive((1, 1), place=1)
    root.receive((2, 1), place=2, is_from_any=False)
    assert found(root, *two_senders()) == [Race(0, 1, 1, 1, 2, 1, 2)]


def test_messages_with_other_data_race() -> None:
    root = Log(0)
    root.receive((1, 1), place=1, contents=3)
    root.receive((2, 1), place=2, contents=9)
    assert [race.other_source for race in found(root, *two_senders())] == [2]


@pytest.mark.parametrize("contents", [(ALIKE, ALIKE), (0, 9), (3, 0)])
def test_messages_with_the_same_or_unknown_data_do_not(contents: tuple[int, int]) -> None:
    root = Log(0)
    root.receive((1, 1), place=1, contents=contents[0])
    root.receive((2, 1), place=2, contents=contents[1])
    assert found(root, *two_senders()) == []


def test_a_program_that_looks_at_the_status_can_tell_messages_apart() -> None:
    root = Log(0)
    root.receive((1, 1), place=1, is_seen=True)
    root.receive((2, 1), place=2, is_from_any=False)
    assert found(root, *two_senders()) == []


@pytest.mark.parametrize("second", [{"tag": 6}, {"context": OTHER}])
def test_a_message_that_does_not_fit_does_not_race(second: dict[str, int]) -> None:
    root = Log(0)
    root.receive((1, 1), place=1)
    root.receive((2, 1), place=2, is_from_any=False, tag=second.get("tag", 5))
    assert found(root, *two_senders(**second)) == []


def test_a_receive_of_any_tag_can_get_each_message() -> None:
    root = Log(0)
    root.receive((1, 1), place=1, tag=ANY)
    root.receive((2, 1), place=2, is_from_any=False, tag=6)
    assert len(found(root, *two_senders(tag=6))) == 1


def test_a_message_that_answers_the_first_one_does_not_race() -> None:
    root, one, two = Log(0), Log(1), Log(2)
    one.send(0, place=1)
    root.receive((1, 1), place=1)
    root.send(2, place=2)
    two.receive((0, 1), place=1, is_from_any=False)
    two.send(0, place=2)
    root.receive((2, 1), place=3, is_from_any=False)
    assert found(root, one, two) == []


def test_messages_of_one_sender_do_not_race() -> None:
    root, one = Log(0), Log(1)
    one.send(0, place=1)
    one.send(0, place=2)
    root.receive((1, 1), place=1)
    root.receive((1, 2), place=2, is_from_any=False)
    assert found(root, one) == []


def test_only_the_first_message_of_a_sender_is_possible() -> None:
    root, one, two = Log(0), Log(1), Log(2)
    one.send(0, place=1)
    two.send(0, place=1)
    two.send(0, place=2)
    root.receive((1, 1), place=1)
    root.receive((2, 1), place=2, is_from_any=False)
    root.receive((2, 2), place=3, is_from_any=False)
    assert [race.other_receive for race in found(root, one, two)] == [2]


def test_a_receive_that_was_posted_before_has_its_message() -> None:
    root = Log(0)
    early = root.add(Kind.RECEIVE_BEGINS, of=1, peer=2, tag=5, context=WORLD)
    root.receive((1, 1), place=2)
    root.add(Kind.RECEIVE_ENDS, of=early, peer=2, number=1)
    assert found(root, *two_senders()) == []
