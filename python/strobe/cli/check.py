# SPDX-License-Identifier: BSD-3-Clause
"""`strobe check`: is a run good enough to use, and what to do if not; `strobe check mpi`: does an
MPI keep its own rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import App

from strobe.base import notes, units
from strobe.gate.comparisons import accepted_ratio
from strobe.gate.limits import TOO_NOISY
from strobe.options.check import FOLDER, CheckOptions
from strobe.options.check_mpi import FOLDER as MEASURED_FOLDER
from strobe.options.check_mpi import CheckMpiOptions
from strobe.options.commands import COMMANDS
from strobe.options.option import spread

if TYPE_CHECKING:
    from rich.console import Console

    from strobe.consistency.verdicts import Finding
    from strobe.records.run import Run
    from strobe.records.summary import Summary
    from strobe.report.page.verdict import Verdict
    from strobe.report.quality.checks import Check
    from strobe.report.quality.issue import Issue

NOT_VALID = 1
INCONSISTENT = 1
CONSISTENCY_SUITE = "consistency"
MOST_CELLS = 4
STYLES = {"serious": "bold red", "caution": "yellow", "note": "dim"}

DEFAULTS = CheckOptions()
MPI_DEFAULTS = CheckMpiOptions()

RUN, MPI = COMMANDS["check"], COMMANDS["check mpi"]

command = App(name="check", usage=f"Usage: {RUN.usage}", help_epilogue=RUN.epilogue)


@command.default
def check_run(
    folder: Annotated[Path, FOLDER.argument],
    /,
    *,
    options: Annotated[CheckOptions, spread()] = DEFAULTS,
) -> int:
    """Say whether a run can be trusted, and why not."""
    options.check(folder=folder)
    from strobe.report.quality.checks import in_order
    from strobe.report.quality.verdict import verdict

    run, summary, checks = judged(folder)
    found = in_order(checks)
    judgement = verdict(run, summary, found)
    if options.junit is not None:
        _write_junit(checks, options.junit, folder)
    if options.json:
        _print_json(judgement, found)
    else:
        _show(judgement, found)
    return NOT_VALID if judgement.level == "bad" else 0


def _print_json(judgement: Verdict, found: list[Issue]) -> None:
    told = {
        "verdict": judgement.headline,
        "is_valid": judgement.level != "bad",
        "cells": {tally.label: tally.value for tally in judgement.tally},
        "issues": found,
    }
    print(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _write_junit(checks: list[Check], path: Path, folder: Path) -> None:
    """One test case for each check; what is only a caution or a note is its output."""
    from strobe.export import junit

    cases = []
    for check in checks:
        issues = check.issues or []
        serious = [_issue_text(issue) for issue in issues if issue.severity == "serious"]
        others = [_issue_text(issue) for issue in issues if issue.severity != "serious"]
        without = "the run has no models; `strobe fit` makes them" if check.issues is None else ""
        cases.append(
            junit.Case(
                f"strobe check.{check.of}",
                f"check for {check.name}",
                failure="\n".join(serious),
                skipped=without,
                output="\n".join(others),
            )
        )
    junit.write(path, "strobe check", cases, {"run": str(folder)})


def _issue_text(issue: Issue) -> str:
    return "\n".join([f"{issue.severity}: {issue.sentence}", issue.remedy, *issue.cells])


@command.command(name="mpi", usage=f"Usage: {MPI.usage}", help=MPI.help, help_epilogue=MPI.epilogue)
def check_mpi(
    folder: Annotated[Path | None, MEASURED_FOLDER.argument] = None,
    /,
    *,
    options: Annotated[CheckMpiOptions, spread()] = MPI_DEFAULTS,
) -> int:
    """Measure the suite `consistency`, or take a run, and judge it."""
    options.check(folder=folder)
    notes.be_quiet(options.quiet)
    from strobe.cli.measure import measure
    from strobe.consistency.verdicts import judge
    from strobe.records.run import load
    from strobe.records.summary import summarise

    if folder is None:
        folder, status = measure(CONSISTENCY_SUITE, options.measurement, options.output)
        if status != 0:
            return status
    run = load(folder)
    kernels = {kernel.name: kernel for kernel in run.launches[0].header.kernels}
    findings = judge(summarise(run), kernels)
    if options.junit is not None:
        _write_rules(findings, options.junit, folder)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(findings), indent=2).decode())
    else:
        _show_rules(findings)
    return INCONSISTENT if any(finding.is_violated for finding in findings) else 0


def _write_rules(findings: list[Finding], path: Path, folder: Path) -> None:
    """One test case for each rule at each size; one that cannot be told is skipped."""
    from strobe.export import junit

    cases = []
    for finding in findings:
        c = finding.comparison
        is_open = c.verdict == "cannot tell"
        cases.append(
            junit.Case(
                f"strobe check mpi.{finding.rule}",
                f"{units.size(finding.size_bytes)} on {units.plural(finding.ranks, 'rank')}",
                failure=f"violated ({_by(finding)}); {finding.remedy}\ncell: {finding.left}"
                if finding.is_violated
                else "",
                skipped=f"cannot tell: {c.reason}" if is_open else "",
            )
        )
    junit.write(path, "strobe check mpi", cases, {"run": str(folder)})


def _show_rules(findings: list[Finding]) -> None:
    """One line for each rule, and a sentence for each violation."""
    from strobe.cli.tables import show

    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        by_rule.setdefault(finding.rule, []).append(finding)
    rows = []
    for rule, tests in by_rule.items():
        known = [test for test in tests if test.comparison.ratio is not None]
        narrow = [test for test in known if accepted_ratio(test.comparison) is not None]
        worst = max(narrow, key=lambda test: test.comparison.ratio or 0.0, default=None)
        rows.append(
            [
                rule,
                str(len(known)),
                str(sum(test.is_violated for test in tests)),
                _ratio(worst) if worst else TOO_NOISY if known else "-",
                units.size(worst.size_bytes) if worst else "-",
            ]
        )
    headings = ("rule", "tested", "violated", "largest ratio", "at size")
    show("Rules that an MPI should keep", headings, rows, numbers=4)
    for test in (test for test in findings if test.is_violated):
        print(
            f"{test.rule}: violated at {units.size(test.size_bytes)} on {test.ranks} ranks "
            f"({_by(test)}); {test.remedy}"
        )


def _by(finding: Finding) -> str:
    is_known = accepted_ratio(finding.comparison) is not None
    return f"{_ratio(finding)} times as long" if is_known else f"the amount is {TOO_NOISY}"


def _ratio(finding: Finding) -> str:
    c = finding.comparison
    return f"{c.ratio:.2f} ({c.low:.2f}-{c.high:.2f})"


def judged(folder: Path) -> tuple[Run, Summary, list[Check]]:
    """The run in `folder` and its checks, including those of its fits where there are any."""
    from strobe.fit.models import MODELS_FILE, read_models
    from strobe.launch.context import CONTEXT_FILE
    from strobe.records.run import load
    from strobe.records.summary import summarise
    from strobe.report.quality.checks import quality_checks

    run = load(folder)
    summary = summarise(run)
    models = read_models(run.folder) if (run.folder / MODELS_FILE).exists() else None
    file = run.folder / CONTEXT_FILE
    context = msgspec.json.decode(file.read_bytes()) if file.exists() else {}
    return run, summary, quality_checks(run, summary, models, context)


def _show(judgement: Verdict, found: list[Issue]) -> None:
    from strobe.base.consoles import console

    shown = console(highlight=False, markup=False, soft_wrap=True)
    shown.print(judgement.headline, style="bold")
    shown.print(
        ", ".join(_tally_text(tally.value, tally.of, tally.label) for tally in judgement.tally)
    )
    for issue in found:
        shown.print()
        _show_issue(shown, issue)


def _tally_text(value: str, of: str, label: str) -> str:
    return f"{value} of {of} {label}" if of else f"{value} {label}"


def _show_issue(console: Console, issue: Issue) -> None:
    about = f" [{issue.kernel}]" if issue.kernel else ""
    console.print(f"{issue.severity}{about}: {issue.sentence}", style=STYLES[issue.severity])
    if issue.cells:
        more = len(issue.cells) - MOST_CELLS
        named = "; ".join(issue.cells[:MOST_CELLS])
        console.print(f"  {named}" + (f" and {units.count(more)} more" if more > 0 else ""))
    console.print(f"  {issue.remedy}")
