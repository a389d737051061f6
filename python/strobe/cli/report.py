# SPDX-License-Identifier: BSD-3-Clause
"""`strobe report`: the page that shows a run, or a job that ran under `strobe run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from strobe.cli.paths import near
from strobe.options.report import FOLDER


def command(folder: Annotated[Path, FOLDER.argument], /) -> None:
    """Write the page, and print its path."""
    print(near(report_folder(folder).absolute()))


def report_folder(folder: Path) -> Path:
    """Write report.html into `folder`; the path of it."""
    from strobe.records import job_record

    if job_record.is_record(folder):
        from strobe.report.job.page import write_job_report

        return write_job_report(folder)
    from strobe.cli.fit import fit_folder
    from strobe.fit.models import MODELS_FILE
    from strobe.records.run import SAMPLES_FILE
    from strobe.report.run.page import write_report

    models, samples = folder / MODELS_FILE, folder / SAMPLES_FILE
    if not models.exists() or models.stat().st_mtime < samples.stat().st_mtime:
        fit_folder(folder)
    return write_report(folder)
