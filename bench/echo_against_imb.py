# SPDX-License-Identifier: BSD-3-Clause
"""Echo against IMB-MPI1 PingPong: the one-way time of a message over its size."""

from __future__ import annotations

from against_imb import Contest

SIZES = (0, *(1 << power for power in range(23)))
CONTEST = Contest(
    ours=("--kernel", "echo", "--size", ",".join(map(str, SIZES)), "--budget", "2"),
    imb=("PingPong",),
    label=lambda cell: f"PingPong {cell.declared.point['size_bytes']}",
    figure=lambda _, regime: regime.median_s,
    agreement=0.05,
)
