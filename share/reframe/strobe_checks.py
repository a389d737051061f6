# SPDX-License-Identifier: BSD-3-Clause
# ruff: noqa: RUF012 (the attributes of a check are lists of its class)
"""Checks of a machine for ReFrame: `strobe measure`, with its figures as performance variables.

    reframe -C site.py -c strobe_checks.py -r --exec-policy=serial -S references=references.json

`strobe measure` starts the ranks itself, in the allocation that ReFrame makes. A figure that Strobe
finds too noisy to say is never compared with a reference: the check fails and names the cell.
"""

import json
from pathlib import Path

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.backends import getlauncher
from reframe.core.builtins import run_after, run_before, sanity_function, variable
from reframe.core.exceptions import ReframeError

FIGURES = "figures.json"
RESULTS = "results"


class StrobeCheck(rfm.RunOnlyRegressionTest):
    """What all checks with Strobe have in common."""

    ranks = variable(int, value=2)
    launches = variable(int, value=3)
    budget_s = variable(int, value=60)
    relative_error = variable(float, value=0.025)
    """Wanted half-width of each median's interval; a figure may have up to 0.1, or this."""
    references = variable(str, value="")
    """A JSON file: for each SYSTEM:PARTITION the references of its performance variables, each as
    [value, lower, upper, unit], where lower and upper are fractions or null."""

    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "strobe"
    exclusive_access = True

    @run_after("init")
    def measure(self):
        self.num_tasks = self.ranks
        self.executable_opts = [
            "measure", *self.measured, "-n", str(self.ranks), "--launches", str(self.launches),
            "--budget", str(self.budget_s), "--relative-error", str(self.relative_error),
            "--output", RESULTS, "--quiet",
        ]  # fmt: skip
        self.postrun_cmds = [f"strobe export {RESULTS}/* --format json --output {FIGURES}"]
        self.keep_files = [FIGURES]

    @run_before("run")
    def start_no_ranks(self):
        self.job.launcher = getlauncher("local")()

    @run_after("setup")
    def read_references(self):
        if not self.references:
            return
        file = Path(self.prefix) / self.references
        try:
            known = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ReframeError(f"references: {file}: {error}") from error
        self.reference = {
            place: {name: tuple(bounds) for name, bounds in own.items()}
            for place, own in known.items()
        }

    @sanity_function
    def every_cell_has_a_figure(self):
        refused = [f"{cell['cell']}: {cell['refusal']}" for cell in self.cells() if cell["refusal"]]
        return sn.assert_false(refused, "; ".join(refused))

    @run_before("performance")
    def name_the_figures(self):
        """One performance variable a cell."""
        cells = self.cells()
        for cell in cells:
            value, unit = self.figure(cell)
            made = sn.make_performance_function(sn.defer(value), unit)
            self.perf_variables[name_of(cell, cells)] = made

    def cells(self):
        """The cells of the run, as `strobe export --format json` writes them."""
        text = (Path(self.stagedir) / FIGURES).read_text(encoding="utf-8")
        return json.loads(text)["cells"]

    def figure(self, cell):
        """The value of a cell and its unit: the median time of an operation."""
        return cell["median_s"] * 1e6, "us"


def name_of(cell, cells):
    """The kernel, with the values of the axes in which its cells differ: `echo_size_bytes_1024`."""
    points = [other["point"] for other in cells if other["kernel"] == cell["kernel"]]
    own = cell["point"]
    axes = [axis for axis in own if any(point.get(axis) != own[axis] for point in points)]
    return "_".join([cell["kernel"], *(f"{axis}_{own[axis]}" for axis in axes)])


@rfm.simple_test
class StrobeLatency(StrobeCheck):
    """Half of a round trip of short messages between two ranks."""

    descr = "latency between two ranks"
    measured = ["--kernel", "echo", "--size", "8,1Ki"]
    tags = {"strobe", "latency"}


@rfm.simple_test
class StrobeBandwidth(StrobeCheck):
    """The rate of long messages between two ranks."""

    descr = "bandwidth between two ranks"
    measured = ["--kernel", "echo", "--size", "256Ki,1Mi"]
    tags = {"strobe", "bandwidth"}

    def figure(self, cell):
        return cell["bytes_per_s"] / 1e9, "GB/s"


@rfm.simple_test
class StrobeCollectives(StrobeCheck):
    """Collectives over all ranks."""

    descr = "collectives"
    measured = ["--kernel", "barrier", "--kernel", "allreduce", "--size", "8"]
    tags = {"strobe", "collectives"}
