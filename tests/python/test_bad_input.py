# SPDX-License-Identifier: BSD-3-Clause
"""Everything that a person can get wrong, and everything that can go wrong under a run.

One clear sentence on standard error, a nonzero status, nothing measured is lost, and no process
and no shared-memory segment is left behind. With the real bench and real launchers: the file takes
half a minute, and is left out where the bench is not built.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import check
import pytest
from other_mpi import other_mpi
from terminal import MARK, Terminal, kinds, records, resume_command, statuses
from thoroughness import sampled

from strobe.base.errors import StrobeError
from strobe.launch import bench, build, mpi
from strobe.launch.diagnosis import Kind, diagnose
from strobe.launch.session import Order, run

QUICK = ("measure", "--kernel", "echo", "--size", "8,64", "--budget", "5")
# No cell converges to this, so that a run takes its whole budget on a fast machine, too.
ECHO = ("measure", "--kernel", "echo", "--relative-error", "1e-5")
LONG = (*ECHO, "--size", "0:1Mi", "--cell-budget", "30", "--budget", "60")

try:
    BENCH = bench.find()
except StrobeError as error:
    pytest.skip(str(error), allow_module_level=True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--kernel", "eco"), "strobe: there is no kernel 'eco'; did you mean 'echo'?"),
        (("qick",), "strobe: there is no suite 'qick'; did you mean 'quick'?"),
        (("./my.toml",), "strobe: there is no suite at ./my.toml: no such file"),
        (("--launcher", "hydr"), "strobe: there is no launcher 'hydr'; did you mean 'hydra'?"),
        (("--mpi", "/nowhere"), "strobe: there is no MPI at /nowhere: no such file or folder"),
        (("--mpi", "true"), "strobe: there is no MPI 'true'"),
        (("--blas", "/nowhere.so"), "strobe: there is no BLAS at /nowhere.so: no such file"),
        (("--quick", "--kernel", "echo"), "strobe: --quick only applies to a suite: name a suite"),
        (("--adjacency", "grey"), "strobe: --adjacency grey is not a file: name a file, or one of "
                                  "gray, cartesian, measured"),
        (("--scratch", "/nowhere"), "strobe: the scratch folder /nowhere does not exist"),
        (("-n", "0"), "strobe: -n must be a whole number of at least 1, not '0'"),
        (("--launches", "0"), "strobe: --launches must be a whole number of at least 1, not '0'"),
        (("--relative-error", "-1"), "strobe: --relative-error must be a number from 1e-06 to 10, "
                                     "not '-1'"),
        (("--rank", "3"), "strobe: Unknown option: --rank. Did you mean --ranks?"),
        (("--launcher-args", "'x"), "strobe: --launcher-args is not a valid command line: "
                                    "No closing quotation"),
        (("--resume", "nothing"), "is not a run folder: "),
    ],
)  # fmt: skip
def test_a_wrong_word_is_refused_before_anything_is_made(
    terminal: Terminal, words: tuple[str, ...], sentence: str
) -> None:
    answer = terminal.run("measure", *words)
    assert answer.status == 2
    assert sentence in answer.sentence
    assert list(terminal.folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--kernel", "echo", "--size", "4Mo"), "strobe: --size: '4Mo' is not a size: write bytes"),
        (("--kernel", "echo", "--set", "color=red"), "strobe: --set color: none of the"),
        (
            ("--kernel", "transpose"),
            "the simple transpose needs a square grid, not 1 by 2",
        ),
        (("--kernel", "guard", "-n", "3", "--adjacency", "gray"), "a Gray code has no grid of 3"),
        (("--kernel", "contention"), "it needs 4 processes, and this run has 2"),
        (
            ("--kernel", "contention", "--set", "load_bytes=n50"),
            "measure echo too",
        ),
    ],
)
def test_what_only_the_bench_can_refuse_leaves_no_folder(
    terminal: Terminal, words: tuple[str, ...], sentence: str
) -> None:
    answer = terminal.run("measure", *words)
    assert answer.status == 2
    assert sentence in answer.sentence
    assert list((terminal.folder / "results").iterdir()) == []


def test_an_adjacency_file_that_is_no_permutation_is_refused(terminal: Terminal) -> None:
    file = terminal.folder / "grid.txt"
    file.write_text("0 1\n2 2\n")
    answer = terminal.run("measure", "--kernel", "guard", "-n", "4", "--adjacency", file)
    assert answer.status == 2
    assert (
        "it names process 2 twice, but its 4 positions need each of 0 to 3 once" in answer.sentence
    )


def test_a_launcher_that_is_not_here_is_named(terminal: Terminal) -> None:
    if shutil.which("srun"):
        pytest.skip("Slurm is on this machine")
    answer = terminal.run(*QUICK, "--launcher", "srun")
    assert answer.status == 2
    assert "the launcher srun (Slurm's srun) is not installed" in answer.sentence


def test_a_prefix_without_a_compiler_is_no_mpi(terminal: Terminal) -> None:
    (terminal.folder / "bin").mkdir()
    answer = terminal.run(*QUICK, "--mpi", terminal.folder)
    assert answer.status == 2
    assert "neither it nor its bin contains the compiler wrapper mpicxx" in answer.sentence


def _program(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _alone(says: str) -> str:
    """A launcher that gives `says` as its version, and starts ranks that know nothing of others."""
    return f"""[ "$1" = --version ] && {{ printf '{says}'; exit; }}
