# SPDX-License-Identifier: BSD-3-Clause
"""What the bench is shown to write (tests/cpp/measure/recorder_test.cpp) is what Python reads.

tests/golden/records.jsonl holds one record of each kind; the C++ test writes the same.
"""

from __future__ import annotations

import json

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from places import ROOT

from strobe.records import lines
from strobe.records.run import load

GOLDEN = ROOT / "tests" / "golden" / "records.jsonl"
ROWS = GOLDEN.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", ROWS, ids=[json.loads(row)["record"] for row in ROWS])
def test_record_is_read_whole(row: str) -> None:
    record = lines.decoder.decode(row)
    # Nothing is lost on the way: every field that is written is one that is read.
    assert json.loads(msgspec.json.encode(record)) == json.loads(row)
    schema = json.loads((ROOT / "schema" / "records.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(json.loads(row))


def test_every_kind_is_there() -> None:
    schema = json.loads((ROOT / "schema" / "records.schema.json").read_text(encoding="utf-8"))
    assert len({json.loads(row)["record"] for row in ROWS}) == len(schema["anyOf"])


def test_launch_is_read_back() -> None:
    (launch,) = load(GOLDEN).launches
    (cell,) = launch.cells.values()
    assert launch.header.processes[0].affinity == [2, 3]
    assert [visit.time_s for visit in cell.visits] == [[2.5e-07, 2.25e-07], []]
    assert [check.passed for check in cell.verifications] == [True, False]
    assert cell.end is not None
    assert cell.end.status == "failed"
    assert launch.end is not None
    assert launch.end.complete
