# SPDX-License-Identifier: BSD-3-Clause
"""What the pages read of a run folder beside its samples: models and context."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from strobe.base.errors import StrobeError
from strobe.fit.fitting import fit_run
from strobe.fit.models import MODELS_FILE, Models, read_models, write_models
from strobe.launch.context import CONTEXT_FILE
from strobe.records.run import SAMPLES_FILE, Run
from strobe.records.summary import Summary


def load_models(run: Run, summary: Summary, folder: Path) -> Models:
    """The run's models; fitted now, and kept, unless they are newer than its samples."""
    file, samples = folder / MODELS_FILE, folder / SAMPLES_FILE
    if file.exists() and file.stat().st_mtime >= samples.stat().st_mtime:
        return read_models(folder)
    models = fit_run(run, summary)
    write_models(models, folder)
    return models


def load_context(folder: Path) -> dict[str, Any]:
    """context.json, of which every entry may be missing; empty for a bare samples file."""
    file = folder / CONTEXT_FILE
    if not file.exists():
        return {}
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise StrobeError(f"{file} is not a context: {error}") from error
