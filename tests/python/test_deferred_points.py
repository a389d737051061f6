# SPDX-License-Identifier: BSD-3-Clause
"""Points that a run plans itself, once it knows where an echo reaches a share of its peak."""

from __future__ import annotations

from terminal import Terminal, kinds, records

SUITE = """
name = "loads"
title = "Loads that the run finds"
[full]
visits_min = 1
samples_min = 6
relative_error = 1.0
cell_budget_s = 0.1
[[experiment]]
kernel = "contention"
[experiment.axes]
load_bytes = [0, "n50"]
size_bytes = 8
[[experiment]]
kernel = "echo"
[experiment.axes]
size_bytes = { from = 0, to = "256Ki" }
"""


def test_loads_at_a_share_of_the_peak_are_measured(terminal: Terminal) -> None:
    file = terminal.folder / "loads.toml"
    file.write_text(SUITE, encoding="utf-8")
    answer = terminal.run("measure", file, "-n", "4")
    assert answer.status == 0, answer.err
    found = records(terminal.only_run())
    planned = {cell["cell"] for cell in kinds(found, "cell") if cell["kernel"] == "contention"}
    checked = {check["cell"]: check["passed"] for check in kinds(found, "verification")}
    assert len(planned) == 2
    assert {cell: checked.get(cell) for cell in planned} == dict.fromkeys(planned, True)
