# SPDX-License-Identifier: BSD-3-Clause
"""A bench for another MPI is built once, from a small project in place of the real one."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from strobe.base import resources
from strobe.base.errors import StrobeError
from strobe.launch import build
from strobe.launch.mpi import Mpi

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
if(NOT MPI_CXX_COMPILER STREQUAL "/mpi/bin/mpicxx")
  message(FATAL_ERROR "the wrong MPI")
endif()
add_custom_target(strobe-bench
  COMMAND ${CMAKE_COMMAND} -E copy src/bench ${CMAKE_BINARY_DIR}/bin/strobe-bench
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources of which a bench is made within a second."""
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not on this machine")
    folder = tmp_path / "source"
    (folder / "src").mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(PROJECT)
    program = folder / "src" / "bench"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(resources, "source", lambda: folder)
    monkeypatch.setattr(resources, "cache", lambda: tmp_path / "cache")
    return folder


def an_mpi(prefix: str = "/mpi", version: str = "5.0") -> Mpi:
    return Mpi("Open MPI", version, prefix, f"{prefix}/bin/mpicxx", "openmpi", "mpiexec")


def test_a_bench_is_built_and_then_kept(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = build.bench_for(an_mpi())
    assert os.access(bench, os.X_OK)
    assert "building the bench for Open MPI 5.0 (once" in capsys.readouterr().err
    assert build.bench_for(an_mpi()) == bench
    assert capsys.readouterr().err == ""


def test_another_version_and_other_sources_make_another_bench(source: Path) -> None:
    first = build.bench_for(an_mpi())
    assert build.bench_for(an_mpi(version="5.1")) != first
    (source / "src" / "more.cpp").write_text("// more\n")
    assert build.bench_for(an_mpi()) != first


def test_a_build_that_makes_no_file_is_refused(source: Path) -> None:
    """The target of a runtime that is left out for an MPI is there, and makes nothing."""
    listing = source / "CMakeLists.txt"
    listing.write_text(f"{PROJECT}add_custom_target(strobe_run)\n")
    product = build.Product("the runtime", "strobe_run", "lib/libstrobe_run_openmpi.so", "run-")
    for _ in range(2):
        with pytest.raises(StrobeError) as refused:
            build.built_for(an_mpi(), product)
        assert str(refused.value).startswith(
            "the build of the runtime for Open MPI 5.0 produced no "
            "libstrobe_run_openmpi.so: this MPI may not be supported; see "
        )


def test_a_long_build_shows_how_far_it_is(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "STEPS_SHOWN_S", 0.0)
    log = source / "log"
    step = ["sh", "-c", "echo '[3/7] Building'; sleep 1"]
    assert build._run(step, log, "the bench") == 0
    assert "strobe: building the bench: 3 of 7 steps done\n" in capsys.readouterr().err


def test_the_place_of_a_product_is_known_before_it_is_built(source: Path) -> None:
    place = build.place_of(an_mpi(), build.BENCH)
    assert not place.exists()
    assert build.bench_for(an_mpi()) == place


# C++ bindings, as Open MPI 4 has them: their library is not linked.
CXX = """
#if defined(__cplusplus) && !defined(OMPI_SKIP_MPICXX)
struct Comm { Comm(); };
static Comm world;
#endif
"""


def version(major: int, minor: int) -> str:
    return f"#define MPI_VERSION {major}\n#define MPI_SUBVERSION {minor}\n"


# As much of an mpi.h as is asked, and the flavour that it has.
HEADERS = {
    "Open MPI 5": ("openmpi", f"#define OPEN_MPI 1\n{version(3, 1)}{CXX}"),
    "MPICH 3.2": ("mpich", f"#define MPICH_NUMVERSION 30200300\n{version(3, 1)}"),
    "MPICH 5": ("mpich", f"#define MPICH_NUMVERSION 50002300\n{version(5, 0)}"),
    "the ABI": ("abi", f"#define MPI_H_ABI\n{version(5, 0)}"),
    "MPICH 3.1": ("", f"#define MPICH_NUMVERSION 30100300\n{version(3, 0)}"),
    "another": ("", version(4, 0)),
}
ASKS = """
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
add_library(MPI::MPI_CXX INTERFACE IMPORTED)
set(MPI_CXX_INCLUDE_DIRS "${CMAKE_SOURCE_DIR}")
include(FLAVOUR_FILE)
file(WRITE "${CMAKE_BINARY_DIR}/flavour" "${STROBE_MPI_FLAVOUR}")
"""


@pytest.mark.parametrize(("flavour", "header"), HEADERS.values(), ids=HEADERS)
def test_the_flavour_is_read_from_the_header_alone(
    tmp_path: Path, flavour: str, header: str
) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not on this machine")
    file = Path(__file__).resolve().parents[2] / "cmake" / "mpi_flavour.cmake"
    (tmp_path / "CMakeLists.txt").write_text(ASKS.replace("FLAVOUR_FILE", str(file)))
    (tmp_path / "mpi.h").write_text(header)
    subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build"], check=True, stdout=subprocess.DEVNULL
    )
    assert (tmp_path / "build" / "flavour").read_text() == flavour


