# SPDX-License-Identifier: BSD-3-Clause
"""The BCS API as a person installs it: found by CMake and pkg-config, without an MPI."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from user import ROOT, run_in

STROBE = Path(sys.executable).parent / "strobe"
EXAMPLE = ROOT / "examples" / "bcs" / "halo_exchange.c"
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES C CXX)
find_package(strobe 0.1 REQUIRED COMPONENTS bcs)
if(TARGET MPI::MPI_CXX)
  message(FATAL_ERROR "the BCS API asks for no MPI")
endif()
add_executable(shared halo_exchange.c)
target_link_libraries(shared PRIVATE strobe::bcs)
add_executable(static halo_exchange.c)
target_link_libraries(static PRIVATE strobe::bcs_static)
add_executable(cpp in_cpp.cpp)
target_link_libraries(cpp PRIVATE strobe::bcs)
"""
IN_CPP = """
#include <strobe/bcs_simulation.h>
int main() {
  bcs_machine machine;
  bcs_machine_initialise(&machine);
  bcs_outcome outcome;
  if (bcs_simulate(&machine, [](void*) { bcs_barrier(bcs_world, bcs_blocking, nullptr); }, nullptr,
                   &outcome) != bcs_ok) {
    return 2;
  }
  const int status = outcome.end == bcs_end_finished ? 0 : 1;
  bcs_outcome_free(&outcome);
  return status;
}
"""


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installed by the two commands of docs/how-to/use-the-bcs-api.md, and moved away."""
    folder = tmp_path_factory.mktemp("bcs")
    targets = ["strobe_bcs", "strobe_bcs_shared"]
    run_in(["cmake", "--build", "--preset", "release", "--target", *targets], ROOT)
    run_in(
        [
            *("cmake", "--install", ROOT / "build" / "release", "--component", "bcs"),
            *("--prefix", folder / "a"),
        ],
        ROOT,
    )
    return (folder / "a").rename(folder / "moved")


def test_cmake_finds_it_for_c_and_for_cpp(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "in_cpp.cpp").write_text(IN_CPP)
    shutil.copy(EXAMPLE, tmp_path)
    build = tmp_path / "build"
    own = f"-DCMAKE_PREFIX_PATH={prefix}"
    run_in(["cmake", "-S", tmp_path, "-B", build, "-G", "Ninja", own], tmp_path)
    run_in(["cmake", "--build", build], tmp_path)
    assert run_in([build / "shared"], tmp_path) == run_in([build / "static"], tmp_path)
    run_in([build / "cpp"], tmp_path)


def test_pkg_config_finds_it(prefix: Path, tmp_path: Path) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("pkg-config is missing, 'apt install pkgconf' brings it")
    where = {"PKG_CONFIG_PATH": str(next(prefix.glob("**/pkgconfig")))}
    flags = run_in(["pkg-config", "--cflags", "--libs", "strobe-bcs"], tmp_path, **where).split()
    run_in(["cc", "-std=c99", EXAMPLE, "-o", tmp_path / "halo", *flags], tmp_path)
    library = next(prefix.glob("**/libstrobe_bcs.so"))
    said = [
        run_in([tmp_path / "halo", "deterministic", nodes, each], tmp_path,
            LD_LIBRARY_PATH=str(library.parent))
        for nodes, each in (("8", "1"), ("2", "4"))
    ]  # fmt: skip
    changes = {line.split("change ")[1] for line in said}
    assert len(changes) == 1, "a sum has the same bits wherever the processes are"


def test_strobe_run_starts_it_as_real_processes(prefix: Path, tmp_path: Path) -> None:
    """The change of the rod has the bits that it has on the simulator."""
    library = next(prefix.glob("**/libstrobe_bcs.so")).parent
    halo = tmp_path / "halo"
    flags = [f"-I{prefix / 'include'}", f"-L{library}", "-lstrobe_bcs", f"-Wl,-rpath,{library}"]
    run_in(["cc", "-std=c99", EXAMPLE, "-o", halo, *flags], tmp_path)
    for ranks in ("1", "3"):
        simulated = run_in([halo, "deterministic", ranks, "1"], tmp_path)
        real = run_in([STROBE, "run", "-n", ranks, halo, "run"], tmp_path)
        assert real == "change " + simulated.split("change ")[1]


def test_the_library_shows_the_names_of_the_header_and_no_others(prefix: Path) -> None:
    library = next(prefix.glob("**/libstrobe_bcs.so"))
    listed = run_in(["nm", "--dynamic", "--defined-only", "--format=posix", library], prefix)
    names = {line.split()[0] for line in listed.splitlines()}
    headers = "".join(header.read_text() for header in prefix.glob("include/strobe/*.h"))
    assert names
    assert all(name.startswith("bcs_") and f"{name}(" in headers for name in names)
    assert headers.count("\nSTROBE_BCS_API ") == len(names)


def test_nothing_else_is_installed(prefix: Path) -> None:
    found = {file.relative_to(prefix).as_posix() for file in prefix.rglob("*") if file.is_file()}
    headers = {
        f"include/strobe/{name}.h" for name in ("bcs", "bcs_core", "bcs_run", "bcs_simulation")
    }
    assert {name for name in found if name.startswith("include/")} == headers
    assert [name for name in found - headers if not name.startswith("lib")] == []
