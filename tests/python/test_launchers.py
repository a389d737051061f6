# SPDX-License-Identifier: BSD-3-Clause
"""Launchers and MPIs, told from made-up programs: what is found, what is chosen, how it is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from strobe.errors import StrobeError
from strobe.launch import launchers, mpi
from strobe.launch.launchers import Job

SAYS = {
    "hydra": "HYDRA build details:\n    Version:     4.2.1\n    Launchers available: ssh slurm",
    "openmpi": "mpiexec (Open MPI) 4.1.4\n\nReport bugs to nobody",
    "intelmpi": "Intel(R) MPI Library for Linux* OS, Version 2021.18.1 Build 20260626 (id: b)",
    "srun": "slurm-wlm 22.05.8",
}
VERSIONS = {"hydra": "4.2.1", "openmpi": "4.1.4", "intelmpi": "2021.18.1", "srun": "22.05.8"}


def program(path: Path, says: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ncat <<'end'\n{says}\nend\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", SAYS)
def test_each_launcher_is_recognised_by_what_it_says(tmp_path: Path, name: str) -> None:
    path = program(tmp_path / launchers.registered()[name].programs[0], SAYS[name])
    found = launchers.recognise(path)
    assert found is not None
    assert (found.name, found.version, found.executable) == (name, VERSIONS[name], path)


def test_a_program_that_is_no_launcher_is_not_recognised(tmp_path: Path) -> None:
    assert launchers.recognise(program(tmp_path / "mpiexec", "hello")) is None
    assert launchers.recognise(tmp_path / "nothing") is None


@pytest.mark.parametrize(
    ("name", "job", "words"),
    [
        ("hydra", Job(2, 2), "-n 2 -bind-to core"),
        ("hydra", Job(4, 2), "-n 4"),
        ("hydra", Job(2, 2, extra=("-bind-to", "socket")), "-n 2 -bind-to socket"),
        ("openmpi", Job(2, 2), "-n 2 --bind-to core"),
        ("openmpi", Job(4, 2, extra=("-v",)), "-n 4 --oversubscribe -v"),
        ("intelmpi", Job(2, 2), "-n 2"),
        (
            "srun",
            Job(2, 2, mpi="MPICH"),
            "--ntasks=2 --mpi=pmi2 --kill-on-bad-exit=1 --cpu-bind=cores",
        ),
        (
            "srun",
            Job(4, 2, mpi="Open MPI"),
            "--ntasks=4 --mpi=pmix --kill-on-bad-exit=1 --overcommit",
        ),
        ("hydra", Job(4, 4, hosts=("a", "b"), may_bind=False), "-n 4 -hosts a,b -ppn 2"),
        ("intelmpi", Job(3, 3, hosts=("a", "b")), "-n 3 -hosts a,b -ppn 2"),
        ("openmpi", Job(3, 3, hosts=("a", "b"), may_bind=False), "-n 3 --host a:2,b:2"),
        (
            "srun",
            Job(4, 4, mpi="MPICH", hosts=("a", "b"), may_bind=False),
            "--ntasks=4 --mpi=pmi2 --kill-on-bad-exit=1 --nodelist=a,b --nodes=2 "
            "--ntasks-per-node=2 --distribution=block",
        ),
    ],
)
def test_each_launcher_is_told_in_its_own_words(name: str, job: Job, words: str) -> None:
    launcher = launchers.registered()[name](Path("/mpi/bin/run"), "1")
    assert launcher.command(job) == ["/mpi/bin/run", *words.split()]


def test_crowded_ranks_of_mpich_are_told_to_yield() -> None:
    hydra = launchers.registered()["hydra"](Path("mpiexec"), "1")
    assert hydra.environment(Job(2, 2)) == {}
    assert hydra.environment(Job(3, 2)) == {
        "MPIR_CVAR_CH4_PROGRESS_THROTTLE": "1",
        "MPIR_CVAR_CH4_PROGRESS_THROTTLE_NO_PROGRESS_COUNT": "100",
    }


def test_open_mpi_runs_for_root_only_when_told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    openmpi = launchers.registered()["openmpi"](Path("mpiexec"), "1")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert openmpi.environment(Job(2, 2)) == {}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert set(openmpi.environment(Job(2, 2))) == {
        "OMPI_ALLOW_RUN_AS_ROOT",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
    }


def test_of_each_folder_one_launcher_of_a_kind_is_found(tmp_path: Path) -> None:
    for path in ("a/mpiexec", "a/mpirun", "b/mpirun"):
        program(tmp_path / path, SAYS["hydra"])
    program(tmp_path / "b" / "mpiexec", SAYS["openmpi"])
    found = launchers.found([tmp_path / "a", tmp_path / "b", tmp_path / "a"])
    assert [(one.name, str(one.executable.relative_to(tmp_path))) for one in found] == [
        ("hydra", "a/mpiexec"),
        ("openmpi", "b/mpiexec"),
        ("hydra", "b/mpirun"),
    ]


def test_a_launcher_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StrobeError, match="did you mean 'openmpi'"):
        launchers.by_name("openmp", [tmp_path])
    with pytest.raises(StrobeError, match="is not on this machine"):
        launchers.by_name("openmpi", [tmp_path])


def test_an_mpi_is_named_by_its_prefix_its_bin_or_its_compiler(tmp_path: Path) -> None:
    program(tmp_path / "bin" / "mpiexec", SAYS["openmpi"])
    compiler = program(tmp_path / "bin" / "mpicxx", "")
    for path in (tmp_path, tmp_path / "bin", compiler):
        found = mpi.at(path)
        assert (found.name, found.version, found.launcher) == ("Open MPI", "4.1.4", "openmpi")
        assert (found.prefix, found.compiler) == (str(tmp_path), str(compiler))


def test_debians_alternatives_keep_launcher_and_compiler_together(tmp_path: Path) -> None:
    for name, says in (("openmpi", SAYS["openmpi"]), ("mpich", SAYS["hydra"])):
        program(tmp_path / f"mpiexec.{name}", says)
        program(tmp_path / f"mpicxx.{name}", "")
    (tmp_path / "mpiexec").symlink_to("mpiexec.openmpi")
    (tmp_path / "mpicxx").symlink_to("mpicxx.mpich")
    assert mpi.at(tmp_path / "mpicxx").name == "MPICH"
    assert mpi.at(tmp_path / "mpicxx.openmpi").name == "Open MPI"


def test_what_is_no_mpi_is_refused_with_the_reason(tmp_path: Path) -> None:
    program(tmp_path / "bin" / "mpicxx", "")
    with pytest.raises(StrobeError, match="there is no mpiexec that answers --version"):
        mpi.at(tmp_path)
    with pytest.raises(StrobeError, match="there is no such file or folder"):
        mpi.at(tmp_path / "nowhere")


def test_all_mpis_of_path_are_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("hydra", "openmpi"):
        program(tmp_path / name / "bin" / "mpiexec", SAYS[name])
        program(tmp_path / name / "bin" / "mpicxx", "")
    bins = [str(tmp_path / name / "bin") for name in ("hydra", "openmpi", "hydra")]
    monkeypatch.setenv("PATH", os.pathsep.join([*bins, "/usr/bin", "/bin"]))
    here = [found for found in mpi.installed() if found.prefix.startswith(str(tmp_path))]
    assert [found.name for found in here] == ["MPICH", "Open MPI"]
