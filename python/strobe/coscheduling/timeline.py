# SPDX-License-Identifier: BSD-3-Clause
"""The calls of a job as a Perfetto trace, for ui.perfetto.dev: a track for each rank with its
calls, an arrow for each message, and the slices.

The format: https://perfetto.dev/docs/reference/trace-packet-proto
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import (
    TracePacket,
    TrackDescriptor,
    TrackEvent,
)
from perfetto.trace_builder.proto_builder import StreamingTraceProtoBuilder

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.records import call_log
from strobe.records.call_log import CallLog, Message
from strobe.records.job_record import Job

Envelope = tuple[int, int, int, int]
"""Sender, receiver, context and tag."""


def write(job: Job, folder: Path, path: Path) -> list[int]:
    """Write the trace, and return the ranks whose logs lack their last calls.

    Raises StrobeError where there is no log, or the file cannot be written.
    """
    logs = [log for rank in job.ranks if (log := call_log.read(folder, rank)) is not None]
    if not logs:
        raise StrobeError("no rank recorded its calls, so there is no timeline")
    try:
        with path.open("wb") as file:
            builder = StreamingTraceProtoBuilder(file)
            for packet in packets(logs):
                packet.trusted_packet_sequence_id = 1
                builder.write_packet(packet)
    except OSError as error:
        raise StrobeError(f"cannot write {path}: {error.strerror}") from error
    return [log.rank.rank for log in logs if len(log.calls) < log.mmds.calls]


def packets(logs: list[CallLog]) -> Iterator[TracePacket]:
    """The packets of all ranks.

    Each host has its own clock: time zero is the earliest begin of MPI_Init on that host.
    """
    hosts: dict[str, list[CallLog]] = defaultdict(list)
    for log in logs:
        hosts[log.rank.host].append(log)
    tracks = iter(range(1, 2**63))
    sends: list[tuple[Envelope, TracePacket, Message]] = []
    receives: dict[Envelope, list[TracePacket]] = defaultdict(list)
    for number, (host, own) in enumerate(hosts.items(), 1):
        zero = min(log.mmds.begin_tick for log in own)
        host_track, slices_track = next(tracks), next(tracks)
        yield _host(host_track, number, host)
        yield _track(slices_track, host_track, "slices", order=-1)
        yield from _slices(own, slices_track, zero)
        for log in own:
            rank, track = log.rank.rank, next(tracks)
            yield _track(track, host_track, f"rank {rank}", order=rank)
            yield from _calls(log, track, zero)
            for message in log.messages:
                at_ns = _nanoseconds(log, message.at - zero)
                if message.is_send:
                    event = _event(track, at_ns, TrackEvent.TYPE_INSTANT, "send")
                    envelope = (rank, message.peer, message.context, message.tag)
                    sends.append((envelope, event, message))
                else:
                    event = _event(track, at_ns, TrackEvent.TYPE_INSTANT, "receive")
                    envelope = (message.peer, rank, message.context, message.tag)
                    receives[envelope].append(event)
    yield from _messages(sends, receives)


def _messages(
    sends: Iterable[tuple[Envelope, TracePacket, Message]],
    receives: dict[Envelope, list[TracePacket]],
) -> Iterator[TracePacket]:
    """The sends and receives, joined by a flow, which Perfetto draws as an arrow.

    Messages with the same sender, receiver, context and tag arrive in the order of their sends
    (MPI 4.1, section 3.5).
    """
    arrived: dict[Envelope, int] = defaultdict(int)
    for flow, (envelope, send, message) in enumerate(sends, 1):
        at = arrived[envelope]
        arrived[envelope] += 1
        if at >= len(receives.get(envelope, ())):
            continue
        receive = receives[envelope][at]
        for packet in (send, receive):
            packet.track_event.name += f" tag {message.tag}, {units.size(message.size_bytes)}"
        send.track_event.flow_ids.append(flow)
        receive.track_event.terminating_flow_ids.append(flow)
        yield send
        yield receive


def _calls(log: CallLog, track: int, zero: int) -> Iterator[TracePacket]:
    shown = log.calls[["entered", "left", "size_bytes", "function", "slice"]]
    for entered, left, size_bytes, function, slice_ in shown.tolist():
        begin = _event(track, _nanoseconds(log, entered - zero), TrackEvent.TYPE_SLICE_BEGIN,
                       log.mmds.functions[function])  # fmt: skip
        arguments = {"slice": slice_}
        if size_bytes >= 0:
            arguments["bytes"] = size_bytes
        for name, value in arguments.items():
            annotation = begin.track_event.debug_annotations.add()
            annotation.name, annotation.int_value = name, value
        yield begin
        yield _event(track, _nanoseconds(log, left - zero), TrackEvent.TYPE_SLICE_END)


def _slices(logs: list[CallLog], track: int, zero: int) -> Iterator[TracePacket]:
    """Each slice lasts from the end of its first call on this host to the begin of the next."""
    begins: dict[int, int] = {}
    last_ns = 0
    for log in logs:
        for left, slice_ in zip(
            log.calls["left"].tolist(), log.calls["slice"].tolist(), strict=True
        ):
            at_ns = _nanoseconds(log, left - zero)
            last_ns = max(last_ns, at_ns)
            begins[slice_] = min(at_ns, begins.get(slice_, at_ns))
    numbers = sorted(begins)
    starts = [begins[slice_] for slice_ in numbers]
    for slice_, begin_ns, end_ns in zip(numbers, starts, [*starts[1:], last_ns], strict=True):
        yield _event(track, begin_ns, TrackEvent.TYPE_SLICE_BEGIN, f"slice {slice_}")
        yield _event(track, max(begin_ns, end_ns), TrackEvent.TYPE_SLICE_END)


def _host(track: int, number: int, name: str) -> TracePacket:
    packet = TracePacket()
    descriptor = packet.track_descriptor
    descriptor.uuid = track
    descriptor.child_ordering = TrackDescriptor.EXPLICIT
    descriptor.process.pid, descriptor.process.process_name = number, name
    return packet


def _track(track: int, parent: int, name: str, order: int) -> TracePacket:
    packet = TracePacket()
    descriptor = packet.track_descriptor
    descriptor.uuid, descriptor.parent_uuid = track, parent
    descriptor.name, descriptor.sibling_order_rank = name, order
    return packet


def _event(track: int, at_ns: int, kind: int, name: str = "") -> TracePacket:
    packet = TracePacket(timestamp=at_ns)
    event = packet.track_event
    event.track_uuid, event.type = track, kind
    if name:
        event.name = name
    return packet


def _nanoseconds(log: CallLog, ticks: int) -> int:
    return round(1e9 * log.seconds(ticks))
