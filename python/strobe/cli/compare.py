# SPDX-License-Identifier: BSD-3-Clause
"""`strobe compare`: two runs side by side, with a verdict for each cell."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from strobe.cli.paths import near
from strobe.options.compare import CompareOptions, First, Second

DEFAULTS = CompareOptions()


def command(
    first: First,
    second: Second,
    /,
    *,
    options: Annotated[CompareOptions, Parameter(name="*")] = DEFAULTS,
) -> None:
    """Write the page, and print its path."""
    options.check(first=first, second=second)
    from strobe.report.comparison.page import write_comparison

    print(near(write_comparison(first, second, options.output).absolute()))
