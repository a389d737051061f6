# SPDX-License-Identifier: BSD-3-Clause
"""Write schema/*.json: the JSON Schema of what crosses borders, from its Python types.

Run: python codegen/schemas.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))

from strobe.fit.models import Models  # noqa: E402
from strobe.launch.context import Context  # noqa: E402
from strobe.predict.study import Study  # noqa: E402
from strobe.records.job_record import JobRecord, RankRecord  # noqa: E402
from strobe.records.lines import Record  # noqa: E402
from strobe.records.network import Network  # noqa: E402
from strobe.tune.record import Tuning  # noqa: E402

TYPES: dict[str, tuple[Any, str]] = {
    "records.schema.json": (Record, "One line of samples.jsonl (docs/reference/run-folder.md)"),
    "models.schema.json": (Models, "models.json of a run folder"),
    "network.schema.json": (Network, "network.json of a run folder, and of --network"),
    "context.schema.json": (Context, "context.json of a run folder"),
    "prediction.schema.json": (Study, "prediction.json of strobe predict --report, and its --json"),
    "tuning.schema.json": (Tuning, "tuning.json of the folder of strobe tune"),
    "job.schema.json": (JobRecord, "job.json of the record of a job under strobe run"),
    "rank.schema.json": (RankRecord, "rank-<R>.json of the record of a job under strobe run"),
}


def texts() -> dict[Path, str]:
    """The whole text of each schema file, by path."""
    found = {}
    for name, (kind, title) in TYPES.items():
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": title,
            **msgspec.json.schema(kind),
        }
        found[ROOT / "schema" / name] = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return found


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
