# SPDX-License-Identifier: BSD-3-Clause
"""The checks for ReFrame agree with Strobe's options and its JSON.

ReFrame itself is too large for the tools of the tests (200 MB): what the checks use of it is
replaced here, and docs/how-to/test-a-machine-in-ci.md has the command that ran them under ReFrame.
"""

from __future__ import annotations

import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import synthetic
from places import ROOT

from strobe.base.errors import StrobeError
from strobe.cli import app
from strobe.cli.main import main

CHECKS = ROOT / "share" / "reframe" / "strobe_checks.py"
NAMES = ("StrobeLatency", "StrobeBandwidth", "StrobeCollectives")


class RunOnlyRegressionTest:
    """What a check inherits."""

    def __init__(self) -> None:
        self.perf_variables: dict[str, Any] = {}
        self.job = SimpleNamespace(launcher=None)
        self.prefix = self.stagedir = ""


class SanityError(Exception):
    """A check whose output is wrong."""


def assert_false(value: object, message: str) -> bool:
    if value:
        raise SanityError(message)
    return True


def hook(_: str) -> Callable[[Any], Any]:
    return lambda function: function


def modules() -> dict[str, ModuleType]:
    def module(name: str, **members: object) -> ModuleType:
        made = ModuleType(name)
        vars(made).update(members)
        return made

    def same(one: Any) -> Any:
        return one

    sanity = module(
        "reframe.utility.sanity",
        assert_false=assert_false,
        defer=same,
        make_performance_function=lambda value, unit: (value, unit),
    )
    utility = module("reframe.utility", sanity=sanity)
    return {
        "reframe": module(
            "reframe", RunOnlyRegressionTest=RunOnlyRegressionTest, simple_test=same,
            utility=utility,
        ),
        "reframe.utility": utility,
        "reframe.utility.sanity": sanity,
        "reframe.core": module("reframe.core"),
        "reframe.core.backends": module(
            "reframe.core.backends", getlauncher=lambda name: lambda: name
        ),
        "reframe.core.builtins": module(
            "reframe.core.builtins", run_after=hook, run_before=hook, sanity_function=same,
            variable=lambda _, value: value,
        ),
        "reframe.core.exceptions": module("reframe.core.exceptions", ReframeError=ValueError),
    }  # fmt: skip


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name, module in modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    return runpy.run_path(str(CHECKS))


@pytest.mark.parametrize("name", NAMES)
def test_strobe_accepts_the_command_line(
    name: str, checks: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets as far as to ask for the bench."""
    check = checks[name]()
    check.measure()
    asked = []

    def prepare(suite: str | None, options: Any) -> None:
        asked.append(options)
        raise StrobeError("far enough")

    monkeypatch.setattr("strobe.cli.measure.prepare", prepare)
    assert check.executable == "strobe"
    with pytest.raises(StrobeError, match="far enough"):
        app.called(check.executable_opts)
    (options,) = asked
    assert options.kernel == [
        check.measured[i + 1] for i, w in enumerate(check.measured) if w == "--kernel"
    ]
    assert (options.ranks, options.launches, options.budget) == (2, 3, 60)
    check.start_no_ranks()
    assert check.job.launcher == "local"


@pytest.fixture
def exported(checks: dict[str, Any], tmp_path: Path) -> Any:
    """A check whose run has been exported by its own command."""
    check = checks["StrobeBandwidth"]()
    check.measure()
    synthetic.write_run(tmp_path / "results" / "run", launches=2)
    (command,) = check.postrun_cmds
    program, *words = command.replace("results/*", str(tmp_path / "results" / "run")).split()
    assert program == "strobe"
    words[words.index("--output") + 1] = str(tmp_path / words[words.index("--output") + 1])
    assert main(words) == 0
    check.stagedir = str(tmp_path)
    return check


def test_each_cell_is_a_performance_variable(exported: Any) -> None:
    kept = [cell for cell in exported.cells() if cell["kernel"] == "echo" and cell["bytes_per_s"]]
    exported.cells = lambda: kept
    assert exported.every_cell_has_a_figure()
    exported.name_the_figures()
    assert len(exported.perf_variables) == len(kept)
    value, unit = exported.perf_variables["echo_size_bytes_1048576"]
    assert unit == "GB/s"
    assert value == pytest.approx(36.0, rel=0.1)


def test_a_cell_without_a_figure_fails_the_check(exported: Any) -> None:
    with pytest.raises(SanityError, match="byte 17 is 0x00"):
        exported.every_cell_has_a_figure()


def test_references_are_read(checks: dict[str, Any], tmp_path: Path) -> None:
    check = checks["StrobeLatency"]()
    check.prefix, check.references = str(tmp_path), "references.json"
    with pytest.raises(ValueError, match=r"references: .*references\.json: "):
        check.read_references()
    told = {"cluster:node": {"echo_size_bytes_8": [1.2, None, 0.1, "us"]}}
    (tmp_path / "references.json").write_text(json.dumps(told))
    check.read_references()
    assert check.reference == {"cluster:node": {"echo_size_bytes_8": (1.2, None, 0.1, "us")}}
