# SPDX-License-Identifier: BSD-3-Clause
"""bench/unfinished.py: a table that takes an hour loses nothing when it is interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest
from unfinished import Unfinished


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "runtime.cpp").write_text("int version = 1;\n")
    return folder


def interrupted() -> list[str]:
    raise KeyboardInterrupt


def not_wanted() -> list[str]:
    raise AssertionError("the row is made already")


def test_rows_outlive_an_interruption(tmp_path: Path, sources: Path) -> None:
    first = Unfinished("clients", tmp_path, sources)
    assert first.row(("hpcc", "2 ranks"), lambda: ["hpcc", "yes"]) == ["hpcc", "yes"]
    with pytest.raises(KeyboardInterrupt):
        first.row(("hpcc", "4 ranks"), interrupted)
    second = Unfinished("clients", tmp_path, sources)
    assert second.row(("hpcc", "2 ranks"), not_wanted) == ["hpcc", "yes"]
    assert second.row(("hpcc", "4 ranks"), lambda: ["hpcc", "NO"]) == ["hpcc", "NO"]
    second.forget()
    assert list(tmp_path.glob("*.json")) == []


def test_rows_of_another_library_are_made_again(tmp_path: Path, sources: Path) -> None:
    Unfinished("clients", tmp_path, sources).row(("hpcc",), lambda: ["hpcc", "NO"])
    (sources / "runtime.cpp").write_text("int version = 2;\n")
    later = Unfinished("clients", tmp_path, sources)
    assert later.row(("hpcc",), lambda: ["hpcc", "yes"]) == ["hpcc", "yes"]
