# SPDX-License-Identifier: BSD-3-Clause
"""The examples do what they say."""

from __future__ import annotations

import runpy
import sys
import tomllib
from pathlib import Path

import pytest
from synthetic import write_run

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_read_a_run_names_every_kernel_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_run(tmp_path / "run")
    monkeypatch.setattr(sys, "argv", ["read_a_run.py", str(folder)])
    runpy.run_path(str(EXAMPLES / "read_a_run.py"), run_name="__main__")
    kernels = [line.split()[0].rstrip(":") for line in capsys.readouterr().out.splitlines()]
    assert "echo" in kernels
    assert "barrier" in kernels
    assert len(kernels) == len(set(kernels))


def test_own_suite_has_what_a_suite_has() -> None:
    suite = tomllib.loads((EXAMPLES / "own_suite.toml").read_text(encoding="utf-8"))
    assert suite["name"] == "own_suite"
    assert {experiment["kernel"] for experiment in suite["experiment"]} == {"echo", "exchange"}
