# SPDX-License-Identifier: BSD-3-Clause
"""The committed schemas are those of the types, and hold what is written to what they say."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
import synthetic
import synthetic_job
from jsonschema import Draft202012Validator, ValidationError  # type: ignore[import-untyped]
from places import ROOT

from strobe.fit.fitting import fit_run
from strobe.fit.models import write_models
from strobe.fit.network import measured_network, write_network
from strobe.records.run import load
from strobe.records.summary import summarise

OPTIONAL = {
    "host_rank",
    "buffered_sends",
    "record",
    "half_width",
    "in_step",
    "process",
    "local_mean_s",
    "local_minimum_s",
    "local_maximum_s",
    "initiator_s",
    "after_barriers_s",
    "after_barriers_minimum_s",
    "after_barriers_maximum_s",
    "after_barriers_operations",
    "late",
    "core_hz",
    "disturbed_s",
    "members",
    "operands_bytes",
    "hops",
    "level",
    "shares",
    "shared",
}


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((ROOT / "schema" / name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def records(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "samples.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_generating_again_changes_nothing() -> None:
    texts: dict[Path, str] = runpy.run_path(str(ROOT / "codegen" / "schemas.py"))["texts"]()
    assert len(texts) == 8
    for path, text in texts.items():
        assert path.read_text(encoding="utf-8") == text, f"run: python codegen/schemas.py ({path})"


def test_every_kind_of_record_is_held_to_the_schema(tmp_path: Path) -> None:
    check = validator("records.schema.json")
    lines = records(synthetic.write_run(tmp_path))
    assert len({line["record"] for line in lines}) == len(check.schema["anyOf"])
    # One of each kind in full, because thousands of like lines would show nothing more.
    for line in {line["record"]: line for line in lines}.values():
        check.validate(line)
        for field in set(line) - OPTIONAL:
            with pytest.raises(ValidationError):
                check.validate({key: value for key, value in line.items() if key != field})


def test_models_are_held_to_the_schema(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path))
    written = json.loads(write_models(fit_run(run, resamples=39), tmp_path).read_text())
    check = validator("models.schema.json")
    check.validate(written)
    with pytest.raises(ValidationError):
        check.validate(written | {"models": [{"kernel": "echo"}]})


def test_a_network_is_held_to_the_schema(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path))
    measured = measured_network(run, summarise(run))
    assert measured is not None
    written = json.loads(write_network(measured, tmp_path).read_text(encoding="utf-8"))
    check = validator("network.schema.json")
    check.validate(written)
    with pytest.raises(ValidationError):
        check.validate(written | {"t_o": {"start_s": 0}})


def test_a_rank_that_the_runtime_wrote_is_held_to_the_schema() -> None:
    rank = json.loads((ROOT / "tests" / "golden" / "rank-1.json").read_text(encoding="utf-8"))
    check = validator("rank.schema.json")
    check.validate(rank)
    for field in rank:
        with pytest.raises(ValidationError):
            check.validate({key: value for key, value in rank.items() if key != field})


def test_a_job_is_held_to_the_schema(tmp_path: Path) -> None:
    synthetic_job.write(tmp_path)
    check = validator("job.schema.json")
    check.validate(json.loads((tmp_path / "job.json").read_text(encoding="utf-8")))
