# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run` where the runtime cannot be active in a real program: a status, and the reason."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import check
import pytest
from terminal import Built, Terminal

from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake, interposer
from strobe.coscheduling.handshake import RuntimeReport
from strobe.coscheduling.program import Program
from strobe.launch import mpi

CC = shutil.which("cc") or shutil.which("gcc")
SWEEP = ("steps=2", "grain=10")


def compiled(path: Path, text: str, *flags: str, compiler: str | Path | None = CC) -> Path:
    if compiler is None:
        pytest.skip("there is no C compiler")
    source = path.with_name(f"{path.name}.c")
    source.write_text(text)
    subprocess.run([compiler, "-o", path, source, *flags], check=True)
    return path


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def runtime_of(path: Path) -> Path:
    library = mpi.linked(path)
    return interposer.find(interposer.flavour_of(library, None), mpi.of(library))


@pytest.mark.parametrize("name", ["with a blank", "with:a colon", "$LIB", "${ORIGIN}"])
@pytest.mark.parametrize("is_temporary", [False, True])
def test_a_runtime_with_an_odd_path_is_active_all_the_same(
    terminal: Terminal, built: Built, name: str, *, is_temporary: bool
) -> None:
    """ld.so splits LD_PRELOAD at blanks and colons; the program then ran natively, status 0."""
    app = built("coscheduling-sweep")
    folder = terminal.folder / name
    folder.mkdir()
    library = shutil.copy(runtime_of(app), folder)
    variables = {interposer.VARIABLE: library, **({"TMPDIR": str(folder)} if is_temporary else {})}
    answer = terminal.run("run", "-n", "2", "--summary", app, *SWEEP, **variables)
    assert answer.status == 0
    assert "MPI_Send" in answer.err
    assert sorted(path.name for path in folder.iterdir()) == [Path(library).name]
    answer = terminal.run("env", app, **variables)
    assert (answer.status, answer.out) == (2, "")
    assert "LD_PRELOAD does not accept the path of the runtime" in answer.sentence


def test_a_measurement_without_the_wanted_runtime_is_an_error(terminal: Terminal) -> None:
    libc = next(path for path in mpi.libraries_of(Path(sys.executable)) if "libc." in path.name)
    words = ("measure", "--coscheduled", "--kernel", "barrier", "--budget", "2")
    answer = terminal.run(*words, **{interposer.VARIABLE: str(libc)})
    assert answer.status == 1
    assert "the runtime of strobe run was not active in the ranks" in answer.err


@pytest.mark.parametrize("clears", ["env -i", "env -u LD_PRELOAD"])
def test_a_script_that_clears_the_environment_is_told(
    terminal: Terminal, built: Built, clears: str
) -> None:
    app = built("coscheduling-sweep")
    clearing = script(terminal.folder / "clearing", f"exec {clears} {app} {' '.join(SWEEP)}")
    answer = terminal.run("run", "-n", "1", clearing)
    assert answer.status == handshake.NOT_ACTIVE
    assert answer.out.startswith("sweep checksum")
    assert "clears LD_PRELOAD, as env -i and sudo do; to accept that, add --or-native" in answer.err
    answer = terminal.run("run", "-n", "1", "--or-native", clearing)
    assert answer.status == 0
    assert "strobe: the program ran on plain MPI" in answer.sentence


CLEARS_ON_ONE_RANK = """\
case ${{PMI_RANK-$OMPI_COMM_WORLD_RANK}} in
  2) {app} {words} ;;
  *) exec {app} {words} ;;
esac
"""


