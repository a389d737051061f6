# SPDX-License-Identifier: BSD-3-Clause
"""Echo against IMB-MPI1 PingPong: the one-way time of a message over its size.

IMB's small buffers lie one after the other, 32 bytes apart in their pages, which costs 6-15 % from
8 KiB on where a processor compares the last 12 bits of addresses; in the suite ours lie so too.
IMB's first figure contains the first 50 repetitions of the process, which take twice as long; so it
is given 0 bytes twice, and the second counts.
"""

from __future__ import annotations

from against_imb import Contest, write_lengths

SUITE = "bench/echo_against_imb.toml"
SIZES = (0, *(1 << power for power in range(23)))


def contest() -> Contest:
    """The contest, with the file written that tells IMB the sizes."""
    return Contest(
        ours=(SUITE, "--budget", "2"),
        imb=("PingPong", "-msglen", write_lengths("echo", (0, *SIZES))),
        label=lambda cell: f"PingPong {cell.declared.point['size_bytes']}",
        figure=lambda _, regime: regime.median_s,
        agreement=0.05,
    )
