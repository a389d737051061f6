# SPDX-License-Identifier: BSD-3-Clause
"""The page of a folder, report.html, and its plots as files beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.report.page import drawing, html
from strobe.report.page.drawing import Drawing

REPORT_FILE = "report.html"
PLOTS_FOLDER = "plots"


def write_page(
    folder: Path, template: str, drawings: Sequence[Drawing], parts: dict[str, Any]
) -> Path:
    """Write `folder`/report.html and `folder`/plots/*.svg; returns the page's path.

    Raises StrobeError when the folder cannot be written.
    """
    try:
        drawing.write_files(folder / PLOTS_FOLDER, drawings)
    except OSError as error:
        raise StrobeError(f"cannot write {error.filename}: {error.strerror}") from error
    return writing.write(folder / REPORT_FILE, html.render(template, drawings, **parts))