def test_a_script_that_clears_the_environment_of_one_rank_ends_the_job(
    terminal: Terminal, built: Built
) -> None:
    app, words = built("coscheduling-sweep"), " ".join(SWEEP)
    body = CLEARS_ON_ONE_RANK.format(app=app, words=words)
    clearing = script(terminal.folder / "clearing", body.replace("2) ", "2) env -u LD_PRELOAD "))
    answer = terminal.run("run", "-n", "4", clearing)
    assert answer.status == handshake.NOT_ACTIVE
    told = r"strobe: the runtime is not loaded in rank 2 \(process \d+\), and the other ranks "
    assert re.match(told, answer.err.splitlines()[-1]), answer.err
    terminal.assert_nothing_left()
    whole = script(terminal.folder / "whole", body)
    assert terminal.run("run", "-n", "4", whole).status == 0


def test_ranks_that_the_mpi_does_not_connect_are_told(terminal: Terminal, built: Built) -> None:
    """Each took itself for the whole job, and answered with status 0."""
    app = built("coscheduling-sweep")
    unset = "unset PMI_RANK PMI_FD PMI_SIZE PMI_PORT PMI_ID PMIX_NAMESPACE PMIX_RANK"
    lone = script(terminal.folder / "lone", f"{unset}\nexec {app} {' '.join(SWEEP)}")
    answer = terminal.run("run", "-n", "2", lone)
    assert (answer.status, answer.out) == (handshake.NOT_ACTIVE, "")
    assert "2 ranks were started, and each is alone in MPI_COMM_WORLD" in answer.err
    answer = terminal.run("run", "-n", "2", "--or-native", lone)
    assert (answer.status, answer.out.count("sweep checksum")) == (0, 2)
    assert terminal.run("run", "-n", "1", lone).status == 0


NO_SHARED_MEMORY = """
#include <errno.h>
int memfd_create(const char* name, unsigned flags) { errno = EPERM; return -1; }
"""


def test_a_system_without_shared_memory_ends_the_program_at_its_begin(
    terminal: Terminal, built: Built
) -> None:
    app = built("coscheduling-sweep")
    shim = compiled(terminal.folder / "shim.so", NO_SHARED_MEMORY, "-shared", "-fPIC")
    reason = "the system cannot provide shared memory (Operation not permitted)"
    answer = terminal.run("run", "-n", "2", app, *SWEEP, LD_PRELOAD=str(shim))
    assert (answer.status, answer.out) == (handshake.NOT_ACTIVE, "")
    assert answer.err.splitlines()[-1] == (
        f"strobe: the runtime was not active: {reason}; to accept that, add --or-native"
    )
    answer = terminal.run("run", "-n", "2", "--or-native", app, *SWEEP, LD_PRELOAD=str(shim))
    assert answer.status == 0
    assert answer.out.startswith("sweep checksum")
    assert f"the program runs on plain MPI: {reason}\n" in answer.err


