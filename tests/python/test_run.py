# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run` and `strobe env`: with launchers that are here, a runtime that does nothing, and
programs that write the records which ranks would.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import perfetto_trace
import pytest
import synthetic_job
from places import ROOT
from terminal import Built, Terminal

from strobe.base.errors import StrobeError
from strobe.cli import fresh_line, run_line
from strobe.cli.app import app
from strobe.cli.main import main
from strobe.coscheduling import diagnosis, execution, interposer, preparation, program
from strobe.coscheduling.diagnosis import JobEnd
from strobe.coscheduling.last_calls import NOWHERE, LastCall
from strobe.coscheduling.options import check_for_ranks
from strobe.launch import mpi
from strobe.launch.launchers import Launcher, registered
from strobe.launch.mpi import Linked, Mpi
from strobe.machine import memory_kills
from strobe.machine.memory_kills import CONTROL_GROUPS, OWN_GROUPS, MemoryKills
from strobe.options.run import RunOptions
from strobe.options.runtime import RuntimeOptions
from strobe.records import job_record
from strobe.records.job_record import CallSite, Job

FAKE_RANK = Path(__file__).with_name("fake_rank.py")


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library that can be loaded into every program, and does nothing there."""
    libc = next(path for path in mpi.libraries_of(Path(sys.executable)) if "libc." in path.name)
    monkeypatch.setenv(interposer.VARIABLE, str(libc))
    return libc


@pytest.fixture
def rank(tmp_path: Path) -> str:
    """A program that does what its arguments say, as one rank of a job."""
    path = tmp_path / "app"
    path.write_text(f'#!/bin/sh\nexec {sys.executable} {FAKE_RANK} "$@"\n')
    path.chmod(0o755)
    return str(path)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence on standard error."""
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1, captured.err
    return captured.err.removeprefix("strobe: ").rstrip("\n")


@pytest.mark.parametrize(
    ("words", "given", "program"),
    [
        ("-n 4 ./app -n 10 --summary", "ranks=4", "./app -n 10 --summary"),
        ("--summary -n4 ./app", "ranks=4 summary=True", "./app"),
        ("-n=4 ./app", "ranks=4", "./app"),
        ("-n 2 --ranks 3 ./app", "ranks=3", "./app"),
        ("--mode=strict --slice 100 app x", "mode=strict slice_us=100", "app x"),
        ("--launcher-args --bind-to=core app", "launcher_args=--bind-to=core", "app"),
        ("-n 4 -- ./app -- x", "ranks=4", "./app -- x"),
        ("-- -n 4", "", "-n 4"),
        # The value of --check follows an equals sign, so that a program may follow at once.
        ("--check ./app", "checks=error,warning", "./app"),
        ("--check=strict ./app", "checks=strict", "./app"),
        ("", "", ""),
    ],
)
def test_a_programs_words_are_its_own(words: str, given: str, program: str) -> None:
    line = run_line.read("run", words.split(), RunOptions)
    said = dict(line.options.values())
    unsaid = dict(RunOptions().values())
    assert line.question is None
    assert " ".join(f"{name}={said[name]}" for name in said if said[name] != unsaid[name]) == given
    assert " ".join(line.program) == program


def test_every_option_is_known_with_or_without_a_value() -> None:
    arguments = app()["run"].assemble_argument_collection()
    options = {
        name: argument.hint is bool
        for argument in arguments
        for name in argument.names
        # Of each flag there would be a negative, too, where a command did not say otherwise.
        if name.startswith("-") and name not in {f"--no-{of[2:]}" for of in argument.names}
    }
    table = RunOptions.table().values()
    assert options == {name: one.kind is None for one in table for name in one.names or [one.name]}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("-n 2 --summry ./app", "Unknown option: --summry. Did you mean --summary?"),
        ("--sumary", "Unknown option: --sumary. Did you mean --summary?"),
        ("--rank=2 ./app", "Unknown option: --rank. Did you mean --ranks?"),
        ("-z4 ./app", "Unknown option: -z; a program's own options follow its name."),
        ("-n", "-n requires a value; see `strobe run --help`"),
        ("-n --summary ./app", "-n requires a value; see `strobe run --help`"),
        ("--summary=yes ./app", "--summary takes no value, not even 'yes'"),
    ],
)
def test_a_misspelt_option_is_no_program(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *words.split()]) == 2
    assert said(capsys) == sentence


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "no program to run: name one, for example `strobe run -n 4 ./app`"),
        ("-n 0 sh", "-n must be a whole number from 1 to 2^31 - 1, not '0'"),
        ("nonesuch", "there is no program nonesuch on PATH"),
        ("./aps", "there is no program ./aps; did you mean ./app?"),
        ("app", "app is not on PATH: to run the one here, use ./app"),
        ("./folder", "./folder is a folder: name a program in it"),
        ("./plain", "./plain is not executable: use `chmod +x ./plain`"),
        ("--record= ./app", "--record must be a path, not ''"),
        ("--timeline= ./app", "--timeline must be a path, not ''"),
        ("--slice 1 sh", "--slice must be a whole number from 10 to 1000000, not '1'"),
        ("--eager-limit 8Q sh", "--eager-limit must be a size in bytes such as 65536 or "
                               "8Ki, not '8Q'"),
        ("--perturb -3 sh", "--perturb must be a whole number from 0 to 2^63 - 1, not '-3'"),
        ("--summary --monitor x sh", "--monitor has no setting 'x'; it must be off or settings: "
                                     "resolution=, primitives=, ranks=, calls=, slices=, timed="),
        ("--summary --monitor ranks=x sh", "--monitor has 'ranks=x', but ranks must be "
                                           "numbers and ranges such as 0,4-7, not 'x'"),
        ("--summary --monitor ranks=3-1 sh", "--monitor has 'ranks=3-1', but ranks must be "
                                             "numbers and ranges such as 0,4-7, not '3-1'"),
        ("-n 2 --summary --monitor ranks=0,7 sh", "--monitor has 'ranks=0,7', but the last rank "
                                                  "is 1; name ranks from 0 on"),
        ("--eager-limit 18446744073709551616 sh", "--eager-limit must be a size in bytes such as "
                                                  "65536 or 8Ki, not '18446744073709551616'"),
        ("--slice 100 sh", "--slice only applies to --mode strict; add --mode strict"),
        ("--mode fast --perturb 1 sh", "--perturb cannot be combined with --mode fast; leave out "
                                       "one of them"),
        ("-n 2147483648 sh", "-n must be a whole number from 1 to 2^31 - 1, not '2147483648'"),
        ("--monitor off sh", "--monitor only applies to --summary, --per-rank, --json, --record "
                             "FOLDER, --timeline FILE or --live; add one of them"),
        ("-n 2 --hosts a,,b sh", "--hosts expects names such as alpha,beta, not 'a,,b'"),
        ("--hosts a,b sh", "2 hosts need at least 2 ranks: use -n 2"),
        ("--launcher hydro sh", "there is no launcher 'hydro'; did you mean 'hydra'?"),
        ("--launcher-args \"' sh", "--launcher-args is not a valid command line: No closing "
                                   "quotation"),
        ("--record folder ./app", "{here}/folder contains other files than a record: name a new "
                                  "or empty folder"),
        ("--timeline no/t.json ./app", "cannot write the timeline no/t.json: there is no folder "
                                       "no"),
        ("--timeline folder ./app", "cannot write the timeline folder: it is a folder"),
        ("--timeline plain/t.json ./app", "cannot write the timeline plain/t.json: plain is not a "
                                          "folder"),
        ("--timeline t.json --monitor off ./app", "--timeline cannot be combined with --monitor "
                                                  "off; leave out one of them"),
        ("--live --monitor off ./app", "--live cannot be combined with --monitor off; leave out "
                                       "one of them"),
        ("--record plain ./app", "cannot create the record folder {here}/plain: File exists"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_status_2(
    words: str,
    sentence: str,
    rank: str,
    runtime: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").write_text("text")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "thesis.tex").touch()
    assert main(["run", *words.split()]) == 2
    assert said(capsys) == sentence.format(here=tmp_path)


def test_an_empty_word_is_no_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "-n", "2", ""]) == 2
    assert said(capsys).startswith("the program name is empty: name one")
    assert main(["run", "--record", "", "sh"]) == 2
    assert said(capsys) == "--record must be a path, not ''"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("STROBE_MODE", "fats", "must be deterministic, adaptive, strict or fast, not 'fats'"),
        ("STROBE_WAITING", "x", "must be auto, spin, yield or sleep, not 'x'"),
        ("STROBE_SLICE_US", "0", "must be a whole number from 1 to 2^64 - 1, not '0'"),
        ("STROBE_PERTURB", "-1", "must be a whole number from 0 to 2^64 - 1, not '-1'"),
        ("STROBE_EAGER_LIMIT", "8Ki", "must be a whole number from 0 to 2^64 - 1, not '8Ki'"),
        (
            "STROBE_MONITOR",
            "ranks=9",
            "has 'ranks=9', but the last rank is 1; name ranks from 0 on",
        ),
        ("STROBE_MONITOR", "x", "has no setting 'x'; it must be off or settings: resolution="),
    ],
)
def test_a_variable_is_refused_before_the_ranks_find_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(StrobeError) as refusal:
        check_for_ranks(RuntimeOptions(), 2)
    assert str(refusal.value).startswith(name)
    assert sentence in str(refusal.value)
    monkeypatch.setenv(name, "")
    check_for_ranks(RuntimeOptions(), 2)


