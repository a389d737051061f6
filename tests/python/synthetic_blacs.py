# SPDX-License-Identifier: BSD-3-Clause
"""The BLACS on the machine that was never built: what its times come to by the note's own formulas
(LAPACK Working Note 73, sections 4.3 and 5.4), and not by the code under test.

A send there takes as long as a whole message, which is what the note takes T_s and T_c to be.
"""

from __future__ import annotations

from math import ceil, floor, log2

from strobe.records import lines

OF_ONE = ("blacs_copy", "blacs_summation")
KERNELS = (*OF_ONE, "blacs_broadcast", "blacs_combine")
COPY_S, COPY_PER_ELEMENT_S = 20e-9, 0.1e-9
OPERATE_PER_ELEMENT_S = 0.15e-9
UNMODELLED = 1.03
"""The machine's broadcasts and combines take so much longer than the model says."""


def defaults(ranks: int) -> dict[str, dict[str, lines.Value]]:
    """The usual values of the axes that a suite does not name."""
    matrix: dict[str, lines.Value] = {
        "type": "double", "shape": "column", "uplo": "upper", "diag": "nonunit", "m": 0,
    }  # fmt: skip
    scoped: dict[str, lines.Value] = {
        "scope": "all", "grid_rows": 0, "root": 0,
        "topology": "default", "branches": 1, "repetitions": 15, "ranks": ranks,
    }  # fmt: skip
    pair: dict[str, lines.Value] = {**matrix, "sender": 0, "partner": 1}
    return {
        "blacs_echo": pair,
        "blacs_send": {**pair, "receivers": 1},
        "blacs_broadcast": {**matrix, **scoped},
        "blacs_combine": {
            "left_on": "everyone",
            "operation": "sum",
            "locations": "no",
            "type": "double",
            **scoped,
        },
    }


def truth_s(cell: lines.CellRecord, message_s: float) -> float:
    """The true time of a cell: of broadcasts and combines the maximum over the processes."""
    elements = float(cell.point["size_bytes"]) / 8
    operate_s = OPERATE_PER_ELEMENT_S * elements
    match cell.kernel:
        case "blacs_copy":
            return COPY_S + COPY_PER_ELEMENT_S * elements
        case "blacs_summation":
            return operate_s
        case "blacs_combine":
            exchanges = (
                cell.point["topology"] == "hypercube" and cell.point["left_on"] == "everyone"
            )
            if exchanges:
                return UNMODELLED * exchange_s(cell.ranks, message_s, operate_s)
            back = 0 if cell.point["left_on"] == "one" else 1
            return UNMODELLED * ceil(log2(cell.ranks)) * ((1 + back) * message_s + operate_s)
    ranks, branches = cell.ranks, int(cell.point["branches"])
    repetitions = int(cell.point["repetitions"])
    first, further = ceil(log2(ranks)), ceil(log2(ranks))
    if cell.point["topology"] in ("increasing-ring", "decreasing-ring"):
        first, further = ranks - 1, 1
    elif cell.point["topology"] == "multiring":
        # The last long ring, or, as the note says in passing, the last of the short ones.
        long_rings = (ranks - 1) % branches
        last_long = ceil((ranks - 1) / branches) + long_rings - 1 if long_rings else 0
        first = max(last_long, (ranks - 1) // branches + branches - 1)
        further = branches
    return UNMODELLED * message_s * (first + (repetitions - 1) * further) / repetitions


def exchange_s(ranks: int, message_s: float, operate_s: float) -> float:
    """The longest time of a bidirectional exchange (section 5.4.2), where T_s is T_c."""
    rounds = floor(log2(ranks))
    exchanged_s = rounds * (message_s + operate_s)
    if ranks == 2**rounds:
        return exchanged_s
    # Those beyond the power of two hand in their data first and get the result last. Those within
    # need T_c + T_o + T_s and the exchanges, which is the same here.
    return 2 * message_s + operate_s + exchanged_s


def source_s(cell: lines.CellRecord, message_s: float) -> float:
    """The source's own time: it sends, and goes on."""
    if cell.kernel == "blacs_combine":
        return truth_s(cell, message_s)
    if cell.point["topology"] in ("increasing-ring", "decreasing-ring"):
        return UNMODELLED * message_s
    if cell.point["topology"] == "multiring":
        return UNMODELLED * message_s * int(cell.point["branches"])
    return UNMODELLED * message_s * ceil(log2(cell.ranks))
