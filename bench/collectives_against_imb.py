# SPDX-License-Identifier: BSD-3-Clause
"""Bandwidth and collectives against IMB-MPI1, each under IMB's own definition of the figure.

IMB's Uniband is a window of 256 messages under way between one pair, received into one buffer. Its
collectives are the mean over the processes of the local time after a barrier; only its Barrier is a
loop without one.
"""

from __future__ import annotations

from against_imb import Contest, write_lengths

from strobe.records.summary import CellSummary, RegimeSummary

SUITE = "bench/collectives_against_imb.toml"
SIZES = (8, 128, 2048, 32768, 524288, 4194304)
NAMES = {
    "multi_pair": "Uniband",
    "broadcast": "Bcast",
    "reduce": "Reduce",
    "allreduce": "Allreduce",
    "alltoall": "Alltoall",
    "barrier": "Barrier",
}


def _label(cell: CellSummary) -> str:
    size = cell.declared.point.get("size_bytes")
    return " ".join((NAMES[cell.declared.kernel], *([] if size is None else [str(size)])))


def _figure(cell: CellSummary, regime: RegimeSummary) -> float | None:
    match cell.declared.kernel:
        case "multi_pair":
            return regime.median_s
        case "barrier":
            return regime.local_mean_s
        case _:
            return regime.after_barriers_s


def contest() -> Contest:
    """The contest, with the file written that tells IMB the sizes."""
    return Contest(
        ours=(SUITE, "--budget", "5"),
        imb=(*NAMES.values(), "-msglen", write_lengths("collectives", SIZES)),
        label=_label,
        figure=_figure,
        agreement=0.07,
    )
