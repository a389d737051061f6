# SPDX-License-Identifier: BSD-3-Clause
"""Which BLAS libraries a run compares: those that are named, and those that a machine has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from strobe.base.errors import StrobeError
from strobe.launch import libraries


def made(path: Path) -> Path:
    """An empty file with the folders that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any BLAS, below a folder of ours."""
    monkeypatch.setattr(libraries.sys, "path", [])
    monkeypatch.setattr(libraries.site, "getsitepackages", list)
    monkeypatch.setattr(libraries.site, "getusersitepackages", lambda: str(tmp_path / "user"))
    monkeypatch.setattr(libraries, "_ALTERNATIVES", f"{tmp_path}/usr/lib/*/*/libblas.so.3")
    monkeypatch.setattr(libraries, "_FOLDERS", (str(tmp_path / "usr/lib64"),))
    # The folder of Debian's libraries is named after the processor, and no machine is called so.
    monkeypatch.setattr(
        libraries.os, "uname", lambda: os.uname_result(("Linux", "n", "6", "1", "pretended"))
    )
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    monkeypatch.delenv("MKLROOT", raising=False)
    return tmp_path


def test_a_machine_without_a_blas_has_none(bare: Path) -> None:
    assert list(libraries.here()) == []
    assert libraries.resolve([libraries.AUTO]) == []
    assert libraries.resolve([]) == []


def test_wheels_bring_theirs(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = bare / "env/lib/python3.11/site-packages"
    numpy = made(packages / "numpy.libs/libscipy_openblas64_-32a4b2a6.so")
    scipy = made(packages / "scipy.libs/libscipy_openblas-6cdc3b4a.so")
    long = made(packages / "scipy_openblas64/lib/libscipy_openblas64_.so")
    mkl = made(bare / "env/lib/libmkl_rt.so.2")
    # Another folder of the path is not searched, whatever lies in it.
    made(bare / "elsewhere/numpy.libs/libscipy_openblas.so")
    monkeypatch.setattr(libraries.sys, "path", [str(bare / "elsewhere"), str(packages)])
    found = {name: path.resolve() for name, path in libraries.here()}
    assert found == {"numpy": numpy, "scipy": scipy, "scipy-openblas64": long, "mkl": mkl}


def test_alternatives_of_debian_have_the_names_of_their_folders(bare: Path) -> None:
    machine = bare / "usr/lib/pretended-linux-gnu"
    for folder in ("blas", "openblas-pthread", "blis-serial"):
        made(machine / folder / "libblas.so.3")
    found = {name: path.parent.name for name, path in libraries.here()}
    assert found == {
        "netlib": "blas", "openblas-pthread": "openblas-pthread", "blis-serial": "blis-serial",
    }  # fmt: skip


def test_folders_of_the_system_and_of_the_environment_are_searched(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = made(bare / "usr/lib64/libopenblas.so.0")
    told = made(bare / "told/libblis.so.4")
    below = made(bare / "root/lib/libmkl_rt.so.2")
    monkeypatch.setenv("LD_LIBRARY_PATH", f"{bare / 'told'}::/nowhere")
    monkeypatch.setenv("MKLROOT", str(bare / "root"))
    assert dict(libraries.here()) == {"openblas": system, "blis": told, "mkl": below}


def test_a_file_and_a_name_are_found_once(bare: Path) -> None:
    folder = bare / "usr/lib64"
    first = made(folder / "libopenblas.so.0")
    made(folder / "libopenblasp.so.0")
    (folder / "libblas.so.3").symlink_to(first)
    assert list(libraries.here()) == [("openblas", first)]


def test_auto_stands_beside_what_is_named(bare: Path) -> None:
    system = made(bare / "usr/lib64/libblis.so.4")
    own = made(bare / "own/libmine-2.so.1")
    assert libraries.resolve(["auto", str(own)]) == [f"blis={system}", f"mine-2={own}"]
    # Who names what is found anyhow gets it once.
    assert libraries.resolve([str(system), "auto"]) == [f"blis={system}"]


def test_a_name_may_be_given(bare: Path) -> None:
    own = made(bare / "own/lib=9.so")
    assert libraries.resolve([f"mine={own}"]) == [f"mine={own}"]
    # What stands before a '=' inside a path is no name, and a name begins with a letter.
    assert libraries.resolve([str(own)]) == [f"blas_9={own}"]


def test_a_path_may_be_relative(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(bare / "libmine.so")
    monkeypatch.chdir(bare)
    assert libraries.resolve(["libmine.so"]) == [f"mine={bare / 'libmine.so'}"]


@pytest.mark.parametrize("text", ["/nowhere/libblas.so", "mine=/nowhere/libblas.so"])
def test_a_missing_file_is_one_sentence(text: str) -> None:
    with pytest.raises(
        StrobeError, match=r"^there is no BLAS at /nowhere/libblas\.so: no such file$"
    ):
        libraries.resolve([text])


def test_a_folder_is_no_library(tmp_path: Path) -> None:
    with pytest.raises(StrobeError, match="no such file"):
        libraries.resolve([str(tmp_path)])


def test_two_of_one_name_are_one_sentence(bare: Path) -> None:
    one, other = made(bare / "a/libblis.so"), made(bare / "b/libblis.so")
    with pytest.raises(
        StrobeError, match=r"^two BLAS libraries have the name blis: use --blas NAME=PATH$"
    ):
        libraries.resolve([str(one), str(other)])
    assert libraries.resolve([f"first={one}", str(other)]) == [f"first={one}", f"blis={other}"]
