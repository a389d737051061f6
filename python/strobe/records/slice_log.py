# SPDX-License-Identifier: BSD-3-Clause
"""rank-<R>.slices: what each rank did in each slice, as table 5.2 of the BCS-MPI paper has it.

They are written by src/bcs/monitor/slice_log.cpp.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from strobe.records import rows_file
from strobe.records.job_record import Job
from strobe.records.rows_file import Rows

SLICE = np.dtype([
    ("began_ns", "<i8"), ("waited", "<u8"), ("sent_bytes", "<u8"), ("received_bytes", "<u8"),
    ("slice", "<u4"), ("calls", "<u4"), ("sent", "<u4"), ("received", "<u4"),
    ("collectives", "<u4"), ("decided", "<u4"),
])  # fmt: skip


@dataclass(frozen=True)
class Slices:
    """Those of a job that some rank left a call in, in their order.

    `begin_s` is from the first one of the host on; `waited_s` has a row for each of `ranks`.
    """

    numbers: Rows
    begin_s: Rows
    sent: Rows
    sent_bytes: Rows
    collectives: Rows
    decided: Rows
    ranks: list[int]
    waited_s: Rows
    dropped: int

    @property
    def lengths_s(self) -> Rows:
        """GETTS of table 5.1, of each but the last: the mean of those between two rows."""
        return np.diff(self.begin_s) / np.diff(self.numbers)


def read(job: Job, folder: Path) -> Slices | None:
    """Of all ranks together; None where none kept any. Raises StrobeError as rows_file.read."""
    logs = {
        rank.rank: (rank.host, mmds, rows_file.read(folder / f"rank-{rank.rank}.slices", SLICE))
        for rank, mmds in job.watched
        if mmds.dropped_slices is not None
    }
    if not logs or all(len(rows) == 0 for _, _, rows in logs.values()):
        return None
    numbers = np.unique(np.concatenate([rows["slice"] for _, _, rows in logs.values()]))
    places = {rank: np.searchsorted(numbers, rows["slice"]) for rank, (_, _, rows) in logs.items()}
    sums = {name: np.zeros(len(numbers)) for name in ("sent", "sent_bytes", "collectives",
                                                      "decided")}  # fmt: skip
    waited_s = np.zeros((len(logs), len(numbers)))
    for line, (rank, (_, mmds, rows)) in enumerate(logs.items()):
        for name, total in sums.items():
            np.add.at(total, places[rank], rows[name])
        np.add.at(waited_s[line], places[rank], rows["waited"] * mmds.tick_s)
    begins = {rank: (host, rows["began_ns"]) for rank, (host, _, rows) in logs.items()}
    return Slices(
        numbers=numbers.astype(np.int64),
        begin_s=_begins(begins, places, len(numbers)),
        ranks=list(logs),
        waited_s=waited_s,
        dropped=max(mmds.dropped_slices or 0 for _, mmds, _ in logs.values()),
        **sums,
    )


def _begins(begins: dict[int, tuple[str, Rows]], places: dict[int, Rows], count: int) -> Rows:
    """Hosts have clocks of their own, which are set by the first slice that two have in common."""
    found = np.full(count, np.inf)
    hosts: dict[str, list[int]] = defaultdict(list)
    for rank, (host, _) in begins.items():
        hosts[host].append(rank)
    for ranks in hosts.values():
        own = np.full(count, np.inf)
        for rank in ranks:
            np.minimum.at(own, places[rank], begins[rank][1] * 1e-9)
        known = np.isfinite(own)
        both = known & np.isfinite(found)
        offset = found[both][0] - own[both][0] if both.any() else -own[known][0]
        found = np.where(np.isfinite(found), found, own + offset)
    return np.maximum.accumulate(found)
