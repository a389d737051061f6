# SPDX-License-Identifier: BSD-3-Clause
"""A suite on many more ranks than cores ends, and says what its figures are worth."""

from __future__ import annotations

import json

import pytest
from terminal import Terminal, records

RANKS, BUDGET_S = 64, 20.0


@pytest.mark.exhaustive
def test_a_suite_on_64_ranks_ends_with_its_budget(terminal: Terminal) -> None:
    measured = terminal.run("measure", "quick", "-n", str(RANKS), "--budget", str(BUDGET_S))
    assert measured.status == 0, measured.err
    written = records(terminal.only_run())
    [header] = [record for record in written if record["record"] == "run"]
    assert (header["ranks"], header["oversubscribed"]) == (RANKS, True)
    # A visit that has begun is finished, however long its operations take.
    begun_s = [record["start_s"] for record in written if record["record"] == "samples"]
    assert begun_s
    assert max(begun_s) < BUDGET_S
    [end] = [record for record in written if record["record"] == "end"]
    assert end["complete"]

    checked = terminal.run("check", terminal.only_run(), "--json")
    assert checked.status == 1
    assert "oversubscribed" in json.dumps(json.loads(checked.out))
    terminal.assert_nothing_left()