while [ "$1" != -n ]; do shift; done; shift 2
[ "$1" = -bind-to ] && shift 2; [ "$1" = --bind-to ] && shift 2
"$@" & "$@" & wait $!"""


def test_a_launcher_of_another_mpi_is_refused_before_it_starts(terminal: Terminal) -> None:
    library = mpi.linked(BENCH)
    assert library is not None
    name, says = {
        "MPICH": ("openmpi", "mpiexec (Open MPI) 9.9.9\\n"),
        "Open MPI": ("hydra", "HYDRA build details:\\n    Version:   9.9\\n"),
    }[library.mpi]
    folder = _program(terminal.folder / "bin" / "mpiexec", _alone(says)).parent
    path = os.pathsep.join((str(folder), os.environ["PATH"]))
    answer = terminal.run(*QUICK, "--launcher", name, PATH=path)
    assert answer.status == 2
    assert f"cannot start a bench that is linked with {library.mpi}" in answer.sentence


def test_ranks_that_do_not_find_each_other_do_not_measure(terminal: Terminal) -> None:
    library = mpi.linked(BENCH)
    assert library is not None
    name, says = {
        "MPICH": ("intelmpi", "Intel(R) MPI Library, Version 9.9\\n"),
        "Open MPI": ("openmpi", "mpiexec (Open MPI) 9.9.9\\n"),
    }[library.mpi]
    own = Path(library.path or "").resolve().parent.parent / "bin" / "mpiexec"
    if name == "openmpi" and own.exists():
        pytest.skip("the bench's own Open MPI is found first")
    folder = _program(terminal.folder / "bin" / "mpiexec", _alone(says)).parent
    path = os.pathsep.join((str(folder), os.environ["PATH"]))
    answer = terminal.run(*QUICK, "--launcher", name, PATH=path)
    assert answer.status == 2
    assert "2 processes were to be started, but this one sees 1" in answer.sentence
    assert list((terminal.folder / "results").iterdir()) == []


def test_a_bench_whose_mpi_is_gone_is_refused(terminal: Terminal) -> None:
    library = mpi.linked(BENCH)
    assert library is not None
    gone = library.soname[:-1] + ("9" if library.soname[-1] != "9" else "8")
    copy = terminal.folder / "strobe-bench"
    copy.write_bytes(BENCH.read_bytes().replace(library.soname.encode(), gone.encode()))
    copy.chmod(0o755)
    answer = terminal.run(*QUICK, STROBE_BENCH=str(copy))
    assert answer.status == 2
    assert f"is linked with {gone}" in answer.sentence
    assert "build the bench again, or choose an MPI with --mpi NAME" in answer.sentence


def test_a_results_folder_that_cannot_be_made_is_refused(terminal: Terminal) -> None:
    (terminal.folder / "file").touch()
    answer = terminal.run(*QUICK, "--output", "file/results")
    assert answer.status == 2
    assert "file/results: Not a directory" in answer.sentence


def _mounted(place: Path, options: str) -> Iterator[Path]:
    """A file system of its own at `place`, for as long as a test lasts."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount")
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "none", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 128 KiB."""
    yield from _mounted(tmp_path / "results", "size=128k")


@pytest.fixture
def locked_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that not even root can write."""
    place = tmp_path / "results"
    if os.geteuid() != 0:
        place.mkdir(mode=0o555)
        yield place
    else:
        yield from _mounted(place, "ro")