def test_a_failing_build_is_one_sentence_with_its_log(source: Path) -> None:
    with pytest.raises(
        StrobeError, match=r"for Open MPI 5\.0 failed: the wrong MPI; see "
    ) as refused:
        build.bench_for(an_mpi("/other"))
    log = Path(str(refused.value).rpartition("see ")[2])
    assert "the wrong MPI" in log.read_text()
    # What failed is not taken for a bench the next time either.
    with pytest.raises(StrobeError, match="failed: the wrong MPI; see "):
        build.bench_for(an_mpi("/other"))


def test_without_sources_nothing_can_be_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "source", lambda: None)
    with pytest.raises(StrobeError, match="install Strobe from a checkout"):
        build.bench_for(an_mpi())


def test_two_that_want_one_bench_build_it_once(source: Path) -> None:
    lists = source / "CMakeLists.txt"
    count = (
        "COMMAND ${CMAKE_COMMAND} -E echo built\n  COMMAND ${CMAKE_COMMAND} -E sleep 0.5\n  COMMAND"
    )
    lists.write_text(lists.read_text().replace("COMMAND", count, 1))
    context = multiprocessing.get_context("fork")
    both = [context.Process(target=build.bench_for, args=(an_mpi(),)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join(timeout=60)
    assert [process.exitcode for process in both] == [0, 0]
    (log,) = (source.parent / "cache").glob("*/build.log")
    assert log.read_text().splitlines().count("built") == 1


def test_a_build_that_is_stopped_leaves_no_process(source: Path) -> None:
    lists = source / "CMakeLists.txt"
    slow = f"COMMAND sh -c 'echo $$$$ > {source.parent}/pid && exec sleep 60'\n  COMMAND"
    lists.write_text(lists.read_text().replace("COMMAND", slow, 1))
    pid = source.parent / "pid"

    def stop() -> None:
        while not (pid.exists() and pid.read_text()):
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)

    watcher = threading.Thread(target=stop, daemon=True)
    watcher.start()
    with pytest.raises(KeyboardInterrupt):
        build.bench_for(an_mpi())
    with contextlib.suppress(FileNotFoundError):  # a zombie that waits for its reaper has no words
        assert Path(f"/proc/{int(pid.read_text())}/cmdline").read_text() == ""


def test_what_a_checkout_has_not_built_is_built_when_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make report` builds the bench alone."""
    if shutil.which("cmake") is None or shutil.which("ninja") is None:
        pytest.skip("cmake or ninja is not on this machine")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(small LANGUAGES NONE)\n"
        "set(bin ${CMAKE_BINARY_DIR}/bin)\nfile(MAKE_DIRECTORY ${bin})\n"
        "add_custom_command(OUTPUT ${bin}/tool COMMAND ${CMAKE_COMMAND} -E touch ${bin}/tool)\n"
        "add_custom_target(tool DEPENDS ${bin}/tool)\n"
        "add_custom_command(OUTPUT ${bin}/broken COMMAND false)\n"
        "add_custom_target(broken DEPENDS ${bin}/broken)\n"
    )
    folder = tmp_path / "release"
    subprocess.run(
        ["cmake", "-S", tmp_path, "-B", folder, "-G", "Ninja"], check=True, capture_output=True
    )
    monkeypatch.setattr(resources, "release", lambda: folder)
    tool = build.Product("the tool", "tool", "bin/tool")
    assert build.in_checkout(tool) == folder / "bin" / "tool"
    assert capsys.readouterr().err == "strobe: building the tool (once, about a minute)\n"
    assert build.in_checkout(tool) == folder / "bin" / "tool"
    assert capsys.readouterr().err == ""
    with pytest.raises(StrobeError, match=r"the build of the tool failed: see .*broken\.log"):
        build.in_checkout(build.Product("the tool", "broken", "bin/broken"))
    # A file that this build does not make is another one's.
    assert build.in_checkout(build.Product("another", "another", "bin/another")) is None
