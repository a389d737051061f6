# SPDX-License-Identifier: BSD-3-Clause
"""Space-time diagrams: which calls they show, in which rows, and that no log breaks them."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import pytest
from places import ROOT
from synthetic_order import Log

from strobe.base.errors import StrobeError
from strobe.records import order_log
from strobe.records.check_record import Place
from strobe.records.order_log import ANY, Event, Kind
from strobe.report.messages import diagram
from strobe.report.messages.calls import Call, Named, calls_of
from strobe.report.messages.excerpt import Excerpt, excerpt

GOLDEN = ROOT / "tests" / "golden" / "messages.svg"


def written(folder: Path, logs: Sequence[Log]) -> Path:
    """The logs as files of a record."""
    folder.mkdir(parents=True, exist_ok=True)
    for rank, log in enumerate(logs):
        data = b"".join(
            struct.pack("<BBHIIIiI", e.kind, e.is_free, e.members, e.of, e.peer, e.number, e.tag,
                        e.context)
            for e in log.events
        )  # fmt: skip
        (folder / f"rank-{rank}.order").write_bytes(data)
    return folder


PLACES = {
    (0, 1): Place(1, "MPI_Recv", "race.c:11, in main", "", 0, "", ""),
    (0, 2): Place(2, "MPI_Recv", "race.c:12, in main", "", 0, "", ""),
    (1, 1): Place(1, "MPI_Send", "race.c:15, in main", "", 0, "", ""),
    (2, 1): Place(1, "MPI_Send", "race.c:15, in main", "", 0, "", ""),
}


def calls(logs: Sequence[Log]) -> dict[int, list[Call]]:
    named = Named(PLACES, {})
    return {rank: calls_of(rank, log.events, named) for rank, log in enumerate(logs)}


def race() -> list[Log]:
    """The first receive takes the message that the second one waits for."""
    receiver, one, other = Log(), Log(), Log()
    receiver.receive(1, 0, is_any=True)
    receiver.add(Kind.RECEIVE_BEGINS, 2, 1)
    one.send(0, 0)
    other.send(0, 0)
    return [receiver, one, other]


def whole(logs: Sequence[Log], most: int = 100) -> Excerpt:
    return excerpt(calls(logs), range(len(logs)), [], most)


def test_a_message_arrives_below_its_send() -> None:
    found = whole(race())
    assert found.messages == [((1, 0), (0, 0))]
    assert found.lost == [(2, 0)]
    received = found.shown[0, 0]
    assert received.last is not None
    assert received.last > found.shown[1, 0].first
    waiting = found.shown[0, 2]
    assert waiting.last is None
    assert waiting.first > received.last


def test_an_operation_beside_other_calls_is_split() -> None:
    log, other = Log(), Log()
    begin = log.add(Kind.RECEIVE_BEGINS, 1, 1)
    log.send(1, 0)
    log.add(Kind.RECEIVE_ENDS, begin, 1, 0)
    other.receive(0, 0)
    other.send(0, 0)
    found = whole([log, other])
    assert found.shown[0, 0].is_split
    assert not found.shown[0, 1].is_split
    assert sorted(found.messages) == [((0, 1), (1, 0)), ((1, 2), (0, 0))]
    # Around the circle of both messages no row goes back.
    rows = [found.shown[key].first for key in ((0, 1), (1, 2))]
    assert rows[0] < rows[1] < (found.shown[0, 0].last or 0)


def test_a_member_may_leave_a_collective_early() -> None:
    """The root of a broadcast sends a message that another member receives before it enters."""
    root, member = Log(), Log()
    root.collective(0)
    root.send(1, 0)
    member.receive(0, 0)
    member.collective(0)
    found = whole([root, member])
    assert len(found.shown) == 4
    assert all(one.last is not None for one in found.shown.values())


def test_only_the_calls_nearest_to_the_focus_are_shown() -> None:
    sender, receiver = Log(), Log()
    for number in range(1000):
        sender.send(1, number)
        receiver.receive(0, number)
    known = calls([sender, receiver])
    found = excerpt(known, [0, 1], [(1, 1000)], 8)
    assert (1, 1000) in found.shown
    assert (0, 1000) in found.shown
    assert len(found.shown) == 8
    assert {gap.calls for gap in found.gaps} <= set(range(490, 510))
    assert sum(gap.calls for gap in found.gaps) == 2000 - 8
    ET.fromstring(diagram.svg(found, "many"))


def test_a_diagram_looks_as_before() -> None:
    """Its colours are those of the page: look at it there before you commit a new one."""
    found = whole(race())
    marks = {(0, 0): "0.0"}
    text = diagram.svg(found, diagram.in_words(found), [(0, 0), (1, 0)], marks) + "\n"
    ET.fromstring(text)
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_a_diagram_is_told_in_words() -> None:
    assert diagram.in_words(whole(race())) == (
        "Rank 0: MPI_Recv from any source, got 1, MPI_Recv from 1, which did not end. "
        "Rank 1: MPI_Send to 0. Rank 2: MPI_Send to 0."
    )


@pytest.mark.parametrize("ranks", [1, 5, 8, 64])
def test_labels_fit_into_their_boxes(ranks: int) -> None:
    logs = [Log() for _ in range(ranks)]
    for log in logs:
        log.collective(0, place=3)
    named = Named({(rank, 3): Place(3, "MPI_Ineighbor_alltoallw", "long.c:12345, in main", "", 0,
                                    "", "") for rank in range(ranks)}, {})  # fmt: skip
    known = {rank: calls_of(rank, log.events, named) for rank, log in enumerate(logs)}
    svg = ET.fromstring(diagram.svg(excerpt(known, range(ranks), [], 100), "labels"))
    space = "{http://www.w3.org/2000/svg}" if svg.tag.startswith("{") else ""
    for group in svg.findall(f"{space}g"):
        box = group.find(f"{space}rect")
        assert box is not None
        letters = sum(len(text.text or "") for text in group.findall(f"{space}text"))
        assert letters * diagram.LETTER <= float(box.attrib["width"])


def test_the_last_events_of_a_long_log_are_read_alone(tmp_path: Path) -> None:
    sender, receiver = Log(), Log()
    begin = receiver.add(Kind.RECEIVE_BEGINS, 1, 0, tag=ANY)
    for number in range(100):
        sender.send(1, number)
    receiver.add(Kind.RECEIVE_ENDS, begin, 0, 0)
    folder = written(tmp_path, [sender, receiver])
    found = order_log.last(folder, 0, 5)
    # The first of the five ends a send that began before.
    assert [event.kind for event in found] == [Kind.SEND_BEGINS, Kind.SEND_ENDS] * 2
    assert [event.of for event in found] == [1, 0, 1, 2]
    assert order_log.last(folder, 1, 1) == []
    assert order_log.last(folder, 7, 5) == []
    with (folder / "rank-0.order").open("ab") as file:
        file.write(b"lost")
    assert order_log.last(folder, 0, 5) == [], "others came after these"


@pytest.mark.parametrize(
    "event",
    [
        Event(Kind.RECEIVE_ENDS, False, 0, 0, 1, 0, 5, 0),
        Event(Kind.COLLECTIVE_ENDS, False, 0, 0, 1, 0, 5, 0),
    ],
)
def test_an_end_of_another_kind_is_refused(event: Event) -> None:
    log = Log()
    log.send(1, 0)
    with pytest.raises(StrobeError, match="the order of rank 0 is damaged: event 2 ends no"):
        calls_of(0, [*log.events, event], Named({}, {}))


def test_ranks_that_a_log_invents_break_nothing() -> None:
    log = Log()
    log.send(4_000_000_000, 3)
    log.receive(3_000_000_000, 9)
    log.receive(0, 4_000_000_000)
    found = whole([log])
    assert found.leaving == [(0, 0)]
    ET.fromstring(diagram.svg(found, diagram.in_words(found)))