def test_a_results_folder_that_is_not_writable_is_refused(locked_folder: Path) -> None:
    terminal = Terminal(locked_folder.parent)
    answer = terminal.run(*QUICK)
    assert answer.status == 2
    why = "Read-only file system" if os.geteuid() == 0 else "Permission denied"
    told = f"cannot write the results folder results: {why}; choose another with --output"
    assert answer.sentence == f"strobe: {told}"
    terminal.assert_nothing_left()


def test_a_disk_that_fills_keeps_what_was_measured(small_disk: Path) -> None:
    terminal = Terminal(small_disk.parent)
    answer = terminal.run(*LONG)
    assert answer.status == 1
    assert "No space left on device" in answer.err
    assert "Traceback" not in answer.err
    found = records(terminal.only_run())
    assert len(kinds(found, "samples")) > 3
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    process = terminal.start(*resume_command(answer))
    terminal.wait_for(lambda now: len(kinds(now, "samples")) > len(kinds(found, "samples")))
    process.send_signal(signal.SIGINT)
    assert terminal.end(process).status == 130
    assert records(terminal.only_run())[: len(found)] == found
    terminal.assert_nothing_left()


def test_a_disk_that_is_full_already_is_refused(small_disk: Path) -> None:
    terminal = Terminal(small_disk.parent)
    (small_disk / "ballast").write_bytes(bytes(128 * 1024))
    answer = terminal.run(*QUICK)
    assert answer.status == 2
    assert "No space left on device" in answer.sentence
    assert [path.name for path in small_disk.iterdir()] == ["ballast"]


def test_a_record_that_cannot_be_written_ends_the_bench_and_leaves_nothing(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MARK, terminal.mark)
    order = Order(
        launch=0,
        command=[str(BENCH), "--kernel=memory_read", "--size=4Ki", "--record=/dev/full"],
        environment={},
        samples=terminal.folder / "samples.jsonl",
        log=terminal.folder / "bench.log",
        silence_s=30,
        local=True,
    )
    outcome = run(order, lambda progress, elapsed_s: None)
    assert outcome.status == 4
    ending = diagnose(outcome)
    assert ending.kind is Kind.UNWRITABLE
    assert "cannot write /dev/full: No space left on device" in ending.sentence


def test_truncated_samples_lose_their_cut_line_only(terminal: Terminal) -> None:
    assert terminal.run(*QUICK).status == 0
    folder = terminal.only_run()
    samples = folder / "samples.jsonl"
    lines = samples.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[-2])["record"] == "cell_end"
    kept = b"".join(lines[:-2])
    samples.write_bytes(kept + lines[-2][:20])
    assert terminal.run("export", folder).status == 0  # a reader copes with it too
    answer = terminal.run("measure", "--resume", folder)
    assert answer.status == 0, answer.err
    assert "the last line of the samples was incomplete and was removed" in answer.err
    assert samples.read_bytes().startswith(kept)
    ends = statuses(folder)
    assert set(ends) == {record["cell"] for record in kinds(records(folder), "cell")}
    assert set(ends.values()) <= {"satisfied", "budget"}  # a busy machine is slow to satisfy