def test_a_variable_that_an_option_replaces_may_be_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STROBE_MODE", "fats")
    check_for_ranks(RuntimeOptions(mode="fast"), 2)


def elf(path: Path, *, has_loader: bool, holds: bytes) -> str:
    """The header of an executable of 64 bits with one segment, and some bytes behind it."""
    header = bytearray(64)
    header[:6] = b"\x7fELF\x02\x01"
    header[32:40] = (64).to_bytes(8, "little")
    header[54:56] = (56).to_bytes(2, "little")
    header[56:58] = (1).to_bytes(2, "little")
    segment = (3 if has_loader else 1).to_bytes(4, "little") + bytes(52)
    path.write_bytes(bytes(header) + segment + holds)
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("has_loader", "holds", "sentence"),
    [
        (False, b"MPI_Init", "is a static binary, which cannot load the runtime"),
        (True, b"\0MPI_Init\0", r"is linked with a static MPI \(libmpi.a\)"),
        (True, b"\0printf\0", "does not use MPI: it neither links nor loads an MPI library"),
    ],
)
def test_a_binary_that_has_no_mpi_to_take_over_is_refused(
    tmp_path: Path, has_loader: bool, holds: bytes, sentence: str
) -> None:
    with pytest.raises(StrobeError, match=sentence):
        program.find([elf(tmp_path / "app", has_loader=has_loader, holds=holds)])


@pytest.mark.parametrize("holds", [b"\0dlopen\0", b"\0strobe_run_rank\0"])
def test_a_binary_that_may_load_an_mpi_is_let_go(tmp_path: Path, holds: bytes) -> None:
    path = elf(tmp_path / "app", has_loader=True, holds=holds)
    assert program.find([path]).library is None


def test_the_runtime_opens_the_mpi_of_the_launcher_for_a_program_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STROBE_MPI_LIBRARY", raising=False)
    library = tmp_path / "lib" / "libmpi.so.40"
    library.parent.mkdir()
    library.touch()
    without = program.Program(["./app"], tmp_path / "app", None)
    linked = msgspec.structs.replace(without, library=Linked("libmpi.so.40", str(library)))
    expected = {"STROBE_MPI_LIBRARY": str(library)}
    assert preparation.mpi_to_open(without, "openmpi", tmp_path) == expected
    assert preparation.mpi_to_open(without, "mpich", tmp_path) == {}
    assert preparation.mpi_to_open(linked, "openmpi", tmp_path) == {}
    monkeypatch.setenv("STROBE_MPI_LIBRARY", "/lib/mine.so")
    assert preparation.mpi_to_open(without, "openmpi", tmp_path) == {}


@pytest.mark.parametrize(
    ("library", "may_load"),
    [
        ("system/libselinux.so.1", False),
        ("system/libpython3.11.so.1.0", True),
        ("own/libplugins.so", True),
        ("system/libstrobe_bcs.so.1", True),
    ],
)
def test_what_the_system_loads_for_itself_is_no_mpi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str, may_load: bool
) -> None:
    path = tmp_path / library
    path.parent.mkdir()
    path.write_bytes(b"\0dlopen\0")
    monkeypatch.setattr(program, "OF_SYSTEM", (f"{tmp_path}/system/",))
    monkeypatch.setattr(mpi, "libraries_of", lambda _: [path])
    app = elf(tmp_path / "app", has_loader=True, holds=b"\0printf\0")
    if may_load:
        assert program.find([app]).library is None
    else:
        with pytest.raises(StrobeError, match="does not use MPI"):
            program.find([app])


@pytest.mark.parametrize("length", [4, 20, 63, 100])
def test_a_binary_that_is_cut_off_is_called_so(tmp_path: Path, length: int) -> None:
    path = Path(elf(tmp_path / "app", has_loader=True, holds=b""))
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(StrobeError, match="is not a complete program: the file is truncated"):
        program.find([str(path)])


@pytest.mark.parametrize(
    ("libraries", "sentence"),
    [
        (
            [Linked("libmpi.so.12", "/a/libmpi.so.12"), Linked("libmpi.so.40", "/b/libmpi.so.40")],
            r"loads two MPIs, MPICH \(libmpi.so.12\) and Open MPI \(libmpi.so.40\)",
        ),
        ([Linked("libmpi.so.12", None)], r"the loader does not find libmpi\.so\.12"),
    ],
)
def test_a_binary_with_two_mpis_or_one_that_is_gone_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, libraries: list[Linked], sentence: str
) -> None:
    monkeypatch.setattr(mpi, "all_linked", lambda _: libraries)
    with pytest.raises(StrobeError, match=sentence):
        program.find([elf(tmp_path / "app", has_loader=True, holds=b"")])


def test_each_abi_has_its_flavour() -> None:
    def flavour(soname: str | None, launcher: str | None) -> str:
        library = None if soname is None else Linked(soname, f"/lib/{soname}")
        return interposer.flavour_of(library, launcher)

    assert flavour("libmpi.so.12", None) == flavour("libmpich.so.12", None) == "mpich"
    assert flavour("libmpi.so.40", "MPICH") == "openmpi"
    assert flavour("libmpi_abi.so.1", "MPICH") == "abi"
    assert flavour(None, "Intel MPI") == "mpich"
    with pytest.raises(StrobeError, match=r"there is no runtime for libmpi\.so\.1"):
        flavour("libmpi.so.1", None)
    with pytest.raises(StrobeError, match="name it with --mpi NAME"):
        flavour(None, None)


