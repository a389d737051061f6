# SPDX-License-Identifier: BSD-3-Clause
"""Reads a Perfetto trace back into tracks, slices, instants and flows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent


@dataclass
class Event:
    """A slice, or an instant (whose `end_ns` is its `begin_ns`), on the track of this name."""

    track: str
    name: str
    begin_ns: int
    end_ns: int
    arguments: dict[str, int] = field(default_factory=dict)


@dataclass
class Content:
    """All that a trace shows."""

    hosts: list[str] = field(default_factory=list)
    slices: list[Event] = field(default_factory=list)
    flows: list[tuple[Event, Event]] = field(default_factory=list)
    """Where each flow begins and ends."""

    def on(self, track: str) -> list[Event]:
        """The slices of one track."""
        return [event for event in self.slices if event.track == track]

    @property
    def calls(self) -> list[Event]:
        """The slices of all ranks."""
        return [event for event in self.slices if event.track.startswith("rank ")]


def read(path: Path) -> Content:
    """The content of a file. Fails where slices of a track do not nest."""
    trace = Trace()
    trace.ParseFromString(path.read_bytes())
    content = Content()
    names: dict[int, str] = {}
    open_: dict[int, list[Event]] = defaultdict(list)
    begun: dict[int, Event] = {}
    for packet in trace.packet:
        assert packet.trusted_packet_sequence_id
        if packet.HasField("track_descriptor"):
            described = packet.track_descriptor
            if described.HasField("process"):
                content.hosts.append(described.process.process_name)
            names[described.uuid] = described.name
            continue
        at_ns, recorded = packet.timestamp, packet.track_event
        if recorded.type == TrackEvent.TYPE_SLICE_END:
            open_[recorded.track_uuid].pop().end_ns = at_ns
            continue
        arguments = {argument.name: argument.int_value for argument in recorded.debug_annotations}
        event = Event(
            names[recorded.track_uuid], recorded.name, packet.timestamp, packet.timestamp, arguments
        )
        if recorded.type == TrackEvent.TYPE_SLICE_BEGIN:
            open_[recorded.track_uuid].append(event)
            content.slices.append(event)
        for flow in recorded.flow_ids:
            begun[flow] = event
        for flow in recorded.terminating_flow_ids:
            content.flows.append((begun.pop(flow), event))
    assert not begun
    assert not any(open_.values())
    return content
