# SPDX-License-Identifier: BSD-3-Clause
"""`strobe compare`: two runs side by side, with a verdict for each cell, and a gate for CI."""

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
) -> int:
    """Write the page, judge the runs where that is needed, and print where the page is."""
    options.check(first=first, second=second)
    from strobe.report.comparison.page import write_comparison

    page = write_comparison(first, second, options.output).absolute()
    if options.fail_above is None and not options.json:
        print(near(page))
        return 0
    return _judge((first, second), options, page)


def _judge(sides: tuple[Path, Path], options: CompareOptions, page: Path) -> int:
    from strobe.cli import regression
    from strobe.gate.regression import judge
    from strobe.records.run import load

    baseline, run = (load(side) for side in sides)
    found = judge(baseline, run, options.fail_above)
    status = regression.exit_status(found, require_all=options.require_all)
    if options.junit is not None:
        suite = run.launches[0].header.suite
        regression.write_junit(found, suite, options.junit, sides)
    if options.json:
        print(regression.as_json(found, page, status))
    else:
        print(regression.text(found))
        print(near(page))
        print(regression.conclusion(found, status))
    return status