def test_samples_that_are_no_records_are_refused_by_line(terminal: Terminal) -> None:
    assert terminal.run(*QUICK).status == 0
    folder = terminal.only_run()
    samples = folder / "samples.jsonl"
    lines = samples.read_bytes().splitlines(keepends=True)
    samples.write_bytes(b"".join([*lines[:3], b"what is this\n", *lines[3:]]))
    for command in ("check", "export", "fit"):
        answer = terminal.run(command, folder)
        assert answer.status == 2
        assert "samples.jsonl, line 4 is not a record" in answer.sentence


@pytest.mark.parametrize("rank", sampled([0, 1], 1))
@pytest.mark.parametrize(
    "other",
    [False, pytest.param(True, marks=pytest.mark.turn(check.MEASURE))],
    ids=["own MPI", "other MPI"],
)
def test_a_rank_that_is_killed_costs_its_cell_only(
    terminal: Terminal, rank: int, other: bool
) -> None:
    words = [*ECHO, "--size", "0:1Mi", "--budget", "4"]
    if other:
        found = other_mpi()
        if found is None:
            pytest.skip("there is one MPI on this machine")
        build.bench_for(found)  # before the clock of the waiting below runs
        words += ["--mpi", found.prefix]
    process = terminal.start(*words)
    seen = terminal.wait_for(lambda now: len(kinds(now, "samples")) >= 2)
    pid = seen[0]["processes"][rank]["pid"]
    stop_within_a_cell(terminal, pid)
    os.kill(pid, signal.SIGKILL)
    answer = terminal.end(process)
    assert answer.status == 1
    # Which of the two is a race: the launcher's sight of the death against the other rank's.
    assert re.search(
        r"a rank (was killed by signal 9 \(SIGKILL\)|died while another rank copied from its "
        r"memory) in the cell 'echo",
        answer.err,
    )
    final = records(terminal.only_run())
    assert final[: len(seen)] == seen
    ends = statuses(terminal.only_run())
    assert list(ends.values()).count("failed") == 1
    assert set(ends) == {record["cell"] for record in kinds(final, "cell")}


def stop_within_a_cell(terminal: Terminal, pid: int) -> None:
    """Stop a rank where neither samples nor an end of the cell that is visited are recorded."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        os.kill(pid, signal.SIGSTOP)
        time.sleep(0.3)  # until the other rank waits for this one
        if records(terminal.only_run())[-1]["record"] == "visit":
            return
        os.kill(pid, signal.SIGCONT)
        time.sleep(0.02)
    raise AssertionError("the rank was never stopped within a cell")


def test_a_cell_that_deadlocks_is_ended_by_the_watchdog(terminal: Terminal) -> None:
    answer = terminal.run("measure", "--kernel", "exchange", "--set", "method=blocking", "--size",
                          "8,4Mi", "--hang-after", "1", "--budget", "5")  # fmt: skip
    assert answer.status == 1
    hung = re.search(r"the cell '(exchange method=blocking [^']*)' hung: no sample for", answer.err)
    assert hung is not None
    assert "both send before they receive" in answer.err
    ends = statuses(terminal.only_run())
    assert "size_bytes=4194304" in hung[1].split()
    assert ends.pop(hung[1]) == "hung"
    assert set(ends.values()) <= {"satisfied", "budget"}


def test_ctrl_c_keeps_everything_and_resume_goes_on(terminal: Terminal) -> None:
    process = terminal.start(*ECHO, "--size", "0:64Ki", "--budget", "4", "--launches", "2")
    seen = terminal.wait_for(lambda now: len(kinds(now, "samples")) >= 3)
    process.send_signal(signal.SIGINT)
    answer = terminal.end(process)
    assert answer.status == 130
    assert "stopped; the data so far is kept" in answer.err
    terminal.assert_nothing_left()
    resumed = terminal.run(*resume_command(answer))
    assert resumed.status == 0, resumed.err
    final = records(terminal.only_run())
    assert final[: len(seen)] == seen
    assert [header["launch"] for header in kinds(final, "run")] == [0, 0, 1]
    assert len(kinds(final, "cell_end")) == 2 * 18
