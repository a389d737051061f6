# SPDX-License-Identifier: BSD-3-Clause
"""Tests load the runtime, whatever the path of the checkout is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from places import ROOT
from preloading import preloaded

LIBRARY = ROOT / "build" / "release" / "lib" / "libstrobe_run_memory.so"


def test_a_library_in_a_folder_with_a_blank_is_loaded(tmp_path: Path) -> None:
    if not LIBRARY.exists():
        pytest.skip(f"{LIBRARY.name} is not built")
    folder = tmp_path / "with a blank"
    folder.mkdir()
    library = folder / LIBRARY.name
    shutil.copy(LIBRARY, library)
    done = subprocess.run(
        ["cat", "/proc/self/maps"], env={**os.environ, **preloaded(library)}, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    assert str(library) in done.stdout
    assert done.stderr == ""


def test_tests_in_cpp_load_the_runtime_by_its_name_and_fail_without_it() -> None:
    ctest, folder = shutil.which("ctest"), ROOT / "build" / "release"
    if ctest is None or not (folder / "CTestTestfile.cmake").exists():
        pytest.skip("build/release is not configured")
    words = [ctest, "--test-dir", str(folder), "--show-only=json-v1", "-L", "^coscheduled$"]
    shown = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)
    tests = json.loads(shown.stdout)["tests"]
    assert tests
    for test in tests:
        properties = {each["name"]: each["value"] for each in test["properties"]}
        variables = dict(each.split("=", 1) for each in properties["ENVIRONMENT"])
        assert variables["LD_PRELOAD"].startswith("libstrobe_run_"), test["name"]
        assert "cannot be preloaded" in properties["FAIL_REGULAR_EXPRESSION"], test["name"]