# The runtime finds the functions of the MPI by dlsym, each caller of which is told apart by its
# return address: only a call in tail position, which the compiler replaces by a jump, keeps it.
SERIALIZED = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
static int query_thread(int* level) { *level = 2; return 0; }  // MPI_THREAD_SERIALIZED
void* dlsym(void* library, const char* name) {
  static void* (*next)(void*, const char*);
  if (next == 0) next = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (strcmp(name, "PMPI_Query_thread") == 0) return query_thread;
  return next(library, name);
}
"""


def test_a_thread_for_progress_needs_an_mpi_that_several_threads_may_call(
    terminal: Terminal, built: Built
) -> None:
    words = ("-n", "2", built("coscheduling-sweep"), *SWEEP)
    shim = compiled(terminal.folder / "shim.so", SERIALIZED, "-O2", "-shared", "-fPIC")
    reason = (
        "--progress thread calls the MPI from a thread of its own, "
        "and this MPI does not provide MPI_THREAD_MULTIPLE"
    )
    answer = terminal.run("run", "--progress", "thread", *words, LD_PRELOAD=str(shim))
    assert (answer.status, answer.out) == (handshake.NOT_ACTIVE, "")
    assert answer.err.splitlines()[-1] == (
        f"strobe: the runtime was not active: {reason}; to accept that, add --or-native"
    )
    answer = terminal.run(
        "run", "--or-native", "--progress", "thread", *words, LD_PRELOAD=str(shim)
    )
    assert answer.status == 0
    assert answer.out.startswith("sweep checksum")
    assert f"the program runs on plain MPI: {reason}\n" in answer.err
    assert terminal.run("run", *words, LD_PRELOAD=str(shim)).status == 0


@pytest.mark.turn(check.ABI)
def test_a_runtime_for_another_abi_ends_the_program(terminal: Terminal, built: Built) -> None:
    app = built("coscheduling-sweep")
    other = runtime_of(app).with_name("libstrobe_run_abi.so")
    if not other.exists() or runtime_of(app) == other:
        pytest.skip("there is one flavour of the runtime here")
    for words in ([], ["--or-native"]):
        answer = terminal.run("run", *words, app, *SWEEP, **{interposer.VARIABLE: str(other)})
        assert (answer.status, answer.out) == (handshake.NOT_ACTIVE, "")
        assert (
            "only works with libmpi_abi.so.1, but the program has loaded libmpi.so.12" in answer.err
        )


def test_a_setuid_program_is_refused_before_it_runs(terminal: Terminal, built: Built) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a program to another user")
    app = Path(shutil.copy(built("coscheduling-sweep"), terminal.folder / "app"))
    os.chown(app, 65534, 65534)
    app.chmod(0o4755)
    answer = terminal.run("run", app, *SWEEP)
    assert (answer.status, answer.out) == (2, "")
    assert "is setuid or has capabilities, and ld.so ignores LD_PRELOAD" in answer.sentence
    # Behind a script it is not seen beforehand.
    answer = terminal.run("run", script(terminal.folder / "script", f"exec {app}"), *SWEEP)
    assert answer.status == handshake.NOT_ACTIVE


def test_a_static_program_may_run_natively_when_that_is_accepted(
    terminal: Terminal, tmp_path: Path
) -> None:
    app = compiled(tmp_path / "app", "int main(void) { return 7; }", "-static")
    answer = terminal.run("run", app)
    assert answer.status == 2
    assert "is a static binary" in answer.sentence
    answer = terminal.run("run", "--or-native", app)
    assert answer.status == 7
    assert "the program ran on plain MPI; the runtime was not active: " in answer.sentence
    assert "is a static binary, which cannot load the runtime" in answer.sentence


def test_a_runtime_for_another_machine_is_no_runtime(tmp_path: Path) -> None:
    library = tmp_path / "libstrobe_run.so"
    content = bytearray(Path(sys.executable).resolve().read_bytes())
    content[18:20] = (243).to_bytes(2, "little")  # RISC-V
    library.write_bytes(content)
    reason = handshake.obstacle(Path(sys.executable).resolve(), library)
    assert f"the runtime {library} is built for 64 bits and EM_RISCV" in reason


def test_nobody_else_can_exchange_the_link(tmp_path: Path) -> None:
    library = tmp_path / "a b" / "libstrobe_run_mpich.so"
    folder = tmp_path / "own"
    folder.mkdir()
    link = handshake.preloadable(library, folder)
    assert link.readlink() == library
    with pytest.raises(FileExistsError):
        handshake.preloadable(library, folder)  # it is not followed or replaced
    with pytest.raises(StrobeError, match="LD_PRELOAD does not accept the path"):
        handshake.preloadable(library, tmp_path / "c d")


def test_without_a_report_the_file_of_the_program_tells_the_reason(tmp_path: Path) -> None:
    app = compiled(tmp_path / "app", "int main(void) { return 0; }", "-static")
    reason = handshake.why_not_active(RuntimeReport(), Program([str(app)], app, None))
    assert reason == f"{app} is a static binary, which cannot load the runtime"


def test_the_help_says_what_the_status_means(terminal: Terminal) -> None:
    told = {name: " ".join(terminal.run(name, "--help").out.split()) for name in ("run", "measure")}
    assert all("Exit status: " in text for text in told.values())
    assert f"{handshake.NOT_ACTIVE} if the runtime was not active" in told["run"]
