# SPDX-License-Identifier: BSD-3-Clause
"""Read a run in Python: python examples/read_a_run.py results/<run folder>

Prints, for each kernel, the cell with the shortest time and its interval.
"""

from __future__ import annotations

import sys
from pathlib import Path

from strobe.records.run import load
from strobe.records.summary import CellSummary, summarise


def median_s(cell: CellSummary) -> float:
    return cell.headline.median_s if cell.headline else float("inf")


def main(folder: Path) -> None:
    cells = summarise(load(folder)).cells.values()
    for kernel in dict.fromkeys(cell.declared.kernel for cell in cells):
        best = min((cell for cell in cells if cell.declared.kernel == kernel), key=median_s)
        if best.headline is None:
            print(f"{kernel}: nothing was measured")
            continue
        low_us, high_us = 1e6 * best.headline.low_s, 1e6 * best.headline.high_s
        print(f"{best.declared.cell}: {low_us:.3g} to {high_us:.3g} us ({best.status})")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
