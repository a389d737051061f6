# SPDX-License-Identifier: BSD-3-Clause
"""`make setup`: quick when there is nothing to do, small, and clear where it is not allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from user import ROOT, run_in

SECOND_TIME_S = 20.0
ENVIRONMENT_MB = 500
LIBRARIES = ("fmt", "CLI11")


def prepare(clone: Path, path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the setup of `clone` with nothing but the programs of `path`."""
    python = Path(sys.base_prefix) / "bin" / "python3"
    return subprocess.run(
        [str(python), str(clone / "packaging" / "prepare.py"), *options],
        env={"PATH": str(path), "HOME": str(clone)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture
def unprivileged(tmp_path: Path) -> tuple[Path, Path]:
    """A fresh clone, and the programs of a machine without apt-get and sudo."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(".git", ".venv", "build", "results"))
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("as", "bash", "c++", "cmake", "dirname", "git", "ld", "ninja", "sh"):
        found = shutil.which(name)
        assert found is not None, f"{name} is not here"
        (programs / name).symlink_to(found)
    return clone, programs


@pytest.mark.exhaustive
def test_nothing_to_do_takes_no_time() -> None:
    """By `make check-all`, which has built all that the setup builds."""
    assert (ROOT / ".venv" / "setup.stamp").is_file(), "run `make setup` first"
    start_s = time.monotonic()
    ended = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "prepare.py")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert time.monotonic() - start_s < SECOND_TIME_S


def test_the_environment_is_small() -> None:
    """As `du` counts it, each file once."""
    files = {
        (status.st_dev, status.st_ino): status.st_blocks * 512
        for folder, _, names in os.walk(ROOT / ".venv")
        for status in ((Path(folder) / name).lstat() for name in names)
    }
    assert sum(files.values()) < ENVIRONMENT_MB * 1024**2


def test_missing_libraries_are_named_in_one_line_when_they_may_not_be_installed(
    unprivileged: tuple[Path, Path],
) -> None:
    clone, programs = unprivileged
    hidden = [f"--cmake-option=-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in LIBRARIES]
    ended = prepare(clone, programs, "bench", *hidden)
    assert ended.returncode == 1
    (sentence,) = ended.stderr.splitlines()
    assert sentence == (
        "setup: C++ libraries are missing: fmt, CLI11; install them with "
        "'apt install libfmt-dev libcli11-dev', 'dnf install fmt-devel cli11-devel' or "
        "'spack install fmt cli11'"
    )


@pytest.mark.exhaustive
def test_an_mpi_in_a_folder_with_a_blank_is_found(tmp_path: Path) -> None:
    wrapper = shutil.which("mpicxx")
    assert wrapper is not None
    mpi = Path(wrapper).parent.parent
    if not (mpi / "include" / "mpi.h").is_file():
        pytest.skip(f"the headers of the MPI in {mpi} lie elsewhere")
    (tmp_path / "a folder").mkdir()
    named = tmp_path / "a folder" / "mpi"
    named.symlink_to(mpi)
    build = tmp_path / "build"
    chosen = f"-DMPI_CXX_COMPILER={named / 'bin' / 'mpicxx'}"
    run_in(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", chosen], tmp_path)
    run_in(["cmake", "--build", build, "--target", "strobe_layer_mpi_calls"], tmp_path)
