# SPDX-License-Identifier: BSD-3-Clause
"""Launchers and MPIs, told from made-up programs: what is found, what is chosen, how it is told."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import msgspec
import pytest

from strobe.base.errors import StrobeError
from strobe.launch import choice, launchers, mpi
from strobe.launch.launchers import Job
from strobe.launch.mpi import Linked

SAYS = {
    "hydra": "HYDRA build details:\n    Version:     4.2.1\n    Launchers available: ssh slurm",
    "openmpi": "mpiexec (Open MPI) 4.1.4\n\nReport bugs to nobody",
    "intelmpi": "Intel(R) MPI Library for Linux* OS, Version 2021.18.1 Build 20260626 (id: b)",
    "srun": "slurm-wlm 22.05.8",
    "flux": "commands:    \t\t0.66.0\nlibflux-core:\t\t0.66.0\nlibflux-security:\t0.13.0",
}
VERSIONS = {
    "hydra": "4.2.1",
    "openmpi": "4.1.4",
    "intelmpi": "2021.18.1",
    "srun": "22.05.8",
    "flux": "0.66.0",
}


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
    with pytest.raises(StrobeError, match="is not installed"):
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


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both MPIs as Debian installs them: mpiexec and mpicxx are Open MPI's."""
    bin_, lib = tmp_path / "usr/bin", tmp_path / "usr/lib/x86_64-linux-gnu"
    folders = {"openmpi": lib / "openmpi" / "lib", "mpich": lib}
    names = {"openmpi": ("libmpi.so", "libmpi.so.40"), "mpich": ("libmpich.so", "libmpich.so.12")}
    for name, says in (("openmpi", SAYS["openmpi"]), ("mpich", SAYS["hydra"])):
        program(bin_ / f"mpiexec.{name}", says)
        development, library = names[name]
        program(bin_ / f"mpicxx.{name}", f"g++ -L{folders[name]} -l{development[3:-3]}")
        folders[name].mkdir(parents=True, exist_ok=True)
        (folders[name] / library).touch()
        (folders[name] / development).symlink_to(library)
    (bin_ / "mpiexec").symlink_to("mpiexec.openmpi")
    (bin_ / "mpicxx").symlink_to("mpicxx.openmpi")
    monkeypatch.setenv("PATH", f"{bin_}:/usr/bin:/bin")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    monkeypatch.setattr(mpi, "PLACES", ())
    return tmp_path / "usr"


@pytest.mark.parametrize(
    ("library", "name", "suffix"),
    [
        ("lib/x86_64-linux-gnu/libmpich.so.12", "MPICH", "mpich"),
        ("lib/x86_64-linux-gnu/openmpi/lib/libmpi.so.40", "Open MPI", "openmpi"),
    ],
)
def test_a_program_of_one_of_debians_mpis_gets_its_launcher_and_compiler(
    debian: Path, library: str, name: str, suffix: str
) -> None:
    linked = Linked(Path(library).name, str(debian / library))
    found = mpi.of(linked)
    assert found is not None
    assert (found.name, Path(found.launcher_path).name) == (name, f"mpiexec.{suffix}")
    launcher, _ = choice.launcher_for("./app", linked, None, None, None)
    assert (launcher.mpi, launcher.executable) == (name, debian / "bin" / f"mpiexec.{suffix}")


def test_a_script_of_a_named_mpi_gets_its_launcher(debian: Path) -> None:
    for suffix in ("mpich", "openmpi"):
        chosen = mpi.at(debian / "bin" / f"mpicxx.{suffix}")
        launcher, _ = choice.launcher_for("./script", None, chosen, None, None)
        assert launcher.executable == debian / "bin" / f"mpiexec.{suffix}"


def test_a_launcher_is_found_by_its_full_name_alone(debian: Path) -> None:
    found = [one.executable.name for one in launchers.found([debian / "bin"])]
    assert found == ["mpiexec", "mpiexec.mpich"]
    assert launchers.by_name("hydra", [debian / "bin"]).executable.name == "mpiexec.mpich"
    (debian / "bin" / "mpiexec.mpich").rename(debian / "bin" / "mpiexec.hydra")
    (debian / "bin" / "mpiexec").unlink()
    found = [one.executable.name for one in launchers.found([debian / "bin"])]
    assert sorted(found) == ["mpiexec.hydra", "mpiexec.openmpi"]


