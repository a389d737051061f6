# SPDX-License-Identifier: BSD-3-Clause
"""`strobe compare`: two runs side by side, with a verdict for each cell."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from strobe.cli.paths import near
from strobe.options.compare import FIRST, SECOND, CompareOptions
from strobe.options.option import spread

DEFAULTS = CompareOptions()


def command(
    first: Annotated[Path, FIRST.argument],
    second: Annotated[Path, SECOND.argument],
    /,
    *,
    options: Annotated[CompareOptions, spread()] = DEFAULTS,
) -> None:
    """Write the page, and print its path."""
    options.check(first=first, second=second)
    from strobe.report.comparison.page import write_comparison

    print(near(write_comparison(first, second, options.output).absolute()))
