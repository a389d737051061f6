# SPDX-License-Identifier: BSD-3-Clause
"""The calls of a job as ui.perfetto.dev and chrome://tracing show them: a track for each rank, an
arrow for each message, and the slices.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.records import call_log
from strobe.records.call_log import CallLog, Message
from strobe.records.job_record import Job

Event = dict[str, Any]
Envelope = tuple[int, int, int, int]
"""Sender, receiver, context and tag."""
SLICES_TRACK = -1
"""Before that of rank 0, on each host."""


def write(job: Job, folder: Path, path: Path) -> list[int]:
    """Write the file, and return the ranks of whose calls the last ones are missing.

    Raises StrobeError where there is no log, or the file cannot be written.
    """
    logs = [log for rank in job.ranks if (log := call_log.read(folder, rank)) is not None]
    if not logs:
        raise StrobeError("no rank recorded its calls, so there is no timeline")
    try:
        with path.open("w", encoding="utf-8") as file:
            file.write('{"displayTimeUnit":"ns","traceEvents":[\n')
            for number, event in enumerate(events(logs)):
                file.write(",\n" if number else "")
                json.dump(event, file, separators=(",", ":"))
            file.write("\n]}\n")
    except OSError as error:
        raise StrobeError(f"cannot write {path}: {error.strerror}") from error
    return [log.rank.rank for log in logs if len(log.calls) < log.mmds.calls]


def events(logs: list[CallLog]) -> Iterator[Event]:
    """Those of all ranks. Hosts have clocks of their own, and each begins with its first rank."""
    hosts: dict[str, list[CallLog]] = defaultdict(list)
    for log in logs:
        hosts[log.rank.host].append(log)
    ends: dict[Envelope, list[Event]] = defaultdict(list)
    begins: list[tuple[Envelope, Event, Message]] = []
    for place, (host, own) in enumerate(hosts.items()):
        zero = min(log.mmds.begin_tick for log in own)
        yield _named("process_name", place, 0, host)
        yield _named("thread_name", place, SLICES_TRACK, "slices")
        yield from _slices(own, place, zero)
        for log in own:
            rank = log.rank.rank
            yield _named("thread_name", place, rank, f"rank {rank}")
            yield from _calls(log, place, zero)
            for message in log.messages:
                at_us = _microseconds(log, message.at - zero)
                event: Event = {"pid": place, "tid": rank, "ts": at_us}
                if message.is_send:
                    envelope = (rank, message.peer, message.context, message.tag)
                    begins.append((envelope, {**event, "ph": "s"}, message))
                else:
                    envelope = (message.peer, rank, message.context, message.tag)
                    ends[envelope].append({**event, "ph": "f", "bp": "e"})
    yield from _arrows(begins, ends)


def _arrows(
    begins: Iterable[tuple[Envelope, Event, Message]], ends: dict[Envelope, list[Event]]
) -> Iterator[Event]:
    """Messages of one sender, receiver, context and tag do not overtake each other."""
    taken: dict[Envelope, int] = defaultdict(int)
    number = 0
    for envelope, begin, message in begins:
        at = taken[envelope]
        taken[envelope] += 1
        if at >= len(ends.get(envelope, ())):
            continue
        number += 1
        shared = {
            "id": number,
            "cat": "message",
            "name": f"tag {message.tag}, {units.size(message.size_bytes)}",
        }
        yield {**begin, **shared}
        yield {**ends[envelope][at], **shared}


def _calls(log: CallLog, place: int, zero: int) -> Iterator[Event]:
    shown = log.calls[["entered", "left", "size_bytes", "function", "slice"]]
    for entered, left, size_bytes, function, slice_ in shown.tolist():
        arguments: dict[str, Any] = {"slice": slice_}
        if size_bytes >= 0:
            arguments["bytes"] = size_bytes
        yield {
            "ph": "X",
            "pid": place,
            "tid": log.rank.rank,
            "ts": _microseconds(log, entered - zero),
            "dur": _microseconds(log, left - entered),
            "name": log.mmds.functions[function],
            "args": arguments,
        }


def _slices(logs: list[CallLog], place: int, zero: int) -> Iterator[Event]:
    """Each from the first call that was left in it, on this host, to the next one's."""
    seen: dict[int, float] = {}
    last_us = 0.0
    for log in logs:
        for left, slice_ in zip(
            log.calls["left"].tolist(), log.calls["slice"].tolist(), strict=True
        ):
            at_us = _microseconds(log, left - zero)
            last_us = max(last_us, at_us)
            seen[slice_] = min(at_us, seen.get(slice_, at_us))
    first = sorted(seen)
    starts = [seen[slice_] for slice_ in first]
    for slice_, begin_us, end_us in zip(first, starts, [*starts[1:], last_us], strict=True):
        yield {
            "ph": "X",
            "pid": place,
            "tid": SLICES_TRACK,
            "ts": begin_us,
            "dur": round(max(end_us - begin_us, 0.0), 3),
            "name": f"slice {slice_}",
        }


def _named(what: str, place: int, track: int, name: str) -> Event:
    return {"ph": "M", "pid": place, "tid": track, "name": what, "args": {"name": name}}


def _microseconds(log: CallLog, ticks: int) -> float:
    """The format's unit; whole nanoseconds."""
    return round(1e6 * log.seconds(ticks), 3)
