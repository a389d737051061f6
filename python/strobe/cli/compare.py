# SPDX-License-Identifier: BSD-3-Clause
"""`strobe compare`: two runs side by side, with a verdict for each cell."""

from __future__ import annotations

from pathlib import Path

from strobe.cli.paths import near


def command(first: Path, second: Path, /, *, output: Path = Path("comparison.html")) -> None:
    """Compare two runs: two MPIs, two machines, yesterday and today.

    Parameters
    ----------
    first
        The folder of the run that is compared with.
    second
        The folder of the run that is compared.
    output
        The page to write.
    """
    from strobe.report.comparison.page import write_comparison

    print(near(write_comparison(first, second, output).absolute()))