@pytest.mark.parametrize(
    ("text", "compiler"),
    [
        ("mpich-4.2.1", "mpicxx.mpich"),
        ("mpich", "mpicxx.mpich"),
        ("openmpi-4", "mpicxx.openmpi"),
        ("openmpi-4.1", "mpicxx.openmpi"),
        ("mpicxx", "mpicxx.openmpi"),
        ("mpicxx.mpich", "mpicxx.mpich"),
    ],
)
def test_an_mpi_is_chosen_by_its_name(debian: Path, text: str, compiler: str) -> None:
    assert mpi.chosen(text).compiler == str(debian / "bin" / compiler)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("opnmpi-4.1.4", "there is no MPI 'opnmpi-4.1.4'; did you mean 'openmpi-4.1.4'?"),
        ("openmpi-4.", "there is no MPI 'openmpi-4.'; did you mean 'openmpi-4.1.4'?"),
        ("openmpi-4.1.40", "there is no MPI 'openmpi-4.1.40'; did you mean"),
        ("sh", "there is no MPI 'sh'; choose one of: mpich-4.2.1, openmpi-4.1.4"),
        ("", "there is no MPI at"),
        ("./mpich", "there is no MPI at mpich: no such file or folder"),
    ],
)
def test_an_mpi_that_is_not_there_is_refused_by_name(
    debian: Path, text: str, sentence: str
) -> None:
    with pytest.raises(StrobeError, match=re.escape(sentence)):
        mpi.chosen(text)


def test_a_name_that_fits_two_mpis_is_refused(debian: Path, tmp_path: Path) -> None:
    program(tmp_path / "venv/bin/mpiexec", SAYS["hydra"].replace("4.2.1", "5.0.2"))
    program(tmp_path / "venv/bin/mpicxx", "")
    assert mpi.chosen("mpich-5.0.2").prefix == str(tmp_path / "venv")
    sentence = (
        f"--mpi mpich fits mpich-4.2.1 ({debian}/bin/mpicxx.mpich) and mpich-5.0.2 "
        f"({tmp_path}/venv/bin/mpicxx): use the whole name or the path of one"
    )
    with pytest.raises(StrobeError, match=re.escape(sentence)):
        mpi.chosen("mpich")


def test_what_mpicxx_is_today_does_not_change_an_mpi(debian: Path) -> None:
    before = mpi.installed()
    (debian / "bin" / "mpicxx").unlink()
    (debian / "bin" / "mpicxx").symlink_to("mpicxx.mpich")
    (debian / "bin" / "mpiexec").unlink()
    (debian / "bin" / "mpiexec").symlink_to("mpiexec.mpich")
    key = msgspec.structs.astuple
    assert sorted(mpi.installed(), key=key) == sorted(before, key=key)


def test_what_is_no_mpi_is_refused_with_the_reason(tmp_path: Path) -> None:
    program(tmp_path / "bin" / "mpicxx", "")
    with pytest.raises(StrobeError, match="has no mpiexec that answers --version"):
        mpi.at(tmp_path)
    with pytest.raises(StrobeError, match="no such file or folder"):
        mpi.at(tmp_path / "nowhere")


def test_all_mpis_of_path_are_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("hydra", "openmpi"):
        program(tmp_path / name / "bin" / "mpiexec", SAYS[name])
        program(tmp_path / name / "bin" / "mpicxx", "")
    bins = [str(tmp_path / name / "bin") for name in ("hydra", "openmpi", "hydra")]
    monkeypatch.setenv("PATH", os.pathsep.join([*bins, "/usr/bin", "/bin"]))
    here = [found for found in mpi.installed() if found.prefix.startswith(str(tmp_path))]
    assert [found.name for found in here] == ["MPICH", "Open MPI"]
