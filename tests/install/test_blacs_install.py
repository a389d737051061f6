# SPDX-License-Identifier: BSD-3-Clause
"""The BLACS as a person installs them: found by CMake and pkg-config, from outside the tree."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import check
import machine
import pytest
from native import PVM_IS_MISSING
from thoroughness import is_turn_of
from user import ROOT, run_in

EXAMPLES = ROOT / "examples" / "blacs"
HAS_PVM = is_turn_of(check.PVM) and machine.has_pvm()
HAS_BLACS64 = is_turn_of(check.BLACS64)
COMPONENTS = {
    "blacs": "strobe_blacs",
    **({"blacs64": "strobe_blacs64"} if HAS_BLACS64 else {}),
    **({"blacs-pvm": "strobe_blacs_pvm"} if HAS_PVM else {}),
}
"""What is installed today: the library of each component."""
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(strobe 0.1 REQUIRED)
set(libraries blacs blacs_static)
if(TARGET strobe::blacs64)
  list(APPEND libraries blacs64 blacs64_static)
endif()
foreach(library ${libraries})
  add_executable(cpp_${library} work_queue.cpp)
  target_link_libraries(cpp_${library} PRIVATE strobe::${library})
endforeach()
# Its integers are those of a program as old as the names.
set(libraries blacs blacs_static)
if(TARGET strobe::blacs_pvm)
  list(APPEND libraries blacs_pvm blacs_pvm_static)
endif()
foreach(library ${libraries})
  add_executable(c_${library} matrix_vector.c)
  target_link_libraries(c_${library} PRIVATE strobe::${library} m)
  set_target_properties(c_${library} PROPERTIES LINKER_LANGUAGE CXX)
endforeach()
"""


def run_on_two(program: Path, **variables: str) -> None:
    """The examples end with another status where their result is not the serial one's."""
    over_pvm = [sys.executable, ROOT / "python" / "strobe" / "launch" / "virtual_machine.py"]
    launcher = [*over_pvm, "-n", "2", "--"] if "pvm" in program.name else ["mpiexec", "-n", "2"]
    run_in([*launcher, program], program.parent, PVM_ALLOW_ROOT="1", **variables)


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installed by the commands of docs/how-to/link-the-blacs.md, and moved away."""
    folder = tmp_path_factory.mktemp("blacs")
    # Nothing is left to be built where `make check` has built it before.
    targets = [target for name in COMPONENTS.values() for target in (name, f"{name}_shared")]
    run_in(["cmake", "--build", "--preset", "release", "--target", *targets], ROOT)
    install = ["cmake", "--install", ROOT / "build" / "release", "--prefix", folder / "a"]
    for component in COMPONENTS:
        run_in([*install, "--component", component], ROOT)
    return (folder / "a").rename(folder / "moved")


def test_cmake_finds_every_library_for_c_and_for_cpp(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    for name in ("matrix_vector.c", "work_queue.cpp"):
        shutil.copy(EXAMPLES / name, tmp_path)
    build = tmp_path / "build"
    own = f"-DCMAKE_PREFIX_PATH={prefix}"
    run_in(["cmake", "-S", tmp_path, "-B", build, "-G", "Ninja", own], tmp_path)
    run_in(["cmake", "--build", build], tmp_path)
    programs = [*build.glob("c_blacs*"), *build.glob("cpp_blacs*")]
    assert len(programs) == 4 + (2 if HAS_PVM else 0) + (2 if HAS_BLACS64 else 0)
    for program in programs:
        run_on_two(program)


@pytest.mark.parametrize(
    ("package", "compiler", "source"),
    [
        ("strobe-blacs", "mpicc", "matrix_vector.c"),
        ("strobe-blacs", "mpicxx", "work_queue.cpp"),
        pytest.param(
            *("strobe-blacs64", "mpicxx", "work_queue.cpp"), marks=pytest.mark.turn(check.BLACS64)
        ),
        pytest.param(
            *("strobe-blacs-pvm", "cc", "matrix_vector.c"), marks=pytest.mark.turn(check.PVM)
        ),
    ],
)
def test_pkg_config_finds_them(
    prefix: Path, tmp_path: Path, package: str, compiler: str, source: str
) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("pkg-config is missing, 'apt install pkgconf' brings it")
    if "pvm" in package and not HAS_PVM:
        pytest.skip(PVM_IS_MISSING)
    where = {"PKG_CONFIG_PATH": str(next(prefix.glob("**/pkgconfig")))}
    flags = run_in(["pkg-config", "--cflags", "--libs", package], tmp_path, **where).split()
    standard = ["-std=c++20"] if compiler == "mpicxx" else []
    program = tmp_path / package
    run_in([compiler, *standard, EXAMPLES / source, "-o", program, *flags, "-lm"], tmp_path)
    run_on_two(program, LD_LIBRARY_PATH=str(next(prefix.glob("**/libstrobe_blacs.so")).parent))


def test_nothing_else_is_installed(prefix: Path) -> None:
    found = {file.relative_to(prefix).as_posix() for file in prefix.rglob("*") if file.is_file()}
    headers = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "include" / "strobe").rglob("*")
        if file.is_file() and file.name != "message_layer.hpp" and not file.name.startswith("bcs")
    }
    assert {name for name in found if name.startswith("include/")} == headers
    others = [name for name in found - headers if not name.startswith("lib")]
    assert others == []