def test_a_runtime_that_is_not_there_is_built_for_the_mpi(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    monkeypatch.setattr(interposer.resources, "checkout", lambda: None)
    asked = []
    monkeypatch.setattr(
        interposer.build, "built_for", lambda *what: asked.append(what) or tmp_path / "built"
    )
    an_mpi = Mpi("Open MPI", "5.0", "/mpi", "/mpi/bin/mpicxx", "openmpi", "mpiexec")
    assert interposer.find("openmpi", an_mpi) == tmp_path / "built"
    ((_, product),) = asked
    assert (product.target, product.file) == ("strobe_run", "lib/libstrobe_run_openmpi.so")
    with pytest.raises(StrobeError, match="no MPI to build it with was found"):
        interposer.find("openmpi", None)


@pytest.mark.parametrize(
    ("functions", "flavour", "wanted"),
    [
        ("PMPI_Session_init", "openmpi", "openmpi"),
        ("PMPI_Init", "openmpi", "openmpi4"),
        ("PMPI_Init", "mpich", "mpich3"),
        ("PMPI_Init", "abi", "abi"),
        (None, "openmpi", "openmpi"),
    ],
)
def test_the_runtime_in_a_wheel_serves_the_functions_that_the_mpi_has(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    functions: str | None,
    flavour: str,
    wanted: str,
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    monkeypatch.setattr(interposer.resources, "PACKAGE", tmp_path)
    packaged = tmp_path / "libexec"
    packaged.mkdir()
    for name in ("mpich", "mpich3", "openmpi", "openmpi4", "abi"):
        (packaged / f"libstrobe_run_{name}.so").touch()
    loaded = None
    if functions is not None:
        loaded = tmp_path / "libmpi.so"
        loaded.write_bytes(b"\0" + functions.encode() + b"\0")
    assert interposer.find(flavour, None, loaded) == packaged / f"libstrobe_run_{wanted}.so"


def test_a_package_that_was_built_for_an_mpi_without_sessions_has_one_runtime(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    monkeypatch.setattr(interposer.resources, "PACKAGE", tmp_path)
    only = tmp_path / "libexec" / "libstrobe_run_mpich.so"
    only.parent.mkdir()
    only.touch()
    without = tmp_path / "libmpi.so.12"
    without.touch()
    assert interposer.find("mpich", None, without) == only


@pytest.mark.parametrize(
    ("name", "version"), [("Open MPI", "2.1.6"), ("MPICH", "3.1.4"), ("MPICH", "1.5")]
)
def test_an_mpi_whose_header_is_too_old_is_refused_before_anything_is_built(
    monkeypatch: pytest.MonkeyPatch, name: str, version: str
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    monkeypatch.setattr(interposer.build, "built_for", lambda *_: pytest.fail("it is built"))
    old = Mpi(name, version, "/mpi", "/mpi/bin/mpicxx", "openmpi", "mpiexec")
    with pytest.raises(StrobeError, match=rf"there is no runtime for {name} {version}: "):
        interposer.find(interposer.FLAVOURS[name], old)


@pytest.mark.parametrize(
    ("name", "version"),
    [("Open MPI", "4.0.3"), ("Open MPI", "4.1.4"), ("MPICH", "3.4.3"), ("MPICH", "4.0.2"),
     ("MPICH", "5.1.0a1"), ("Intel MPI", "2021.18.1")],
)  # fmt: skip
def test_a_runtime_is_built_for_every_mpi_of_3_1_or_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, version: str
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    monkeypatch.setattr(interposer.resources, "checkout", lambda: None)
    monkeypatch.setattr(interposer.build, "built_for", lambda *_: tmp_path / "built")
    found = Mpi(name, version, "/mpi", "/mpi/bin/mpicxx", "openmpi", "mpiexec")
    assert interposer.find(interposer.FLAVOURS[name], found) == tmp_path / "built"


def test_what_is_not_built_yet_is_only_named_for_an_explanation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    monkeypatch.setattr(interposer.build, "_run", lambda *_: pytest.fail("it is built"))
    an_mpi = Mpi("Open MPI", "99", "/mpi", "/mpi/bin/mpicxx", "openmpi", "mpiexec")
    monkeypatch.setattr(interposer.resources, "PACKAGE", Path("/nowhere"))
    monkeypatch.setattr(interposer.resources, "checkout", lambda: None)
    monkeypatch.setattr(interposer.resources, "source", lambda: ROOT)
    path = interposer.find("openmpi", an_mpi, builds=False)
    assert path.name == "libstrobe_run_openmpi.so"


def test_options_are_told_by_variables() -> None:
    chosen = RuntimeOptions(
        mode="strict", slice_us=250, eager_limit=65536, waiting="sleep", synchronous=True,
        perturb=7, monitor="ranks=0", or_native=True, no_cross_memory=True,
    )  # fmt: skip
    chosen.check()
    assert chosen.environment() == {
        "STROBE_MODE": "strict",
        "STROBE_SLICE_US": "250",
        "STROBE_EAGER_LIMIT": "65536",
        "STROBE_WAITING": "sleep",
        "STROBE_SYNCHRONOUS": "1",
        "STROBE_OR_NATIVE": "1",
        "STROBE_CROSS_MEMORY": "0",
        "STROBE_PERTURB": "7",
        "STROBE_MONITOR": "ranks=0",
    }
    assert RuntimeOptions().environment() == {}


def a_launcher(name: str) -> Launcher:
    return registered()[name](Path("mpiexec"), "1")


def ended(status: int, stopped_by: int | None = None) -> JobEnd:
    return JobEnd(status, 1.0, "2026-03-01T12:00:00Z", [0.0, 0.0, 0.0], stopped_by)


def test_a_death_by_a_signal_is_told_with_its_rank() -> None:
    job = Job(None, [synthetic_job.rank_record(0, 2)])
    found = diagnosis.diagnose(ended(139), job, a_launcher("openmpi"))
    assert (found.status, found.sentence) == (139, "rank 1 was killed by signal 11 (SIGSEGV)")
    found = diagnosis.diagnose(ended(9), job, a_launcher("hydra"))
    assert (found.status, found.sentence) == (137, "rank 1 was killed by signal 9 (SIGKILL)")


def test_ranks_that_were_killed_tell_the_signal_from_a_status() -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    for rank in ranks:
        rank.end = "running"
    found = diagnosis.diagnose(ended(11), Job(None, ranks), a_launcher("hydra"))
    assert (found.status, found.sentence) == (139, "a rank was killed by signal 11 (SIGSEGV)")


def test_of_ranks_that_were_killed_the_first_one_is_named() -> None:
    ranks = [synthetic_job.rank_record(rank, 3) for rank in range(3)]
    for rank in ranks[1:]:
        rank.end = "running"
    job = Job(None, ranks)
    for deaths, who in (([0, 2, 1], "rank 2"), ([1], "rank 1"), ([0], "a rank"), ([], "a rank")):
        end = replace(ended(9), deaths=deaths)
        found = diagnosis.diagnose(end, job, a_launcher("hydra"))
        assert found.sentence == f"{who} was killed by signal 9 (SIGKILL)"
    # The order on this host says nothing about another one.
    ranks[1].host = "elsewhere"
    found = diagnosis.diagnose(replace(ended(9), deaths=[2, 0]), job, a_launcher("hydra"))
    assert found.sentence == "a rank was killed by signal 9 (SIGKILL)"
    # Unless the ends of all were seen.
    found = diagnosis.diagnose(replace(ended(9), deaths=[1, 0, 2]), job, a_launcher("hydra"))
    assert found.sentence == (
        "rank 1 on elsewhere was killed by signal 9 (SIGKILL); if memory ran out there, the "
        "kernel's log (dmesg) says so"
    )


def test_of_several_hosts_the_rank_that_ended_first_without_a_word_was_killed() -> None:
    ranks = [synthetic_job.rank_record(rank, 4) for rank in range(4)]
    for rank in ranks:
        rank.end = "running"
        rank.host = "alpha" if rank.rank < 2 else "beta"
    calls = {3: LastCall("MPI_Recv", NOWHERE, is_inside=True)}
    told = "rank 3 on beta was killed in MPI_Recv, probably by signal 9 (SIGKILL); if memory ran "
    end = replace(ended(255), deaths=[3, 1, 0, 2], last_calls=calls)
    found = diagnosis.diagnose(end, Job(None, ranks), a_launcher("hydra"))
    assert found.status == 137
    assert found.sentence.startswith(told)
    # The MPI of another rank crashes at the loss of its peer.
    ranks[0].end, ranks[0].sentence = "signal", "rank 0 was killed by signal 11 in MPI_Recv"
    found = diagnosis.diagnose(replace(end, status=139), Job(None, ranks), a_launcher("hydra"))
    assert found.status == 137
    assert found.sentence.startswith(told)
    # A crash that came first is the cause.
    end = replace(end, status=139, deaths=[0, 3, 1, 2])
    found = diagnosis.diagnose(end, Job(None, ranks), a_launcher("hydra"))
    assert found.sentence == "rank 0 on alpha was killed by signal 11 (SIGSEGV) in MPI_Recv"


def test_ranks_that_the_launcher_ended_by_another_signal_were_not_the_first() -> None:
    ranks = [synthetic_job.rank_record(rank, 3) for rank in range(3)]
    for rank in ranks:
        rank.end, rank.sentence = "signal", f"rank {rank.rank} was killed by signal 15 in MPI_Recv"
    ranks[1].end, ranks[1].sentence = "running", ""
    ranks[1].host = "elsewhere"
    found = diagnosis.diagnose(ended(137), Job(None, ranks), a_launcher("openmpi"))
    assert found.sentence.startswith("rank 1 on elsewhere was killed by signal 9 (SIGKILL)")


def test_what_a_rank_did_when_it_was_killed_is_named() -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    ranks[1].end = "running"
    site = CallSite("ring.py:12, in main", "", 0)
    for call, where in (
        (LastCall("MPI_Recv", site, is_inside=True), " in MPI_Recv (ring.py:12, in main)"),
        (LastCall("MPI_Recv", site, is_inside=False), " after MPI_Recv (ring.py:12, in main)"),
        (LastCall("MPI_Recv", NOWHERE, is_inside=True), " in MPI_Recv"),
    ):
        end = replace(ended(137), last_calls={1: call})
        found = diagnosis.diagnose(end, Job(None, ranks), a_launcher("openmpi"))
        assert found.sentence == f"rank 1 was killed by signal 9 (SIGKILL){where}"
    # What the rank itself has written is more exact.
    ranks[1].end, ranks[1].sentence = "signal", "rank 1 was killed by signal 9 outside of MPI"
    found = diagnosis.diagnose(end, Job(None, ranks), a_launcher("openmpi"))
    assert found.sentence == "rank 1 was killed by signal 9 (SIGKILL) outside of MPI"


@pytest.mark.parametrize(
    ("kills", "told"),
    [
        (MemoryKills(count_of_host=1),
         "; memory ran out on this host, and the kernel killed 1 process"),
        (MemoryKills(count_of_host=2, count_of_group=2),
         "; memory ran out in the control group (cgroup) of this job, and the kernel killed 2 "
         "processes"),
        (MemoryKills(frozenset({4002}), count_of_host=1),
         "; it ran out of memory, at the limit of its control group (cgroup)"),
        (MemoryKills(in_host=frozenset({4002}), count_of_host=1),
         "; it ran out of memory, at the limit of this host"),
    ],
)  # fmt: skip
def test_a_lack_of_memory_is_told_where_the_kernel_tells_it(kills: MemoryKills, told: str) -> None:
    ranks = [synthetic_job.rank_record(rank, 3) for rank in range(3)]
    for rank in ranks:
        rank.pid, rank.host = 4000 + rank.rank, socket.gethostname()
    ranks[1].end = ranks[2].end = "running"
    # The launcher kills the others.
    end = replace(ended(137), memory_kills=kills, deaths=[2, 1])
    found = diagnosis.diagnose(end, Job(None, ranks), a_launcher("openmpi"))
    assert (found.status, found.sentence) == (137, f"rank 2 was killed by signal 9 (SIGKILL){told}")
    # The kernel's log decides, whatever the launcher says.
    end = replace(end, status=1, deaths=[])
    found = diagnosis.diagnose(end, Job(None, ranks), a_launcher("openmpi"))
    is_certain = bool(kills.in_group or kills.in_host)
    assert found.sentence.startswith("rank 2 was killed") == is_certain
    # Memory makes no other signal.
    end = replace(ended(139), memory_kills=MemoryKills(count_of_host=1), deaths=[2, 1])
    found = diagnosis.diagnose(end, Job(None, ranks), a_launcher("openmpi"))
    assert found.sentence == "rank 2 was killed by signal 11 (SIGSEGV)"


def test_the_kernels_log_and_counts_of_memory_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, vmstat, group = tmp_path / "kmsg", tmp_path / "vmstat", tmp_path / "job" / "memory.events"
    own = tmp_path / "cgroup"
    log.write_text("6,1,1,-;Out of memory: Killed process 7 (before) total-vm:1kB\n")
    group.parent.mkdir()
    group.write_text("oom 4\noom_kill 4\n")
    own.write_text("1:name=systemd:/\n0::/job\n")
    for name, path in (("LOG", log), ("VMSTAT", vmstat), ("OWN_GROUPS", own),
                       ("CONTROL_GROUPS", tmp_path), ("OWN_PROCESSES", own)):  # fmt: skip
        monkeypatch.setattr(memory_kills, name, path)
    monkeypatch.setattr(memory_kills, "_FIRST_NAMESPACE", own.stat().st_ino)
    with memory_kills.Watch() as watch:
        assert watch.kills() == MemoryKills()
        with log.open("a") as more:
            more.write(
                "3,2,2,-;Memory cgroup out of memory: Killed process 11 (app) total-vm:1kB\n"
            )
            more.write("3,3,3,-;Out of memory: Kill process 12 (app) score 9\n")
            more.write("3,4,4,-;Tasks in /job out of memory: Kill nothing\n")
        group.write_text("oom 6\noom_kill 6\noom_group_kill 1\n")
        vmstat.write_text("pgfault 12\noom_kill 3\nnr_unstable 0\n")
        assert watch.kills() == MemoryKills(frozenset({11}), frozenset({12}), 2, 3)
    # The numbers of processes in a container are its own.
    monkeypatch.setattr(memory_kills, "_FIRST_NAMESPACE", 0)
    with memory_kills.Watch() as watch:
        log.write_text("3,2,2,-;Out of memory: Killed process 11 (app) total-vm:1kB\n")
        assert watch.kills() == MemoryKills()


@pytest.mark.parametrize("where", ["", " in MPI_Recv", " outside of MPI"])
def test_what_a_rank_did_when_it_crashed_is_named(where: str) -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    for rank in ranks:
        rank.end = "signal"
        rank.sentence = f"rank {rank.rank} was killed by signal 15 in MPI_Send"
    ranks[1].sentence = f"rank 1 was killed by signal 11{where}"
    ranks[1].ended_at = CallSite("ring.py:12, in main", "", 0)
    found = diagnosis.diagnose(ended(139), Job(None, ranks), a_launcher("openmpi"))
    place = " (ring.py:12, in main)" if where else ""
    assert found.sentence == f"rank 1 was killed by signal 11 (SIGSEGV){where}{place}"


@pytest.mark.parametrize(
    ("end", "sentence", "told"),
    [
        ("abort", "rank 1 called MPI_Abort with error code 5",
         "rank 1 called MPI_Abort with error code 5 (ring.py:12, in main)"),
        ("exit", "rank 1 ended without MPI_Finalize, which every rank has to call",
         "rank 1 ended without MPI_Finalize, which every rank has to call; it ended at ring.py:12, "
         "in main"),
    ],
)  # fmt: skip
def test_a_rank_that_ended_itself_is_told_with_its_line_and_host(
    end: str, sentence: str, told: str
) -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    ranks[1].end, ranks[1].sentence, ranks[1].exit_status = end, sentence, 5
    found = diagnosis.diagnose(ended(5), Job(None, ranks), a_launcher("openmpi"))
    assert found.sentence == sentence
    ranks[1].ended_at = CallSite("ring.py:12, in main", "", 0)
    found = diagnosis.diagnose(ended(5), Job(None, ranks), a_launcher("openmpi"))
    assert found.sentence == told
    ranks[1].host = "elsewhere"
    found = diagnosis.diagnose(ended(5), Job(None, ranks), a_launcher("openmpi"))
    assert found.sentence == told.replace("rank 1", "rank 1 on elsewhere")


def test_a_launcher_that_gives_up_before_the_ranks_have_ended_is_told() -> None:
    ranks = [synthetic_job.rank_record(rank, 4) for rank in range(4)]
    ranks[2].end = ranks[3].end = "running"
    found = diagnosis.diagnose(ended(255), Job(None, ranks), a_launcher("hydra"))
    assert found.status == 255
    assert found.sentence.startswith("the launcher gave up before 2 of 4 ranks reached")


@pytest.mark.parametrize(
    ("end", "status", "launchers", "told"),
    [
        ("exit", 5, 5, True),
        ("exit", 5, 9, True),
        ("exit", 0, 9, True),
        ("abort", 7, 15, True),
        ("deadlock", 1, 9, False),
        ("error", 14, 11, False),
    ],
)
def test_the_status_is_that_of_the_rank_that_left_the_others(
    end: str, status: int, launchers: int, *, told: bool
) -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    ranks[0].end = "running"
    ranks[1].end, ranks[1].sentence, ranks[1].exit_status = end, "this is why", status
    job = Job(None, ranks)
    found = diagnosis.diagnose(ended(launchers), job, a_launcher("hydra"))
    assert (found.status, found.sentence) == (status or launchers, "this is why" if told else "")
    assert diagnosis.diagnose(ended(130, signal.SIGINT), job, a_launcher("hydra")).status == 130


def test_a_status_that_the_program_chose_is_kept() -> None:
    job = Job(None, [synthetic_job.rank_record(rank, 2) for rank in range(2)])
    for known in (job, None):
        assert diagnosis.diagnose(ended(9), known, a_launcher("hydra")) == ended(9)
    assert diagnosis.diagnose(ended(3), None, a_launcher("openmpi")) == ended(3)
    assert diagnosis.diagnose(ended(137), job, a_launcher("openmpi")) == ended(137)


def left_running(size: int, *left: int) -> Job:
    """A job of whose ranks some left nothing but what each writes at its begin."""
    ranks = [synthetic_job.rank_record(rank, size) for rank in range(size)]
    for rank in left:
        ranks[rank].end = "running"
    return Job(None, ranks)


@pytest.mark.parametrize(
    ("left", "status", "told", "sentence"),
    [
        ((1,), 0, 1, "rank 1 ended without MPI_Finalize, which every rank has to call"),
        ((1,), 1, 1, "rank 1 ended without MPI_Finalize, which every rank has to call"),
        ((0, 2), 77, 77, "ranks 0 and 2 ended without MPI_Finalize, which every rank has to call"),
        (range(8), 0, 1, "ranks 0, 1, 2, 3, 4 and others ended without MPI_Finalize, which every "
                         "rank has to call"),
        ((2,), signal.SIGXFSZ, 153, "rank 2 was killed by signal 25 (SIGXFSZ)"),
        ((2,), signal.SIGINT, 130, "rank 2 was killed by signal 2 (SIGINT)"),
        ((1, 2), signal.SIGTERM, 143, "a rank was killed by signal 15 (SIGTERM)"),
        ((1,), signal.SIGCHLD, 17, "rank 1 ended without MPI_Finalize, which every rank has to "
                                   "call"),
    ],
)  # fmt: skip
def test_a_rank_that_left_nothing_is_told_whatever_the_status(
    left: Sequence[int], status: int, told: int, sentence: str
) -> None:
    found = diagnosis.diagnose(ended(status), left_running(8, *left), a_launcher("hydra"))
    assert (found.status, found.sentence) == (told, sentence)


def test_those_that_wait_for_a_rank_name_it() -> None:
    job = left_running(4, 1, 2)
    for rank in (job.ranks[0], job.ranks[3]):
        rank.end = "error"
        rank.sentence = (
            f"rank 2 ended before MPI_Finalize (process 1002); rank {rank.rank} cannot continue "
            "in MPI_Barrier"
        )
    found = diagnosis.diagnose(ended(9), job, a_launcher("hydra"))
    assert (found.status, found.sentence) == (137, "rank 2 was killed by signal 9 (SIGKILL)")
    found = diagnosis.diagnose(ended(0), job, a_launcher("hydra"))
    assert found.status == 1
    assert found.sentence.startswith("rank 2 ended without MPI_Finalize")


def test_a_rank_whose_record_names_a_signal_is_told_with_it() -> None:
    # Of those that the launcher ended afterwards, with a signal of its own, nothing is said.
    job = left_running(4, 3)
    for rank, number in ((0, 15), (1, 11), (2, 15)):
        job.ranks[rank].end = "signal"
        job.ranks[rank].sentence = f"rank {rank} was killed by signal {number}"
    for name, status in (("hydra", 11), ("hydra", 15), ("hydra", 139), ("openmpi", 143)):
        found = diagnosis.diagnose(ended(status), job, a_launcher(name))
        assert (found.status, found.sentence) == (139, "rank 1 was killed by signal 11 (SIGSEGV)")
    job = left_running(2, 0)
    job.ranks[1].end, job.ranks[1].sentence = "signal", "rank 1 was killed by signal 6"
    for status in (0, 1, 255):
        found = diagnosis.diagnose(ended(status), job, a_launcher("openmpi"))
        assert (found.status, found.sentence) == (134, "rank 1 was killed by signal 6 (SIGABRT)")


def test_a_rank_that_says_how_it_ended_was_not_killed() -> None:
    job = left_running(2, 0)
    job.ranks[1].end, job.ranks[1].sentence = "error", "rank 1 fails in MPI_Send: Invalid rank"
    found = diagnosis.diagnose(ended(6), job, a_launcher("hydra"))
    assert (found.status, found.sentence) == (6, "")


@pytest.mark.parametrize("number", [signal.SIGPIPE, signal.SIGKILL])
def test_the_death_of_a_launcher_is_its_own(number: signal.Signals) -> None:
    died = replace(ended(128 + number), killed_by=int(number))
    found = diagnosis.diagnose(died, left_running(2, 0), a_launcher("hydra"))
    assert found.status == 128 + number
    assert found.sentence.startswith(f"the launcher was killed by signal {int(number)} (")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (signal.SIGINT, "stopped by Ctrl-C"),
        (signal.SIGTERM, "stopped by signal 15 (SIGTERM)"),
        (signal.SIGHUP, "stopped by signal 1 (SIGHUP)"),
    ],
)
def test_whoever_stops_a_job_gets_that_signals_status(
    number: signal.Signals, sentence: str
) -> None:
    for status, job in ((2, None), (0, None), (9, left_running(2, 0)), (0, left_running(2, 0))):
        found = diagnosis.diagnose(ended(status, number), job, a_launcher("hydra"))
        assert (found.status, found.sentence) == (128 + number, sentence)
    done = ended(0, number)
    assert diagnosis.diagnose(done, left_running(2), a_launcher("hydra")) == done


# From here on with a launcher and processes.


def test_streams_arguments_and_status_are_the_programs(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    answer = terminal.run("run", "-n", "2", rank, "--say", "hello -n", "--status", "5")
    assert answer.status == 5
    assert answer.out.count("hello -n\n") == 2


def test_no_word_of_a_program_is_taken_for_another(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    odd = terminal.folder / "x=1" / "my app"
    odd.parent.mkdir()
    Path(rank).rename(odd)
    for say in (":", "a 'b' $c"):
        answer = terminal.run("run", "-n", "2", odd, "--say", say)
        assert (answer.status, answer.out) == (0, f"{say}\n{say}\n")


def test_the_ranks_are_told_and_the_launcher_is_not(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    answer = terminal.run("run", "--mode", "strict", rank, "--print", "LD_PRELOAD", "STROBE_MODE",
                          "STROBE_MONITOR", "--record")  # fmt: skip
    assert answer.out.split() == [str(runtime), "strict", "off"]
    assert answer.err == ""


def test_a_summary_follows_what_the_program_said(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    answer = terminal.run("run", "-n", "2", "--summary", rank, "--say", "hello", "--record")
    assert answer.status == 0
    assert answer.out == "hello\nhello\n"
    assert "Comp Granularity" in answer.err
    assert f"{(2 * 2**63 + 1) % 2**64:016x}" in answer.err
    answer = terminal.run("run", "-n", "2", "--json", rank, "--record")
    told = json.loads(answer.err)
    assert told["times"]["communication"]["count"] == 200
    assert (told["status"], told["sentence"]) == (0, "")


def test_a_script_is_told_the_status_and_the_sentence(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    answer = terminal.run("run", "--json", rank, "--record", "--end", "running")
    told = json.loads(answer.err.splitlines()[0])
    assert told["status"] == answer.status == 1
    assert answer.err.splitlines()[1] == f"strobe: {told['sentence']}"


def test_what_only_the_end_of_a_job_needs_is_not_imported_before_it_starts() -> None:
    before = "folders, handshake, preparation, execution"
    check = (
        f"import sys; from strobe.cli import run; from strobe.coscheduling import {before}; "
        "sys.exit('strobe.records.job_record' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


def test_a_line_is_begun_only_where_none_is(tmp_path: Path) -> None:
    with (tmp_path / "err").open("w") as file:
        for words in (b"", b"a\n", b"b"):
            os.write(file.fileno(), words)
            fresh_line.begin(file.fileno())
    assert (tmp_path / "err").read_text() == "a\nb\n"
    reads, writes = os.pipe()
    os.write(writes, b"b")
    fresh_line.begin(writes)
    assert os.read(reads, 10) == b"b"
    for end in (reads, writes):
        os.close(end)


def test_a_terminal_begins_a_line_by_itself() -> None:
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    fresh_line.begin(slave)
    assert os.read(master, 200) == b" " * 80 + b"\r"
    for end in (master, slave):
        os.close(end)


NO_INIT = "no process with the runtime called MPI_Init; either the programs"
NOT_LOADED = "no process of the job loaded it; either the launcher did not start the program, or"
KERNEL = "the kernel does not let ranks open each other's shared memory (Permission denied)"


@pytest.mark.parametrize(
    ("reported", "own_status", "status", "reason"),
    [
        (["loaded"], 0, 125, NO_INIT),
        (["loaded"], 3, 3, NO_INIT),  # of a program that fails before it comes to MPI_Init
        ([], 0, 125, NOT_LOADED),
        ([], 3, 125, NOT_LOADED),
        (["loaded", f"native={KERNEL}"], 0, 125, KERNEL),
    ],
)
def test_a_runtime_that_was_not_active_is_a_status_and_a_reason(
    terminal: Terminal,
    rank: str,
    runtime: Path,
    reported: list[str],
    own_status: int,
    status: int,
    reason: str,
) -> None:
    program = [rank, "--status", str(own_status), "--handshake", *reported]
    answer = terminal.run("run", "-n", "2", *program)
    assert answer.status == status
    assert "the runtime was not active" in answer.sentence
    assert reason in answer.sentence
    told = json.loads(terminal.run("run", "-n", "2", "--json", *program).err.splitlines()[0])
    assert (told["status"], told["hash"]) == (status, None)
    assert reason in told["sentence"]
    answer = terminal.run("run", "-n", "2", "--or-native", *program)
    assert answer.status == own_status
    assert "the program ran on plain MPI" in answer.sentence
    assert reason in answer.sentence


def test_a_record_is_kept_and_the_next_takes_its_place(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    for ranks in ("3", "2"):
        answer = terminal.run("run", "-n", ranks, "--record", "job", rank, "--record")
        assert (answer.status, answer.sentence) == (0, "strobe: the record is in job")
    names = sorted(path.name for path in (terminal.folder / "job").iterdir())
    assert names == ["job.json", "rank-0.json", "rank-1.json"]
    kept = json.loads((terminal.folder / "job" / "job.json").read_text())
    assert kept["command"][:4] == ["strobe", "run", "-n", "2"]
    assert kept["program"][1:] == ["--record"]


def test_a_record_that_cannot_be_written_costs_neither_the_summary_nor_the_status(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    for status in (0, 5):
        answer = terminal.run("run", "--summary", "--record", "job", rank, "--record",
                              "--cannot-write", "--status", str(status))  # fmt: skip
        assert answer.status == (status or 1)
        assert "Comp Granularity" in answer.err
        assert "strobe: rank 7 could not write into job\n" in answer.err
        assert re.search(r"strobe: cannot write \S+/job.json: Is a directory\n", answer.err)
        left = sorted(path.name for path in (terminal.folder / "job").iterdir())
        assert left == ["job.json", "rank-0.json"]
        shutil.rmtree(terminal.folder / "job")


def test_a_rank_that_could_not_write_is_not_taken_for_one_that_left(tmp_path: Path) -> None:
    for rank in range(2):
        synthetic_job.write_ranks(tmp_path, [synthetic_job.rank_record(rank, 3)])
    assert job_record.read(tmp_path).unfinished == [2]
    (tmp_path / "rank-2.json.part").touch()
    (tmp_path / "rank-2.slices").touch()
    assert job_record.read(tmp_path).unfinished == []
    job_record.remove_unwritten(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rank-0.json", "rank-1.json"]


def test_ctrl_c_ends_the_program_and_all_that_it_started(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    process = terminal.start("run", "-n", "2", rank, "--say", "begun", "--sleep", "60",
                             PYTHONUNBUFFERED="1")  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    answer = terminal.end(process)
    assert answer.status == 128 + signal.SIGINT
    assert answer.err.endswith("strobe: stopped by Ctrl-C\n")
    assert time.monotonic() - begin < 30


def test_a_job_that_goes_on_after_ctrl_c_is_told_how_to_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(execution, "LATE_S", 0.2)
    stops = threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT])
    ends = threading.Timer(2.0, os.kill, [os.getpid(), signal.SIGINT])
    stops.start()
    ends.start()
    deaf = ["sh", "-c", "trap '' INT; sleep 60 & wait"]
    ended = execution.run(deaf, {}, tmp_path)
    assert ended.stopped_by == signal.SIGINT
    told = "strobe: the job has not ended 0 s after Ctrl-C; a second one ends it at once\n"
    assert capfd.readouterr().err.count(told) == 1


def test_a_stopped_job_says_where_its_record_is(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    process = terminal.start("run", "--record", "job", rank, "--say", "begun", "--sleep", "60",
                             PYTHONUNBUFFERED="1")  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGTERM)
    answer = terminal.end(process)
    assert answer.status == 128 + signal.SIGTERM
    assert answer.err.endswith("strobe: stopped by signal 15 (SIGTERM); the record is in job\n")
    assert job_record.read(terminal.folder / "job").job is not None


def test_a_rank_that_leaves_without_a_word_leaves_a_status_and_nothing_else(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    answer = terminal.run("run", "-n", "2", rank, "--record", "--end", "running")
    assert answer.status == 1
    assert answer.sentence == (
        "strobe: ranks 0 and 1 ended without MPI_Finalize, which every rank has to call"
    )


def test_what_would_be_done_is_explained_and_not_done(
    terminal: Terminal, rank: str, runtime: Path
) -> None:
    answer = terminal.run("run", "-n", "2", "--explain", rank, "--say", "hello", COLUMNS="500")
    assert answer.status == 0
    assert "not linked with an MPI; Strobe assumes the launcher's" in answer.out
    assert f"LD_PRELOAD={runtime}" in answer.out
    assert "\nhello" not in answer.out


@pytest.mark.parametrize("is_path", [True, False])
def test_a_batch_script_exports_what_is_needed(
    terminal: Terminal, runtime: Path, is_path: bool
) -> None:
    compiler = shutil.which("mpicxx")
    if compiler is None:
        pytest.skip("no MPI is on PATH")
    named = compiler if is_path else "mpicxx"
    answer = terminal.run("env", "--mpi", named, "--mode", "strict", "--record", "my job",
                          LD_PRELOAD="/lib/other.so")  # fmt: skip
    folder = terminal.folder / "my job"
    # For a program of the BCS API; Debian's libraries are where the loader finds them by itself.
    lines = [line for line in answer.out.splitlines() if "STROBE_MPI_LIBRARY" not in line]
    assert lines == [
        f"export LD_PRELOAD=/lib/other.so:{runtime}",
        "export STROBE_MODE=strict",
        f"export STROBE_RECORD='{folder}'",
    ]
    assert folder.is_dir()
    assert terminal.run("env").sentence.startswith("strobe: name the program that will be run")


SIGNALS = """\
#!/bin/sh
proxy=$PPID
launcher=$(awk '/^PPid/ {print $2}' /proc/$proxy/status)
for process in $launcher $$; do awk '/^SigIgn/ {print $2}' /proc/$process/status; done
"""


def test_the_end_of_a_rank_does_not_end_its_launcher_by_sigpipe(terminal: Terminal) -> None:
    script = terminal.folder / "signals"
    script.write_text(SIGNALS)
    script.chmod(0o755)
    answer = terminal.run("run", "--or-native", "--launcher", "hydra", script)
    if "hydra" in answer.err:
        pytest.skip("no MPICH is here")
    launcher, rank = (int(mask, 16) >> (signal.SIGPIPE - 1) & 1 for mask in answer.out.split())
    assert (launcher, rank) == (1, 0)


# And with the runtime itself, where it is built.


@pytest.mark.parametrize(
    ("how", "status", "sentence"),
    [
        ("abort", 7, "rank 1 called MPI_Abort with error code 7 (run_ending, in main)"),
        (
            "exit",
            5,
            "rank 1 ended without MPI_Finalize, which every rank has to call; it ended at "
            "run_ending, in main",
        ),
        ("leave", 6, "rank 1 ended without MPI_Finalize, which every rank has to call"),
        ("return", 4, "rank 1 ended without MPI_Finalize, which every rank has to call"),
    ],
)
def test_a_rank_that_does_not_come_to_finalize_is_told(
    terminal: Terminal, built: Built, how: str, status: int, sentence: str
) -> None:
    answer = terminal.run("run", "-n", "2", built("tests/run_ending"), how)
    assert answer.status == status
    assert answer.err.splitlines()[-1] == f"strobe: {sentence}"
    terminal.assert_nothing_left()


@pytest.mark.parametrize(
    ("words", "where"),
    [
        (["kill"], r"after MPI_Init \(run_ending, in main\)"),
        (["killed-in-receive", "others-compute"], r"in MPI_Recv \(run_ending, in .+\)"),
    ],
)
@pytest.mark.parametrize(
    ("ranks", "options"),
    [
        (4, []),
        (4, ["--summary", "--mode", "fast"]),
        *(pytest.param(16, [], marks=pytest.mark.exhaustive, id=str(i)) for i in range(10)),
    ],
)
def test_what_a_rank_did_that_was_killed_is_told(
    terminal: Terminal, built: Built, words: list[str], where: str, ranks: int, options: list[str]
) -> None:
    program = built("tests/run_ending")
    answer = terminal.run("run", "-n", str(ranks), *options, program, *words)
    assert answer.status == 137
    last = answer.err.splitlines()[-1]
    who = f"rank {ranks - 1} was killed"
    told = rf"strobe: {who} by signal 9 \(SIGKILL\) {where}(; memory ran out on .+)?"
    assert re.fullmatch(told, last), answer.err
    terminal.assert_nothing_left()


@pytest.fixture
def limited() -> Iterator[Path]:
    """A control group of 200 MB, of version 1 or 2."""
    lines = OWN_GROUPS.read_text().splitlines()
    own = {line.split(":")[1]: line.split(":", 2)[2].strip() for line in lines}
    name = f"strobe-test-{os.getpid()}"
    if "memory" in own:
        group = CONTROL_GROUPS / "memory" / own["memory"].lstrip("/") / name
        limit = "memory.limit_in_bytes"
    else:
        group, limit = CONTROL_GROUPS / name, "memory.max"
    try:
        group.mkdir()
    except OSError as error:
        pytest.skip(f"no control group can be made here: {error}")
    try:
        (group / limit).write_text(str(200_000_000))
    except OSError as error:
        group.rmdir()
        pytest.skip(f"the memory of a control group cannot be limited here: {error}")
    yield group
    deadline_s = time.monotonic() + 10.0
    while (group / "cgroup.procs").read_text() and time.monotonic() < deadline_s:
        time.sleep(0.05)
    group.rmdir()


LIMITED = """\
#!/bin/sh
if [ "$PMI_RANK$OMPI_COMM_WORLD_RANK" = 1 ]; then echo $$ > {group}/cgroup.procs; fi
exec {program} starve
"""


def test_a_rank_that_runs_out_of_memory_is_told(
    terminal: Terminal, built: Built, limited: Path
) -> None:
    program = built("tests/run_ending")
    script = terminal.folder / "limited"
    script.write_text(LIMITED.format(group=limited, program=program))
    script.chmod(0o755)
    answer = terminal.run("run", "-n", "2", "--record", "job", script)
    assert answer.status == 137, answer.err
    last = answer.err.splitlines()[-1]
    told = r"(it ran out of memory, at the limit of its control group \(cgroup\)|memory ran out .+)"
    where = r"after MPI_Init \(run_ending, in main\)"
    assert re.fullmatch(rf"strobe: rank 1 was killed by signal 9 \(SIGKILL\) {where}; {told}", last)
    # The rank that waited for it has its wait in its record.
    waited = job_record.read(terminal.folder / "job").ranks[0].mmds
    assert waited is not None
    assert [(call.name, call.count) for call in waited.primitives] == [("MPI_Recv", 1)]
    terminal.assert_nothing_left()


def test_a_rank_that_gets_no_memory_is_told(terminal: Terminal, built: Built) -> None:
    terminal.within = ["sh", "-c", 'ulimit -v 3000000; exec "$@"', "sh"]
    answer = terminal.run("run", "-n", "2", built("tests/run_ending"), "starve")
    assert "std::bad_alloc" in answer.err
    assert answer.status == 134
    # The line of the program that asked for memory, not that of C++'s own library.
    told = r"strobe: rank 1 was killed by signal 6 \(SIGABRT\) outside of MPI \(run_ending, in .+\)"
    assert re.fullmatch(told, answer.err.splitlines()[-1]), answer.err
    terminal.assert_nothing_left()


IN_PYTHON = """\
import ctypes, os, sys, time
ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
mpi = ctypes.CDLL(None)
world, one, ignored = 0x44000000, ctypes.c_int(1), ctypes.c_void_p(1)
mpi.MPI_Init(None, None)
rank = ctypes.c_int()
mpi.MPI_Comm_rank(world, ctypes.byref(rank))
for _ in range(500):
    mpi.MPI_Barrier(world)
if rank.value == 0:
    time.sleep(60)
waiting = os.getpid()
if os.fork() == 0:
    time.sleep(1)
    os.kill(waiting, 9)
    os._exit(0)
mpi.MPI_Recv(ctypes.byref(one), 1, 0x4c000405, 0, 1, world, ignored)
"""


def test_a_rank_that_was_killed_is_told_with_its_line_of_python(
    terminal: Terminal, built: Built
) -> None:
    library = mpi.linked(built("tests/run_ending"))
    assert library is not None
    if library.mpi != "MPICH":
        pytest.skip("the script has the handles of MPICH")
    script = terminal.folder / "waits.py"
    script.write_text(IN_PYTHON)
    answer = terminal.run("run", "-n", "2", sys.executable, script, str(library.path))
    assert answer.status == 137
    last = answer.err.splitlines()[-1]
    told = "strobe: rank 1 was killed by signal 9 (SIGKILL) in MPI_Recv (waits.py:17, in <module>)"
    assert last.startswith(told), answer.err


def test_the_hash_covers_collectives(
    terminal: Terminal, built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hash_of(*words: str) -> str:
        answer = terminal.run("run", "-n", "3", "--json", built("tests/run_collectives"), *words)
        assert answer.status == 0, answer.err
        return str(json.loads(answer.err.splitlines()[0])["hash"])

    first = hash_of("3", "1", "0")
    assert int(first, 16) != 0
    assert hash_of("3", "1", "0") == first
    # More of them, more data, another root.
    others = [hash_of("4", "1", "0"), hash_of("3", "2", "0"), hash_of("3", "1", "1")]
    assert len({first, *others}) == 4
    monkeypatch.setenv("STROBE_NODES", "2")
    assert hash_of("3", "1", "0") == first


def test_a_progress_thread_is_named_and_changes_no_hash(terminal: Terminal, built: Built) -> None:
    program = built("tests/run_contents")
    hashes = set()
    for progress in ("calls", "thread"):
        options = ["--json", "--progress", progress]
        answer = terminal.run("run", "-n", "2", *options, program, "0", "0")
        assert answer.status == 0, answer.err
        told = json.loads(answer.err.splitlines()[0])
        assert told["progress"] == progress
        hashes.add(told["hash"])
    assert len(hashes) == 1
    answer = terminal.run("run", "-n", "2", "--summary", "--progress", "thread", program, "0", "0")
    assert re.search(r"progress +a thread in each rank", answer.err)


def test_the_hash_covers_contents_where_that_is_wanted(terminal: Terminal, built: Built) -> None:
    program = built("tests/run_contents")

    def hash_of(changed: int, *, garbage: int = 1, data: bool = True, nodes: int = 1) -> str:
        options = ["--hash", "data"] if data else []
        answer = terminal.run("run", "-n", "3", "--json", *options, program, str(changed),
                              str(garbage), STROBE_NODES=str(nodes))  # fmt: skip
        assert answer.status == 0, answer.err
        told = json.loads(answer.err.splitlines()[0])
        assert told["hashes_data"] == data
        operations.add(int(answer.out))
        return str(told["hash"])

    operations: set[int] = set()
    usual = hash_of(0)
    assert hash_of(0, garbage=2) == usual
    assert hash_of(0, garbage=2, nodes=2) == usual
    (last,) = operations
    others = [hash_of(changed) for changed in range(1, last + 1)]
    assert len({usual, *others}) == 1 + last
    assert hash_of(2, nodes=2) == others[1]
    # The decisions are the same.
    decisions = {hash_of(changed, data=False) for changed in (0, 1, last)}
    assert len(decisions) == 1
    assert not decisions & {usual, *others}


@pytest.mark.parametrize("program", ["run_with_linked_tool", "run_with_own_tool"])
def test_a_profiling_tool_that_is_linked_sees_each_call(
    terminal: Terminal, built: Built, program: str
) -> None:
    words = ["-n", "3", "--json", built(f"tests/{program}"), "4", "1", "0"]
    answer = terminal.run("run", *words)
    assert answer.status == 0, answer.err
    assert sorted(answer.out.splitlines()) == [
        f"rank {rank}: 4 reductions, 1 broadcasts" for rank in range(3)
    ]
    # And the runtime serves the calls that the tool makes.
    told = json.loads(answer.err.splitlines()[0])
    counts = {line["name"]: line["count"] for line in told["times"]["primitives"]}
    assert (counts["MPI_Allreduce"], counts["MPI_Bcast"]) == (12, 3)
    assert int(told["hash"], 16) != 0


def test_without_access_to_each_others_memory_all_results_are_the_same(
    terminal: Terminal, built: Built
) -> None:
    program = built("tests/run_memory")
    found: list[tuple[list[str], str]] = []
    for options in ([], ["--no-cross-memory"]):
        answer = terminal.run("run", "-n", "3", "--json", *options, program)
        assert answer.status == 0, answer.err
        lines = [re.fullmatch(r"(rank \d sum \d+) reads (\d+) grants (\d+)", line)
                 for line in sorted(answer.out.splitlines())]  # fmt: skip
        assert len(lines) == 3
        assert all(line is not None for line in lines), answer.out
        accesses = sum(int(line[2]) for line in lines if line)
        assert (accesses > 0) == (not options)
        # Only Yama's scope 1 asks for it.
        asked = sum(int(line[3]) for line in lines if line)
        assert (asked > 0) == (accesses > 0 and _yama_scope() == 1)
        told = json.loads(answer.err.splitlines()[0])
        found.append(([line[1] for line in lines if line], told["hash"]))
    assert found[0] == found[1]


def _yama_scope() -> int:
    try:
        return int(Path("/proc/sys/kernel/yama/ptrace_scope").read_text())
    except OSError:
        return 0


PLACE = r" outside of MPI \(run_signals, in malloc\)"


@pytest.mark.parametrize(
    ("number", "words", "end", "status", "sentence"),
    [
        # A launcher may end the others with the same one.
        (signal.SIGTERM, [], "signal", 143, r"(rank 2|a rank) was killed by signal 15 \(SIGTERM"),
        (signal.SIGSEGV, [], "signal", 139, f"rank 2 was killed by signal 11 \\(SIGSEGV\\){PLACE}"),
        (signal.SIGABRT, [], "signal", 134, f"rank 2 was killed by signal 6 \\(SIGABRT\\){PLACE}"),
        # Whose own handler calls _exit(7).
        (signal.SIGTERM, ["own"], "exit", 7, "rank 2 ended without MPI_Finalize, which"),
        (signal.SIGSEGV, ["own"], "exit", 7, "rank 2 ended without MPI_Finalize, which"),
    ],
)
def test_a_signal_within_malloc_leaves_a_record_and_is_what_ends_the_rank(
    terminal: Terminal, built: Built, number: int, words: list[str], end: str, status: int,
    sentence: str
) -> None:  # fmt: skip
    program = built("tests/run_signals")
    answer = terminal.run("run", "-n", "3", "--record", "job", "--monitor", "calls=1000", program,
                          str(int(number)), *words)  # fmt: skip
    assert answer.status == status
    assert re.match(f"strobe: {sentence}", answer.err.splitlines()[-1]), answer.err
    last = job_record.read(terminal.folder / "job").ranks[2]
    assert last.end == end
    assert last.mmds is not None
    assert last.mmds.calls == 1
    assert last.run_time_s > 0.19
    assert (terminal.folder / "job" / "rank-2.calls").stat().st_size > 0
    terminal.assert_nothing_left()


# A rank may be gone without the knowledge of its launcher, to which the shell is the rank.
OUTLIVED = """\
#!/bin/sh
"{program}" kill
status=$?
[ $status -le 128 ] || sleep 20
exit $status
"""


def test_who_waits_for_a_rank_that_is_gone_ends_where_no_launcher_ends_it(
    terminal: Terminal, built: Built
) -> None:
    script = terminal.folder / "outlived"
    script.write_text(OUTLIVED.format(program=built("tests/run_ending")))
    script.chmod(0o755)
    begun_s = time.monotonic()
    answer = terminal.run("run", "-n", "3", "--record", "job", script)
    assert time.monotonic() - begun_s < 15.0  # without a word they would wait for the shell
    assert answer.status != 0
    told = [line for line in answer.err.splitlines() if line.startswith("strobe run: ")]
    assert len(told) == 1
    missed = (
        r"rank 2 ended before MPI_Finalize \(process \d+\); "
        r"rank [01] cannot continue in MPI_Recv \(.*\)"
    )
    assert re.fullmatch(f"strobe run: {missed}", told[0])
    ranks = job_record.read(terminal.folder / "job").ranks
    assert [rank.end for rank in ranks] == ["error", "error", "running"]
    assert all(re.fullmatch(missed, rank.sentence) for rank in ranks[:2])
    terminal.assert_nothing_left()


@pytest.mark.parametrize("seed", range(6))
def test_a_rank_that_is_killed_anywhere_ends_all(
    terminal: Terminal, built: Built, seed: int
) -> None:
    chance = random.Random(seed)
    ranks = chance.randrange(2, 7)
    mode = chance.choice(["deterministic", "adaptive", "fast", "strict"])
    gossip = built("coscheduling-gossip")
    process = terminal.start("run", "-n", str(ranks), "--mode", mode, "--record", "job", gossip,
                             "steps=100000000")  # fmt: skip
    begun = terminal.all_begun("job", ranks)
    time.sleep(chance.uniform(0.0, 0.3))
    whom = chance.randrange(ranks)
    os.kill(begun[whom].pid, signal.SIGKILL)
    answer = terminal.end(process)
    assert answer.status == 128 + signal.SIGKILL
    assert re.search(
        rf"strobe: (rank {whom}|a rank) was killed by signal 9 \(SIGKILL\)", answer.err
    )
    terminal.assert_nothing_left()


# As an MPI leaves them that is killed between making a segment and removing its name.
LEAVES = """\
#!/bin/sh
mktemp /dev/shm/{segment}XXXXXX
exec "{program}" kill
"""


@pytest.mark.parametrize("segment", ["mpich_shm_", "mpich_shar_tmp"])
def test_a_segment_that_a_killed_rank_leaves_is_removed(
    terminal: Terminal, built: Built, segment: str
) -> None:
    script = terminal.folder / "leaves"
    script.write_text(LEAVES.format(segment=segment, program=built("tests/run_ending")))
    script.chmod(0o755)
    answer = terminal.run("run", "-n", "3", script)
    assert answer.status == 128 + signal.SIGKILL
    assert answer.out.count(f"/dev/shm/{segment}") == 3
    terminal.assert_nothing_left()


def test_a_real_program_is_watched_call_by_call(terminal: Terminal, built: Built) -> None:
    sweep, steps, size = built("coscheduling-sweep"), 5, 100
    answer = terminal.run("run", "-n", "4", "--json", "--record", "job", sweep, f"steps={steps}",
                          f"size={size}", "grain=10")  # fmt: skip
    assert answer.status == 0
    assert answer.out.startswith("sweep checksum ")
    found = job_record.read(terminal.folder / "job")
    assert [rank.end for rank in found.ranks] == ["finalized"] * 4
    told = json.loads(answer.err.splitlines()[0])
    assert told["times"]["unaccounted"] < 1e-3
    calls = {line["name"]: line for line in told["times"]["primitives"]}
    # In a grid of two by two each process has two neighbours upstream in one corner of the four,
    # one in two of them, and none in the last.
    messages = 4 * 4 * steps
    assert calls["MPI_Send"]["count"] == 4 * 4 * 2 * steps
    assert calls["MPI_Send"]["size_bytes"] == messages * 8 * size
    assert calls["MPI_Recv"]["size_bytes"] == messages * 8 * size
    assert calls["MPI_Reduce"]["size_bytes"] == 4 * 8
    assert calls["MPI_Barrier"]["size_bytes"] == 0
    for rank, mmds in found.watched:
        sent = {partner.rank: partner.messages for partner in mmds.partners if partner.messages}
        neighbours = {rank.rank ^ 1, rank.rank ^ 2}
        assert sent == dict.fromkeys(neighbours, 2 * steps)
        assert {partner.rank for partner in mmds.partners if partner.waited_s} <= neighbours


def test_the_time_of_a_call_that_waits_for_several_ranks_is_counted_once(
    terminal: Terminal, built: Built
) -> None:
    answer = terminal.run("run", "-n", "4", "--record", "job", built("coscheduling-halo"),
                          "steps=200")  # fmt: skip
    assert answer.status == 0
    watched = job_record.read(terminal.folder / "job").watched
    assert len(watched) == 4
    for rank, mmds in watched:
        waited = {partner.rank: partner.waited_s for partner in mmds.partners if partner.waited_s}
        # In a grid of two by two, a halo comes from the ranks of the same row and column.
        assert waited.keys() == {rank.rank ^ 1, rank.rank ^ 2}
        assert sum(waited.values()) <= mmds.communication_s.total


def test_a_timeline_has_every_call_and_an_arrow_for_each_message(
    terminal: Terminal, built: Built
) -> None:
    sweep, steps = built("coscheduling-sweep"), 5
    answer = terminal.run("run", "-n", "4", "--timeline", "sweep.pftrace", sweep, f"steps={steps}",
                          "grain=10")  # fmt: skip
    assert answer.sentence == "strobe: the timeline is sweep.pftrace"
    found = perfetto_trace.read(terminal.folder / "sweep.pftrace")
    assert sum(call.name == "MPI_Send" for call in found.calls) == 4 * 4 * 2 * steps
    assert {call.track for call in found.calls} == {"rank 0", "rank 1", "rank 2", "rank 3"}
    assert len(found.flows) == 4 * 4 * steps
    for flow in found.flows:
        begin, end = flow
        assert begin.begin_ns <= end.begin_ns
        assert int(begin.track[-1]) ^ int(end.track[-1]) in (1, 2)
        for event in flow:
            assert any(call.begin_ns - 1 <= event.begin_ns <= call.end_ns + 1
                       for call in found.on(event.track))  # fmt: skip


def test_a_timeline_of_the_first_calls_says_so(terminal: Terminal, built: Built) -> None:
    answer = terminal.run("run", "-n", "2", "--timeline", "sweep.pftrace", "--monitor", "calls=10",
                          built("coscheduling-sweep"), "steps=5", "grain=10")  # fmt: skip
    assert answer.status == 0
    assert "it has only the first calls of ranks 0 and 1; --monitor calls=N keeps N" in answer.err


def test_a_real_program_has_one_hash_whatever_happens(terminal: Terminal, built: Built) -> None:
    fan_in = built("coscheduling-fan_in")
    hashes, outputs = set(), set()
    for _ in range(3):
        answer = terminal.run("run", "-n", "3", "--json", fan_in, "steps=50", "grain=20")
        hashes.add(json.loads(answer.err)["hash"])
        outputs.add(answer.out.partition(" time_s")[0])
    assert len(hashes) == len(outputs) == 1


@pytest.mark.parametrize(
    ("name", "words", "most"),
    [
        ("polled_sweep", ("steps=3", "grain=10"), 1.0),
        ("random_access", ("steps=3000", "bucket=32"), 0.25),
        # Iprobe finds nothing but the one message that ends the search.
        ("search", ("steps=500", "grain=2"), 0.1),
    ],
)
def test_a_program_that_polls_has_one_hash_and_seldom_waits_for_a_slice(
    terminal: Terminal,
    built: Built,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    words: Sequence[str],
    most: float,
) -> None:
    found = set()
    for nodes in ("1", "2", "1"):
        monkeypatch.setenv("STROBE_NODES", nodes)
        answer = terminal.run("run", "-n", "3", "--json", built(f"coscheduling-{name}"), *words)
        summary = json.loads(answer.err)
        found.add((summary["hash"], answer.out.partition(" time_s")[0]))
        assert summary["polls"]
        for poll in summary["polls"]:
            assert 0 < poll["slices"] < most * poll["calls"]
            assert name in poll["where"]
    assert len(found) == 1


def test_tests_of_sends_to_any_source_have_one_hash(terminal: Terminal, built: Built) -> None:
    """Data move at once within a node, and later between nodes."""
    found = set()
    for nodes in ("1", "2", "3", "1", "2", "3"):
        program = built("tests/run_polls")
        answer = terminal.run("run", "-n", "3", "--json", program, STROBE_NODES=nodes)
        found.add((json.loads(answer.err)["hash"], answer.out))
    assert len(found) == 1


def test_a_program_of_sessions_alone_is_served(terminal: Terminal, built: Built) -> None:
    for nodes in ("1", "2"):
        app = built("tests/run_sessions")
        answer = terminal.run("run", "-n", "3", "--json", app, "alone", STROBE_NODES=nodes)
        assert answer.status == 0, answer.err
        told = json.loads(answer.err)
        assert {rank["end"] for rank in told["ranks"]} == {"finalized"}
        assert [call["function"] for call in told["outside_guarantee"]] == [
            "MPI_Intercomm_create_from_groups"
        ]


def test_a_session_that_is_left_open_is_named(terminal: Terminal, built: Built) -> None:
    answer = terminal.run("run", "-n", "1", built("tests/run_sessions"), "open")
    assert answer.status != 0
    assert "rank 0 ended without MPI_Finalize" in answer.err


def test_a_message_of_a_session_that_nobody_receives_is_named(
    terminal: Terminal, built: Built
) -> None:
    answer = terminal.run("run", "-n", "1", built("tests/run_sessions"), "unreceived")
    assert answer.status == 0
    assert "rank 0 sent 1 message that no rank received: 0 bytes with tag 5" in answer.err


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("/nowhere/libmpi.so.12", r", which cannot be opened: .*No such file"),
        ("libm.so.6", r", but libstrobe_run_\w+\.so only works with libmpi"),
    ],
)
def test_an_mpi_that_is_named_for_the_bcs_api_is_opened_or_refused(
    terminal: Terminal, built: Built, named: str, why: str
) -> None:
    app = built("tests/run_polls").with_name("run_bcs_api")  # links no MPI
    answer = terminal.run("run", "-n", "2", app, "2", STROBE_MPI_LIBRARY=named)
    assert answer.status == 125
    assert re.search(f"not active: STROBE_MPI_LIBRARY names {named}{why}", answer.err), answer.err


@pytest.mark.exhaustive
def test_a_rank_that_begins_no_session_is_missed(terminal: Terminal, built: Built) -> None:
    answer = terminal.run("run", "-n", "2", built("tests/run_sessions"), "missing")
    assert answer.status == 0
    assert "rank 0 waits in MPI_Session_init for ranks that have not called it" in answer.err


def test_quiet_leaves_out_where_the_record_is(terminal: Terminal, rank: str, runtime: Path) -> None:
    loud = terminal.run("run", "--record", "job", rank)
    assert "strobe: the record is in job\n" in loud.err
    quiet = terminal.run("run", "--quiet", "--record", "job", rank)
    assert "the record is in" not in quiet.err
    assert quiet.status == loud.status
